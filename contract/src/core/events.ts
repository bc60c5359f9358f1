import * as z from 'zod'
import { route } from '../base/route.ts'
import { Done, Moment } from '../base/shared.ts'
import { EVENT_KINDS, WORK_KINDS } from './limits.ts'

/** A job that runs, waits, or failed lately. */
export const Work = z.object({
  id: z.string(),
  kind: z.enum(WORK_KINDS),
  /** What it is about: '@nasa'. Null for the installation's own work. */
  subject: z.string().nullable(),
  accountId: z.int().nullable(),
  /** Of a reel that is rendered: what `POST /api/renders/:renderId/cancel` takes, and the reel. Null for other work. */
  renderId: z.string().nullable(),
  reelId: z.string().nullable(),
  state: z.enum(['waiting', 'running', 'failed']),
  /** 0 to 1; null where nothing can be counted. */
  progress: z.number().nullable(),
  /** Why it failed or was put off, in words for people. */
  message: z.string().nullable(),
  createdAt: Moment,
  /** When it runs next; null for what runs or failed. */
  runAt: Moment.nullable(),
})
export type Work = z.infer<typeof Work>

/**
 * A change. Events name what to load again, not its new state. `id` goes up; a client that reconnects sends the last
 * one as `Last-Event-ID`.
 */
export const LiveEvent = z.object({
  id: z.int(),
  kind: z.enum(EVENT_KINDS),
  accountId: z.int().nullable(),
  /** For failures: the cause in words for people. */
  message: z.string().nullable(),
  at: Moment,
})
export type LiveEvent = z.infer<typeof LiveEvent>

const params = z.strictObject({ workId: z.string().min(1).max(100) })

export const events = {
  list: route({
    method: 'GET',
    path: '/api/activity',
    access: 'signedIn',
    summary: 'List the work that runs, waits, or failed in the last day',
    reply: z.array(Work),
  }),
  retry: route({
    method: 'POST',
    path: '/api/activity/:workId/retry',
    access: 'admin',
    summary: 'Try failed work again from the start',
    params,
    reply: Done,
  }),
  cancel: route({
    method: 'POST',
    path: '/api/activity/:workId/cancel',
    access: 'admin',
    summary: 'Cancel work that waits or runs',
    params,
    reply: Done,
  }),
  /** Server-sent events: each `data` is a `LiveEvent`. A comment every 15 seconds keeps the line open. */
  events: route({
    method: 'GET',
    path: '/api/events',
    access: 'signedIn',
    summary: 'Follow what happens, as server-sent events; `Last-Event-ID` resumes',
    reply: LiveEvent,
    stream: true,
  }),
}
