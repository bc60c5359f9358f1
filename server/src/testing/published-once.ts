/** For tests of publications under faults: a post goes out once, however its answers come. */
import { expect } from 'vitest'
import type { PublishingTest } from './publishing.ts'

export const isOver = ({ endedAt, state }: { endedAt: string | null; state: string }) =>
  endedAt !== null || state === 'unclear'

/** Nothing was sent twice, and nothing against the contract. */
export function expectNoDuplicate({ stand }: PublishingTest) {
  expect(stand.duplicates()).toEqual([])
  expect(stand.violations).toEqual([])
}

/** So many posts are live, and none of them twice. */
export function expectOnce(here: PublishingTest, posts: number) {
  expectNoDuplicate(here)
  expect(here.live()).toHaveLength(posts)
}
