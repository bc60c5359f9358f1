import * as z from 'zod'
import { MISSED_TOLERANCE_MINUTES, SLOTS_MAX } from '../base/limits.ts'
import { route } from '../base/route.ts'
import { Moment, PathId } from '../base/shared.ts'

const Slot = z.strictObject({
  /** 1 is Monday. */
  weekday: z.int().min(1).max(7),
  /** HH:MM on the clocks of the company. */
  time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time like 18:30'),
})

/** When an account publishes. */
export const PublishingSlots = z.object({
  accountId: z.int(),
  timeZone: z.string(),
  slots: z.array(Slot),
  /** A post that is later than this waits for a person. */
  toleranceMinutes: z.int(),
  /** Null while publishing is not paused. */
  pausedBecause: z.string().nullable(),
  /** The next free ones. */
  next: z.array(Moment),
})
export type PublishingSlots = z.infer<typeof PublishingSlots>

const params = z.strictObject({ accountId: PathId })

export const publishingSlots = {
  read: route({
    method: 'GET',
    path: '/api/accounts/:accountId/publishing',
    access: 'signedIn',
    summary: 'Say when an account publishes, and which slots are free next',
    params,
    reply: PublishingSlots,
  }),
  /** Absent fields stay. Resuming is `isPaused: false`. */
  change: route({
    method: 'PUT',
    path: '/api/accounts/:accountId/publishing',
    access: 'signedIn',
    summary: 'Change the slots of an account, its tolerance, or pause it',
    params,
    body: z.strictObject({
      slots: z.array(Slot).max(SLOTS_MAX).optional(),
      toleranceMinutes: z.int().min(1).max(MISSED_TOLERANCE_MINUTES.max).optional(),
      isPaused: z.boolean().optional(),
    }),
    reply: PublishingSlots,
  }),
}
