/** Figures of each account over periods, made again with its latest figures, and with its posts. */

import { routes } from '@tangelo/contract'
import { PERIODS, type Period } from '@tangelo/contract/limits'
import type { Engine, Queries } from '#platform/database/database.ts'
import { metricsStore } from '../metrics.store.ts'
import type { Snapshot } from '../rules/kinds.ts'
import { asPeriod, HISTORY_MS, type PeriodFigures, periodFigures } from '../rules/periods.ts'
import { type PeriodRow, periodsStore } from '../store/periods.ts'

interface AccountKey {
  company_id: number
  id: number
}

export type ShownPeriods = Record<`shown_${Period}`, string | null>

/** Of an account without figures. */
export const NO_PERIODS: { rows: PeriodRow[]; shown: ShownPeriods } = {
  rows: [],
  shown: { shown_7: null, shown_30: null, shown_90: null, shown_365: null },
}

/** Stores what is sorted and summed, and answers what lists show, in the caller's transaction. */
export async function storePeriods(
  tx: Queries,
  engine: Engine,
  account: AccountKey,
  latest: Snapshot,
): Promise<ShownPeriods> {
  const { rows, shown } = await computePeriods(tx, engine, account, latest)
  await periodsStore(tx, engine).replace(account, rows)
  return shown
}

/** After posts have come without a reading. */
export async function storePeriodsAgain(tx: Queries, engine: Engine, account: AccountKey): Promise<void> {
  const [latest] = await metricsStore(tx, engine).newest(account, 1)
  if (!latest) return
  await periodsStore(tx, engine).setShown(account.id, await storePeriods(tx, engine, account, latest))
}

/** What is stored of each period must be this. */
export async function computePeriods(
  db: Queries,
  engine: Engine,
  account: AccountKey,
  latest: Snapshot,
): Promise<{ rows: PeriodRow[]; shown: ShownPeriods }> {
  const since = latest.capturedAt - HISTORY_MS
  const history = await metricsStore(db, engine).between(account, since, latest.capturedAt)
  const posts = await periodsStore(db, engine).posts(account, since)
  const figures = periodFigures(history, posts, PERIODS)
  const shown = { ...NO_PERIODS.shown }
  const rows = figures.map((one, at) => {
    const period = PERIODS[at] ?? PERIODS[0]
    shown[`shown_${period}`] = JSON.stringify(routes.accounts.list.reply.element.shape.period.parse(asPeriod(one)))
    return rowOf(account, latest, period, one)
  })
  return { rows, shown }
}

const rowOf = (account: AccountKey, latest: Snapshot, period: Period, figures: PeriodFigures): PeriodRow => {
  const [sum_0, sum_1, sum_2, sum_3, sum_4, sum_5, sum_6] = figures.sums
  const [before_0, before_1, before_2, before_3, before_4, before_5, before_6] = figures.sumsBefore
  return {
    period,
    company_id: account.company_id,
    account_id: account.id,
    captured_at: latest.capturedAt,
    source: latest.source,
    followers: latest.followers,
    engagement_rate: latest.engagementRate,
    posts: latest.posts,
    growth: figures.growth,
    follower_change: figures.followerChange,
    is_whole: figures.isWhole ? 1 : 0,
    is_broken: figures.countsBrokenAt === null ? 0 : 1,
    growth_before: figures.growthBefore,
    engagement_change: figures.engagementChange,
    new_posts: figures.newPosts,
    new_posts_before: figures.newPostsBefore,
    sum_0,
    sum_1,
    sum_2,
    sum_3,
    sum_4,
    sum_5,
    sum_6,
    before_0,
    before_1,
    before_2,
    before_3,
    before_4,
    before_5,
    before_6,
  }
}
