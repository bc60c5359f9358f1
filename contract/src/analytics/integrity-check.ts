import * as z from 'zod'
import { route } from '../base/route.ts'
import { Moment } from '../base/shared.ts'

/** One figure that is not what it follows from. */
export const Mismatch = z.object({
  /** Null for a sum over the accounts of a company. */
  accountId: z.int().nullable(),
  /** Of the account, or the name of the company. */
  username: z.string(),
  /** Of the snapshot; null where the account's own latest figures differ. */
  capturedAt: Moment.nullable(),
  /** Which figure: 'engagementRate'. */
  figure: z.string(),
  /** As text, because any figure may be unknown. */
  stored: z.string(),
  expected: z.string(),
})
export type Mismatch = z.infer<typeof Mismatch>

export const Audit = z.object({
  ranAt: Moment,
  accounts: z.int(),
  snapshots: z.int(),
  /** The first of them by name. */
  mismatches: z.array(Mismatch),
  mismatchCount: z.int(),
})
export type Audit = z.infer<typeof Audit>

export const audits = {
  latest: route({
    method: 'GET',
    path: '/api/audits/latest',
    access: 'admin',
    summary: 'Read what the last run of `npm run audit` found; null before there was one',
    reply: Audit.nullable(),
  }),
}
