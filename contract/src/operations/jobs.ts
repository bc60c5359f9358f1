import * as z from 'zod'
import { route } from '../base/route.ts'
import { Done, Moment } from '../base/shared.ts'

/** One kind of work, and how much of it there is. */
export const QueuedKind = z.object({
  /** 'render-reel'. */
  kind: z.string(),
  waiting: z.int(),
  running: z.int(),
  /** Dead letters: work that is not tried again by itself. */
  failed: z.int(),
  /** When work of this kind runs by the clock; null where it runs on request. */
  nextRoundAt: Moment.nullable(),
})
export type QueuedKind = z.infer<typeof QueuedKind>

/** Work that failed for good. It is kept for a week. */
export const DeadLetter = z.object({
  id: z.string(),
  kind: z.string(),
  /** What it is about, in the words of its kind: an id, a name. */
  key: z.string(),
  /** Null for the installation's own work, and for a company that is gone. */
  companyName: z.string().nullable(),
  tries: z.int(),
  /** Why the last try failed, in words for people. */
  message: z.string().nullable(),
  createdAt: Moment,
  failedAt: Moment,
  /** False where a retry would do unpaid work: a reel whose credit was returned. */
  canRetry: z.boolean(),
  /** The request that asked for the work, as the log names it; null for what runs by the clock. */
  requestId: z.string().nullable(),
})
export type DeadLetter = z.infer<typeof DeadLetter>

export const jobs = {
  kinds: route({
    method: 'GET',
    path: '/api/system/queue',
    access: 'admin',
    summary: 'Count the work that waits, runs and has failed for good, by kind',
    reply: z.array(QueuedKind),
  }),
  deadLetters: route({
    method: 'GET',
    path: '/api/system/dead-letters',
    access: 'admin',
    summary: 'List work that failed for good, the latest first; 200 at most',
    reply: z.array(DeadLetter),
  }),
  retry: route({
    method: 'POST',
    path: '/api/system/dead-letters/:workId/retry',
    access: 'admin',
    summary: 'Try work that failed for good again from its first try',
    params: z.strictObject({ workId: z.string().min(1).max(100) }),
    reply: Done,
  }),
}
