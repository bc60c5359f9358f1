/**
 * Accounts beside each other over the same days: what each grew by, counted from one day for all that can be compared.
 * Nothing is computed across a change of source: an account is compared since its last one, or by itself.
 */
import type { MetricHistoryEntry } from '@tangelo/contract'
import { addDays, daysCounted } from '#lib/days.ts'

/** An account that begins, or ends, so many days within the period still counts for all of it. */
const NEAR_DAYS = 7
/** A common beginning nearer to the last day than this says nothing. */
const FEWEST_DAYS = 14
/** Of one source, before its days are compared. Until then the days of the source before are. */
const FEWEST_OF_SOURCE = 7

/** Why an account is compared by itself: its source changed, it began later, its figures end, or it has too few. */
export type Apart = 'break' | 'late' | 'ended' | 'none'

interface KnownDay {
  readonly day: string
  readonly followers: number
  readonly source: MetricHistoryEntry['source']
  /** Of another source than the known day before: no line joins the two. */
  readonly isBreak: boolean
}

export interface SeriesPoint extends KnownDay {
  /** 100 on the day it is counted from; null where that day has no followers, and for a source that is still too new. */
  readonly index: number | null
}

export interface AccountSeries {
  readonly accountId: number
  readonly username: string
  readonly points: readonly SeriesPoint[]
  /** What its growth is counted from, and up to. */
  readonly first: KnownDay | null
  readonly last: KnownDay | null
  /** Its source changed a few days ago: it is compared up to then. */
  readonly isCutShort: boolean
  /** Ratio, 0.12 is 12%; null without two days of one source. */
  readonly growth: number | null
  /** Null: it is compared with the others. */
  readonly apart: Apart | null
}

export interface Comparison {
  readonly from: string
  readonly to: string
  /** The day that the growth of those compared is counted from; null when none can be. */
  readonly base: string | null
  /** The account whose change of source, or first figures, put that day into the period. */
  readonly delayedBy: AccountSeries | null
  /** In the order given. */
  readonly series: readonly AccountSeries[]
}

export interface AccountHistory {
  readonly accountId: number
  readonly username: string
  readonly history: readonly MetricHistoryEntry[]
}

interface Account extends AccountHistory {
  /** Of one source each. */
  readonly runs: readonly (readonly KnownDay[])[]
  /** The run that is compared. */
  readonly current: readonly KnownDay[]
}

export function compareSeries(histories: readonly AccountHistory[], from: string, to: string): Comparison {
  const accounts = histories.map(readAccount)
  const { base, compared } = findBase(accounts, from, to)
  const series = accounts.map((account) => toSeries(account, compared.includes(account) ? base : null, from, to))
  const isLate = base !== null && base > addDays(from, NEAR_DAYS)
  const delaying = compared.find(({ current }) => startOf(current) === base)
  return {
    from,
    to,
    base,
    delayedBy: isLate && compared.length > 1 && delaying ? (series[accounts.indexOf(delaying)] ?? null) : null,
    series,
  }
}

function readAccount(account: AccountHistory): Account {
  const runs: KnownDay[][] = []
  for (const { date, followers, source, isCountsBreak } of account.history) {
    if (followers === null) continue
    // The first day shown may be a break with one before the period: nothing is joined there.
    const day = { day: date, followers, source, isBreak: isCountsBreak && runs.length > 0 }
    if (day.isBreak || runs.length === 0) runs.push([day])
    else runs.at(-1)?.push(day)
  }
  const current = runs.findLast((run) => run.length >= FEWEST_OF_SOURCE) ?? runs.at(-1) ?? []
  return { ...account, runs, current }
}

/** Accounts known from the beginning are compared with each other; where there are not two, all are, from when all are known. */
function findBase(accounts: readonly Account[], from: string, to: string) {
  const candidates = accounts.filter(({ current }) => current.length > 1 && !endsEarly(current, to))
  const early = candidates.filter(({ current }) => startOf(current) <= addDays(from, NEAR_DAYS))
  const longEnough = candidates.filter(({ current }) => daysCounted(startOf(current), to) > FEWEST_DAYS)
  const compared = early.length > 1 || longEnough.length <= early.length ? early : longEnough
  const base = compared.reduce<string | null>((latest, { current }) => max(latest, startOf(current)), null)
  return { base, compared }
}

const startOf = (days: readonly KnownDay[]): string => days[0]?.day ?? ''
const max = (one: string | null, other: string): string => (one !== null && one > other ? one : other)
const endsEarly = (days: readonly KnownDay[], to: string): boolean => (days.at(-1)?.day ?? '') < addDays(to, -NEAR_DAYS)

function toSeries(account: Account, base: string | null, from: string, to: string): AccountSeries {
  const { accountId, username, runs, current } = account
  const first = current.find(({ day }) => base === null || day >= base) ?? null
  const last = current.at(-1) ?? null
  const isOneDay = first === null || last === null || first === last
  return {
    accountId,
    username,
    points: runs.flatMap((run, index) =>
      withIndex(run, run === current ? first : runs.indexOf(current) > index ? run[0] : null),
    ),
    first,
    last,
    isCutShort: current.length > 0 && current !== runs.at(-1),
    growth: isOneDay || first.followers === 0 ? null : last.followers / first.followers - 1,
    apart: base === null ? apartOf(account, from, to) : null,
  }
}

/** Each run of one source begins at 100 anew; the compared one is counted from the common day. */
function withIndex(run: readonly KnownDay[], base: KnownDay | null | undefined): SeriesPoint[] {
  return run.map((day) => ({
    ...day,
    index: base && base.followers > 0 ? (day.followers / base.followers) * 100 : null,
  }))
}

function apartOf({ runs, current }: Account, from: string, to: string): Apart {
  if (current.length < 2) return 'none'
  if (endsEarly(current, to)) return 'ended'
  if (current !== runs[0]) return 'break'
  return startOf(current) > addDays(from, NEAR_DAYS) ? 'late' : 'none'
}

export type Scale = 'indexed' | 'absolute'

/** What is ranked by: the share that was won, or how many. */
export const gainOf = ({ first, last, growth }: AccountSeries, scale: Scale): number | null =>
  scale === 'indexed' ? growth : first && last && first !== last ? last.followers - first.followers : null

/** Those compared with each other, the one that won most first; then those that stand by themselves. */
export function rankSeries({ series }: Comparison, scale: Scale): AccountSeries[] {
  const gain = (one: AccountSeries) => gainOf(one, scale) ?? Number.NEGATIVE_INFINITY
  const byGain = series.toSorted((one, other) => gain(other) - gain(one) || 0)
  return [...byGain.filter(({ apart }) => apart === null), ...byGain.filter(({ apart }) => apart !== null)]
}
