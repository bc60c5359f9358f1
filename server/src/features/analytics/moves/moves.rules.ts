/** Which accounts are worth an analysis: pure, and cheap enough for every reading that is stored. */
import type { Source } from '@tangelo/contract/limits'
import { LEAST_SHARE } from '../analysis/rules/moves.ts'
import { kindOfCounts } from '../months/months.rules.ts'

/** What is known of an account at one moment. */
export interface KnownFollowers {
  day: number
  source: Source
  followers: number | null
}

/** A move is news for this many days, today among them. */
export const MOVED_DAYS = 4

/** What is usual for an account is subtracted before its share is measured, and a run of days adds up: half of it may be one. */
const CANDIDATE_SHARE = LEAST_SHARE / 2

/**
 * Whether the followers of the last days changed by so much that the analysis may call it a move.
 * @param snapshots the newest ones in time order.
 */
export function mayHaveMoved(snapshots: readonly KnownFollowers[]): boolean {
  const last = snapshots.at(-1)?.day ?? 0
  let before: KnownFollowers | undefined
  for (const snapshot of snapshots) {
    if (snapshot.followers === null) continue
    const isRecent = snapshot.day > last - MOVED_DAYS
    if (isRecent && before?.followers && kindOfCounts(before.source) === kindOfCounts(snapshot.source)) {
      const share = Math.abs(snapshot.followers - before.followers) / before.followers
      if (share >= CANDIDATE_SHARE) return true
    }
    if (before?.day !== snapshot.day) before = snapshot
  }
  return false
}
