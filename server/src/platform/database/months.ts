/**
 * Tables that PostgreSQL keeps in one partition for each month, by their own time in UTC: what months there are and how they are
 * named. SQLite keeps them whole. See docs/decisions/0053.
 */

/** With the column of the time, in epoch milliseconds. */
export const MONTHLY = {
  metric_snapshots: 'captured_at',
  post_readings: 'read_at',
  content_changes: 'at',
  audit_entries: 'at',
  events: 'at',
} as const

export type MonthlyTable = keyof typeof MONTHLY

/** A statement or transaction that finds so many months missing is given up: there are not that many. */
export const MONTHS_MADE_MAX = 300

export const MONTHLY_TABLES = Object.keys(MONTHLY) as MonthlyTable[]

/** From `from` on, and before `to`. */
export interface Span {
  readonly from: number
  readonly to: number
}

export interface Month extends Span {
  /** As in `events_2026_11`. */
  readonly name: string
}

export interface Months {
  /** Makes the months that are missing for rows of these moments. Those that this process knows cost nothing. */
  ensure(table: MonthlyTable, moments: Iterable<number>): Promise<void>
  /** For an error of a statement that was refused because its month is missing: makes it, and answers true. */
  makeMissing(error: unknown): Promise<boolean>
  /**
   * The hourly upkeep: makes months ahead, drops those that only hold what is deleted by rule, closes those that are over, and
   * builds indexes of searches that are missing, while others read and write. Safe to repeat, also on several nodes at once.
   */
  keep(now: number): Promise<void>
}

/** Of a store that is not partitioned. */
export const noMonths: Months = {
  async ensure() {},
  makeMissing: async () => false,
  async keep() {},
}

/** Before this month nothing of Instagram was published: all earlier moments share one partition. */
export const FIRST_MONTH = Date.UTC(2010, 9, 1)

export const isMonthly = (table: string): table is MonthlyTable => Object.hasOwn(MONTHLY, table)

/** The month of a moment, or `later` months after it. */
export function monthOf(moment: number, later = 0): Month {
  const date = new Date(moment)
  const begin = (months: number) => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later + months, 1)
  return { name: new Date(begin(0)).toISOString().slice(0, 7).replace('-', '_'), from: begin(0), to: begin(1) }
}

const BOUND = /^FOR VALUES FROM \((?:MINVALUE|'?(-?\d+)'?)\) TO \((?:MAXVALUE|'?(-?\d+)'?)\)$/

/** Of a partition, as PostgreSQL writes it down; undefined for one that is not of a span of time. */
export function spanOfBound(text: string): Span | undefined {
  const match = BOUND.exec(text)
  if (!match) return undefined
  const [, from, to] = match
  return { from: from === undefined ? -Infinity : Number(from), to: to === undefined ? Infinity : Number(to) }
}

/** In SQL. */
export const boundOf = ({ from, to }: Span): string =>
  `from (${Number.isFinite(from) ? from : 'minvalue'}) to (${Number.isFinite(to) ? to : 'maxvalue'})`

export const isIn = ({ from, to }: Span, moment: number): boolean => moment >= from && moment < to
