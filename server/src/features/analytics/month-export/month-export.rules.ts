/** Which rows are exported by month, and when an exported month is as the store has it. Pure. See docs/decisions/0056. */
import * as z from 'zod'
import type { Column, ColumnRow, ColumnType } from '#ports/column-file.ts'

export interface MonthTable {
  name: string
  /** The column of the time, in epoch milliseconds; months are those of UTC. */
  at: string
  /** A company's rows stand together. */
  order: string
  columns: readonly Column[]
  /** What is summed to tell whether a month has changed, in SQL and of a row. */
  sums: Readonly<Record<string, { text: string; of: (row: ColumnRow) => number | null }>>
}

const columns = (type: ColumnType, isRequired: boolean, ...names: string[]): Column[] =>
  names.map((name) => ({ name, type, isRequired }))

const plain = (...names: string[]): MonthTable['sums'] =>
  Object.fromEntries(names.map((name) => [name, { text: name, of: (row) => row[name] as number | null }]))

/** Sums of fingerprints, which follow from all figures of a snapshot, stay within what an engine sums. */
const MODULUS = 1_000_003

export const MONTH_TABLES: readonly MonthTable[] = [
  {
    name: 'metric_snapshots',
    at: 'captured_at',
    order: 'company_id, account_id, captured_at, fingerprint',
    columns: [
      ...columns('integer', true, 'company_id', 'account_id'),
      ...columns('moment', true, 'captured_at'),
      ...columns('day', true, 'day'),
      ...columns('text', true, 'source'),
      ...columns('long', false, 'followers', 'following', 'posts'),
      ...columns('double', false, 'engagement_rate'),
      ...columns('long', false, 'likes_sum', 'likes_known', 'comments_sum', 'comments_known'),
      ...columns('long', true, 'recorded_after', 'fingerprint'),
      ...columns('integer', false, 'raw_id', 'import_number'),
    ],
    sums: Object.assign(plain('followers', 'following', 'posts', 'likes_sum', 'comments_sum', 'recorded_after'), {
      fingerprints: {
        text: `fingerprint % ${MODULUS}`,
        of: ({ fingerprint }: ColumnRow) => Number(fingerprint) % MODULUS,
      },
    }),
  },
  {
    name: 'post_readings',
    at: 'read_at',
    order: 'company_id, account_id, post_id, read_at',
    columns: [
      ...columns('integer', true, 'company_id', 'account_id', 'post_id'),
      ...columns('moment', true, 'read_at'),
      ...columns('integer', false, 'seconds_since_seen'),
      ...columns('long', false, 'likes', 'comments', 'views'),
      ...columns('integer', false, 'raw_id'),
    ],
    sums: plain('post_id', 'seconds_since_seen', 'likes', 'comments', 'views'),
  },
]

const Sums = z.record(z.string(), z.string())

const ExportedFile = z.object({
  name: z.string(),
  rows: z.int(),
  bytes: z.int(),
  sha256: z.string(),
  /** The first and the last company in it. */
  companies: z.tuple([z.int(), z.int()]),
})
export type ExportedFile = z.infer<typeof ExportedFile>

const ExportedMonth = z.object({
  table: z.string(),
  /** '2026-10' */
  month: z.string(),
  rows: z.int(),
  sums: Sums,
  files: z.array(ExportedFile),
  exportedAt: z.string(),
})
export type ExportedMonth = z.infer<typeof ExportedMonth>

/** The file `manifest.json` beside the months. */
export const MonthManifest = z.object({
  format: z.literal('tangelo-months'),
  formatVersion: z.literal(1),
  months: z.array(ExportedMonth),
})
export type MonthManifest = z.infer<typeof MonthManifest>

/** What the store has of a month. */
export interface MonthOfStore {
  month: string
  rows: number
  sums: Record<string, string>
}

export const isAsExported = (store: MonthOfStore, exported: Pick<ExportedMonth, 'rows' | 'sums'>): boolean =>
  store.rows === exported.rows && Object.entries(store.sums).every(([name, sum]) => exported.sums[name] === sum)

const DAY_MS = 24 * 60 * 60_000

/** Days of the store, summed by the months of UTC. */
export function byMonth(
  days: readonly { day: number; rows: number; sums: Readonly<Record<string, bigint>> }[],
): MonthOfStore[] {
  const months = new Map<string, { rows: number; sums: Record<string, bigint> }>()
  for (const { day, rows, sums } of days) {
    const month = monthOf(day * DAY_MS)
    const known = months.get(month) ?? { rows: 0, sums: {} }
    months.set(month, known)
    known.rows += rows
    for (const [name, sum] of Object.entries(sums)) known.sums[name] = (known.sums[name] ?? 0n) + sum
  }
  return [...months]
    .map(([month, { rows, sums }]) => ({ month, rows, sums: inText(sums) }))
    .toSorted((a, b) => (a.month < b.month ? -1 : 1))
}

/** Larger than a JSON number is exact. */
export const inText = (sums: Readonly<Record<string, bigint>>): Record<string, string> =>
  Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, String(sum)]))

export const monthOf = (moment: number): string => new Date(moment).toISOString().slice(0, 7)

/** From its first moment on, and before the first of the next. */
export function spanOf(month: string): { from: number; to: number } {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return { from: Date.UTC(year, number - 1), to: Date.UTC(year, number) }
}

/** The name of a file; with its companies where a month has several. */
export const nameOf = (table: string, month: string, companies: readonly [number, number] | null): string =>
  `${table}/${month}${companies ? `.companies-${companies[0]}-${companies[1]}` : ''}.parquet`
