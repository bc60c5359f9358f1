import * as z from 'zod'
import { route } from '../base/route.ts'
import { Day, Done, Moment, PathId } from '../base/shared.ts'
import { ATTENTION_KINDS, FIRST_STEPS } from './limits.ts'

/** One thing that waits for a user: what, why, and where it is dealt with. */
export const AttentionItem = z.object({
  /** Names it for `later`; stays the same while the number changes. */
  id: z.string(),
  kind: z.enum(ATTENTION_KINDS),
  /** The number that the sentence is about. */
  number: z.int(),
  /** '3 posts due today'. */
  sentence: z.string(),
  /** One line: 'Next: 12:30, @six.lemons'; null where nothing is known. */
  cause: z.string().nullable(),
  /** Followers won or lost; null where it is no move. */
  change: z.int().nullable(),
  /** The account that it is about, and its day; null where there is not exactly one. */
  accountId: z.int().nullable(),
  day: Day.nullable(),
  companyId: z.int().nullable(),
})
export type AttentionItem = z.infer<typeof AttentionItem>

export const Attention = z.object({
  /** The most pressing first. */
  items: z.array(AttentionItem),
  /** How many the user has put off, and when the first of them is back at the latest. */
  later: z.object({ count: z.int(), until: Moment.nullable() }),
})
export type Attention = z.infer<typeof Attention>

/** A step is done because of what is stored, never because a user said so. */
export const FirstSteps = z.object({
  steps: z.array(z.object({ name: z.enum(FIRST_STEPS), isDone: z.boolean() })),
  isHidden: z.boolean(),
})
export type FirstSteps = z.infer<typeof FirstSteps>

const query = z.strictObject({ companyId: PathId.optional() })
const id = z
  .string()
  .max(100)
  .regex(/^[a-z_]+@[a-z0-9:-]+$/)

export const attention = {
  list: route({
    method: 'GET',
    path: '/api/attention',
    access: 'signedIn',
    summary: 'List what waits for the user: in one company, or in all that the user sees',
    query,
    reply: Attention,
  }),
  later: route({
    method: 'POST',
    path: '/api/attention/later',
    access: 'signedIn',
    summary: 'Put one thing off until tomorrow at 7:00, or until its number grows; for this user alone',
    body: z.strictObject({ id, number: z.int().min(0) }),
    reply: z.object({ until: Moment }),
  }),
  bringBack: route({
    method: 'DELETE',
    path: '/api/attention/later',
    access: 'signedIn',
    summary: 'Show again one thing that the user has put off, or without an id all of them',
    query: z.strictObject({ id: id.optional() }),
    reply: Done,
  }),
  firstSteps: route({
    method: 'GET',
    path: '/api/first-steps',
    access: 'admin',
    summary: 'List the first steps of an installation, and which are done',
    reply: FirstSteps,
  }),
  hideFirstSteps: route({
    method: 'PUT',
    path: '/api/first-steps',
    access: 'admin',
    summary: 'Hide or show the first steps, for this user alone',
    body: z.strictObject({ isHidden: z.boolean() }),
    reply: FirstSteps,
  }),
}
