/** Pure decisions on when a table is read, and how much of it. */

/**
 * Everything is read when nothing else is possible, and once a day: only then is it seen what was deleted, and what a clock
 * that went wrong has hidden.
 */
export function readsEverything(
  { changed_until, walked_at }: { changed_until: number | null; walked_at: number | null },
  hasChangedTime: boolean,
  now: number,
): boolean {
  return !hasChangedTime || changed_until === null || walked_at === null || Math.abs(now - walked_at) >= DAY_MS
}

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** What was changed in the minute before is read again: it may have been stamped before and been seen after. */
const OVERLAP_MS = MINUTE_MS
const PULL_EVERY_MS = 5 * MINUTE_MS
/** Without a column that tells what has changed, each pull reads everything. */
const WHOLE_PULL_EVERY_MS = 15 * MINUTE_MS
const TRY_AGAIN_MS = MINUTE_MS

export const readFrom = (changedUntil: number): number => changedUntil - OVERLAP_MS

/** The service's clock may be behind ours by so much, without a change being passed over. */
const CLOCKS_APART_MS = 5 * MINUTE_MS

/**
 * Up to when changes have been read: the latest that was met, but nothing after the walk began, because what changes behind
 * a walk's back has a later time than its beginning. Where nothing has changed for long, soon before the walk began.
 */
export const changedUntil = (latest: number | null, beganAt: number): number =>
  Math.max(Math.min(latest ?? 0, beganAt), beganAt - CLOCKS_APART_MS)

export const nextPull = (hasChangedTime: boolean, now: number): number =>
  now + (hasChangedTime ? PULL_EVERY_MS : WHOLE_PULL_EVERY_MS)

export const nextTry = (now: number, retryAt: number | null): number => Math.max(now + TRY_AGAIN_MS, retryAt ?? 0)

/** So much gone at once is looked at a second time: an answer may have been empty by mistake. */
export const isSuspicious = (gone: number, known: number): boolean => gone > 10 && gone > known / 2

/** How far a pull is, from 0 to 1, where nobody knows how much there is: it slows down towards the end. */
export const progressOf = (read: number, expected: number): number =>
  expected > 0 ? Math.min(0.99, read / expected) : read / (read + 2_000)
