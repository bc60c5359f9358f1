/** The rule of a company: nothing is approved or published without a client's approval of exactly what the public would see. */
import { conflict, type Failure } from '#platform/errors.ts'
import type { ItemRow } from '../items.rules.ts'
import type { StandingAnswer } from '../store/approvals.ts'
import { contentHash } from './public-content.ts'

type Judged = Pick<ItemRow, 'id' | 'company_id' | 'status_key' | 'is_gone'> & Parameters<typeof contentHash>[0]

/** The statuses that the rule guards. */
const isGuarded = ({ status_key, is_gone }: Judged): boolean =>
  is_gone === 0 && (status_key === 'approved' || status_key === 'published')

/**
 * True for a write that approves or publishes an item, and for one that changes what was approved. What is published is out: its
 * record may be corrected, and a table may bring it as history.
 */
export function needsApproval(before: Judged | null, after: Judged): boolean {
  if (!isGuarded(after)) return false
  if (!before || before.is_gone === 1) return after.status_key === 'approved'
  if (before.status_key !== after.status_key) return true
  return after.status_key === 'approved' && contentHash(before) !== contentHash(after)
}

/**
 * The approval that counts for this content now: the latest answer about it is a yes, and it can no longer be undone. Null where
 * there is none.
 */
export function liveApproval(answers: readonly StandingAnswer[], hash: string, now: number): StandingAnswer | null {
  const latest = answers.findLast(({ content_hash }) => content_hash === hash)
  if (latest?.answer !== 'approved') return null
  const isFinal = latest.used_at !== null || latest.announced_at !== null || latest.final_at <= now
  return isFinal ? latest : null
}

/** The status of an item that a table or a video changes without an approval: what it was, unless its approval is void now. */
export function statusHeld(before: (Judged & Pick<ItemRow, 'status'>) | null, after: Judged): string | null {
  if (!before) return 'Draft'
  const isVoid = isGuarded(before) && contentHash(before) !== contentHash(after)
  return before.is_gone === 1 || isVoid ? 'Draft' : before.status
}

/** What a user reads. */
export const approvalRequired = (before: Judged | null, after: Judged): Failure =>
  conflict(
    'approval_required',
    before?.status_key === 'approved' && after.status_key === 'approved'
      ? 'The client has approved this post as it is. Set it back to Draft to change it, and ask for approval again.'
      : 'Posts of this company need the approval of the client, and this one has none as it is now. Send it for approval first.',
  )
