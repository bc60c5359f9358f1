import * as z from 'zod'
import { route } from './route.ts'
import { Moment, PathId } from './shared.ts'

/** D24. `remaining` is the sum of the ledger; it never goes below 0. */
export const Credits = z.object({
  total: z.int(),
  used: z.int(),
  remaining: z.int(),
  /** When the plan grants anew; null without a plan. */
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
}
