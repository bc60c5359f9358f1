/**
 * Two years of figures of an account, day by day, with events planted in them that the analysis should find: a purge that hits
 * all accounts, a reel that goes viral, a growth that turns, a change of source, an account that is no longer read.
 */
import { dayToText } from '#platform/calendar.ts'
import type { DemoAccount } from './clients.ts'
import { randomFor } from './random.ts'

/** Of the history, the last one today. */
export const HISTORY_DAYS = 731
/** Days before the last one. */
const PURGE_DAYS_AGO = 140
export const VIRAL_DAYS_AGO = 23
const TURN_DAYS_AGO = 150
const SOURCE_CHANGE_DAYS_AGO = 300
const STALE_DAYS = 9

/** In which account each event is planted. */
export const PLANTED = {
  evening: 'demo.harbour.kitchen',
  viral: 'demo.sixlemons',
  turn: 'demo.casaluma',
  sourceChange: 'demo.marlow.motion',
  stale: 'demo.trailandtide.archive',
} as const

interface Reading {
  day: number
  followers: number
  following: number
  posts: number
  engagementRate: number
}

/** One a day, the oldest first. `countPosted`: how many posts the account had put up by the end of a day. */
function readingsOf(account: DemoAccount, lastDay: number, countPosted: (day: number) => number): Reading[] {
  const random = randomFor(`figures:${account.username}`)
  const following = random.whole(120, 900)
  const postsBefore = random.whole(40, 700)
  const purged = random.between(0.012, 0.022)
  let followers = account.followers
  return Array.from({ length: HISTORY_DAYS }, (_, at) => {
    const day = lastDay - HISTORY_DAYS + 1 + at
    const ago = lastDay - day
    const weekday = (((day + 3) % 7) + 7) % 7
    let growth = account.dailyGrowth * (weekday >= 5 ? 1.5 : 0.8) + random.normal() * 0.00045
    if (account.username === PLANTED.turn && ago < TURN_DAYS_AGO) growth -= account.dailyGrowth * 1.9
    if (account.username === PLANTED.viral) growth += viralGrowth(VIRAL_DAYS_AGO - ago)
    if (ago === PURGE_DAYS_AGO) growth -= purged
    followers *= 1 + growth
    return {
      day,
      followers: Math.max(1, Math.round(followers)),
      following: following + Math.floor(at / 40),
      posts: postsBefore + countPosted(day),
      engagementRate: Math.max(0.1, account.engagementRate * (1 + random.normal() * 0.05 + Math.sin(at / 47) * 0.08)),
    }
  })
}

/** So many days after the reel. */
const viralGrowth = (days: number): number => (days < 0 || days > 6 ? 0 : 0.042 * 0.45 ** days)

const COLUMNS = 'username,date,followers,following,posts,engagement_rate'
/** When the daily reading is made. */
const READ_AT = 'T05:00:00Z'

/**
 * A table of figures as docs/files.md describes it; null without a row. The reading of the last day is of `now`.
 * @param part `before`: what was read elsewhere, before the source changed.
 */
export function figuresTable(
  accounts: readonly { account: DemoAccount; countPosted: (day: number) => number }[],
  { lastDay, now, part }: { lastDay: number; now: number; part: 'before' | 'since' },
): string | null {
  const rows = accounts.flatMap(({ account, countPosted }) => {
    const isStale = account.username === PLANTED.stale
    const breaksAt = account.username === PLANTED.sourceChange ? lastDay - SOURCE_CHANGE_DAYS_AGO : null
    return readingsOf(account, lastDay, countPosted)
      .filter(({ day }) => (part === 'before') === (breaksAt !== null && day < breaksAt))
      .filter(({ day }) => !isStale || day <= lastDay - STALE_DAYS)
      .map(({ day, followers, following, posts, engagementRate }) => {
        const date = day === lastDay ? new Date(now).toISOString() : `${dayToText(day)}${READ_AT}`
        return `${account.username},${date},${followers},${following},${posts},${engagementRate.toFixed(2)}`
      })
  })
  return rows.length === 0 ? null : [COLUMNS, ...rows].join('\n')
}
