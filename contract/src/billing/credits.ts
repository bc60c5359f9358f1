import * as z from 'zod'
import { oneLine } from '../base/one-line.ts'
import { route } from '../base/route.ts'
import { Moment, PathId } from '../base/shared.ts'
import { CREDITS_GRANTED_MAX, GRANT_REASON_MAX_LENGTH } from './limits.ts'

/** D24. `remaining` is the sum of the ledger; it never goes below 0. */
export const Credits = z.object({
  /** What there was to spend, and what of it is spent: in the period that runs, or ever for a company without a plan. */
  total: z.int(),
  used: z.int(),
  remaining: z.int(),
  /** When the plan grants anew; null without a plan, and where it ends before that. */
  renewalDate: Moment.nullable(),
})
export type Credits = z.infer<typeof Credits>

export const credits = {
  read: route({
    method: 'GET',
    path: '/api/companies/:companyId/credits',
    access: 'signedIn',
    summary: 'Read what a company has left to spend on reels',
    params: z.strictObject({ companyId: PathId }),
    reply: Credits,
  }),
  /** Once for each `Idempotency-Key`. */
  grant: route({
    method: 'POST',
    path: '/api/companies/:companyId/credits',
    access: 'admin',
    summary: 'Give a company credits; they stay until they are used',
    params: z.strictObject({ companyId: PathId }),
    body: z.strictObject({
      credits: z.int().min(1).max(CREDITS_GRANTED_MAX),
      reason: oneLine(
        z
          .string('Reason is required')
          .trim()
          .min(1, 'Reason is required')
          .max(GRANT_REASON_MAX_LENGTH, `Reasons have at most ${GRANT_REASON_MAX_LENGTH} characters`),
      ),
    }),
    takesKey: true,
    reply: Credits,
  }),
}
