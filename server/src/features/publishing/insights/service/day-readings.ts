/**
 * Days of a connected account on the clocks of its company: the day before, complete days, and two years back. Reach counts people
 * once, so the last 7 and 28 days are asked for as such and never made from days.
 */

import { beginOfDay, dayOf } from '#platform/calendar.ts'
import type { Database } from '#platform/database/database.ts'
import type { Clock } from '#ports/clock.ts'
import type { Figures, Window } from '#ports/publishing-figures.ts'
import type { OpenAccount } from '../../own-accounts/service/accesses.ts'
import { type AccountKey, type AccountProgress, type InsightAccountRow, insightsStore } from '../insights.store.ts'
import { ACCOUNT_FIGURES, columnsOf, DAY_COLUMNS, type DayFigureName, hashOf, isEmpty } from '../rules/figures.ts'
import { backfillDays, type DueDay, dueDays, EMPTY_DAYS_MAX, findSettledDay, KEPT_DAYS } from '../rules/schedule.ts'
import type { KeepAnswers } from './answers.ts'
import type { Calls } from './calls.ts'
import type { Remembered } from './remembered.ts'

/** Two calls each: two years are read within a day and a half, and an hour's calls are never used up. */
const BACKFILLED_DAYS = 24
const SPANS = [7, 28] as const
const HOUR_MS = 3_600_000
/** A day that had no figures yet is asked for again so often. */
const ASKED_EVERY_MS = 6 * HOUR_MS

interface Parts {
  database: Database
  clock: Clock
  opened: OpenAccount
  calls: Calls
  remembered: Remembered
  timeZone: string
  keepAnswers: KeepAnswers
}

export function dayReadings({ database, clock, opened, calls, remembered, timeZone, keepAnswers }: Parts) {
  const { login, access } = opened
  const key: AccountKey = { company_id: opened.companyId, account_id: opened.accountId }
  const store = insightsStore(database.queries, database.engine)

  /** Of so many days that end with this one; null where a call failed. */
  async function ask(days: number, day: number) {
    const window: Window = { since: beginOfDay(day - days + 1, timeZone), until: beginOfDay(day + 1, timeZone) }
    const totals = await calls.askFigures('account', ACCOUNT_FIGURES, remembered, (figures, within) =>
      login.accountFigures(access, { ...window, figures }, within),
    )
    if (!totals.value) return null
    const follows = await calls.ask((within) => login.followsAndUnfollows(access, window, within))
    if (!follows.value && follows.refusal?.step !== 'ask_singly') return null
    const known = Object.entries(follows.value ?? {}).filter(([, value]) => value !== null)
    const figures: Figures<DayFigureName> = Object.assign({}, totals.value, Object.fromEntries(known))
    return { figures, raws: [...totals.raws, ...(follows.value ? follows.raws : [])] }
  }

  /**
   * A complete day without figures is stored as such, so that it is not asked for for ever; with it what `progress` makes of it. Answers
   * whether there were any figures, null where a call failed.
   */
  async function read(
    days: number,
    { day, isSettled }: DueDay,
    progress?: (hasFigures: boolean) => AccountProgress,
  ): Promise<boolean | null> {
    const asked = await ask(days, day)
    if (asked === null) return null
    const { figures, raws } = asked
    const hasFigures = !isEmpty(figures)
    if (!hasFigures && !isSettled) return false
    const columns = columnsOf(DAY_COLUMNS, figures)
    const now = clock.now()
    const { company_id, account_id } = key
    const keep = await keepAnswers(raws)
    await database.transaction(async (tx) => {
      const inside = insightsStore(tx, database.engine)
      if (progress) await inside.change(key, progress(hasFigures))
      await inside.addDay({
        company_id,
        account_id,
        days,
        day,
        is_settled: isSettled ? 1 : 0,
        read_at: now,
        source: login.name,
        hash: hashOf([company_id, account_id, days, day, isSettled ? 1 : 0, now], columns),
        raw_id: await keep(tx, now),
        ...columns,
      })
    })
    return hasFigures
  }

  async function readSpans(): Promise<void> {
    const now = clock.now()
    const ends: DueDay[] = [
      { day: dayOf(now, timeZone) - 1, isSettled: false },
      { day: findSettledDay(now, timeZone), isSettled: true },
    ]
    for (const days of SPANS)
      for (const end of ends)
        if (!(await store.hasSpan(key, days, end.day, end.isSettled ? 1 : 0))) await read(days, end)
  }

  return {
    isDue: ({ days_asked_at: askedAt }: InsightAccountRow): boolean => {
      const now = clock.now()
      return askedAt === null || now - askedAt >= ASKED_EVERY_MS || dayOf(askedAt, timeZone) !== dayOf(now, timeZone)
    },

    async readDue(): Promise<void> {
      const now = clock.now()
      const known = await store.findKnownDays(key, dayOf(now, timeZone) - KEPT_DAYS)
      for (const due of dueDays(now, timeZone, known)) await read(1, due)
      await readSpans()
      await store.change(key, { days_asked_at: clock.now() })
    },

    /** Goes back day by day, some in each round, until the service has nothing any more. */
    async backfill({ backfilled_to, empty_days, is_backfilled }: InsightAccountRow): Promise<void> {
      if (is_backfilled === 1) return
      let empty = empty_days
      const days = backfillDays(clock.now(), timeZone, backfilled_to, BACKFILLED_DAYS)
      for (const day of days) {
        const emptySoFar = empty
        const progress = (hasFigures: boolean) => ({ backfilled_to: day, empty_days: hasFigures ? 0 : emptySoFar + 1 })
        const hasFigures = await read(1, { day, isSettled: true }, progress)
        if (hasFigures === null) return
        empty = progress(hasFigures).empty_days
        if (empty >= EMPTY_DAYS_MAX) break
      }
      if (days.length < BACKFILLED_DAYS || empty >= EMPTY_DAYS_MAX) await store.change(key, { is_backfilled: 1 })
    },
  }
}
