/** What is held of an account: its followers day by day, and a post with its readings. */
import type { MetricHistoryEntry, Post } from '@tangelo/contract'
import { addDays } from '#lib/days.ts'
import { anEntry } from './accounts.ts'

/** Followers of so many days up to `to`, with the steps of the sample analysis, a gap, and a change of source. */
export function aFollowerHistory(to: string, days: number): MetricHistoryEntry[] {
  const entries: MetricHistoryEntry[] = []
  let followers = days > 365 ? 15_000 : 19_270
  for (let age = days - 1; age >= 0; age -= 1) {
    followers += 9 + Math.round(12 * Math.sin(age * 1.7)) + (age % 5)
    if (age === 160) followers -= 780
    if (age <= 88 && age > 80) followers += 288
    if (age === 46) followers += 1_140
    const source = age > 233 ? ('import' as const) : ('graph' as const)
    if (age > 120 || age < 112)
      entries.push(anEntry(addDays(to, -age), { followers, source, isCountsBreak: age === 233 }))
  }
  return entries
}

export function aStoredPost(id: number, part: Partial<Post> = {}): Post {
  const at = (likes: number | null) => ({
    likes,
    comments: likes === null ? null : Math.round(likes / 40),
    views: null,
  })
  return {
    id,
    type: 'image',
    caption: 'Noon in the old quarter',
    url: `https://www.instagram.com/p/${id}/`,
    imageUrl: null,
    postedAt: '2026-10-05T18:10:00.000Z',
    firstSeenAt: '2026-10-05T20:00:00.000Z',
    lastSeenAt: '2026-11-20T06:00:00.000Z',
    goneAt: null,
    isPinned: false,
    ...at(811),
    at24Hours: at(520),
    at72Hours: at(744),
    at7Days: at(790),
    own: null,
    ...part,
  }
}
