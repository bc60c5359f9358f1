import * as z from 'zod'
import { route } from '../base/route.ts'
import { Moment } from '../base/shared.ts'

const Done = z.object({ done: z.int(), total: z.int() })

/** The demo workspace: companies marked as demo, with everything in them invented (D39, D46). */
export const Demo = z.object({
  /** `none`: there is none. `failed`: it could not be filled to its end, and may be opened again or removed. */
  state: z.enum(['none', 'filling', 'filled', 'failed', 'removing']),
  accounts: Done,
  drafts: Done,
  /** Rendered: they go on in the background once everything else is there. */
  reels: Done,
  /** 0 to 1. */
  progress: z.number(),
  /** By the speed so far; null where that is not known yet. */
  secondsLeft: z.int().nullable(),
  /** Why it failed, in a sentence. */
  message: z.string().nullable(),
  /** Its companies, by id. */
  companyIds: z.array(z.int()),
  /** No other company has accounts or content: "all companies" are those of the demo. */
  isAlone: z.boolean(),
  openedAt: Moment.nullable(),
})
export type Demo = z.infer<typeof Demo>

export const demo = {
  read: route({
    method: 'GET',
    path: '/api/demo',
    access: 'admin',
    summary: 'Whether there is a demo workspace, and how far it is filled',
    reply: Demo,
  }),
  /** A second call while it is there answers the same and changes nothing. 409 `demo_removing` while one is removed. */
  open: route({
    method: 'POST',
    path: '/api/demo',
    access: 'admin',
    summary: 'Open the demo workspace: it is filled in the background',
    status: 202,
    reply: Demo,
  }),
  /** Also while it is filled. 409 `demo_in_use` while users other than its own belong to its companies. */
  remove: route({
    method: 'DELETE',
    path: '/api/demo',
    access: 'admin',
    summary: 'Remove the demo workspace: every row and every file',
    reply: Demo,
  }),
}
