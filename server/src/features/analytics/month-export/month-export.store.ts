import type { Snapshot } from '#platform/database/snapshot.ts'
import type { ColumnRow } from '#ports/column-file.ts'
import type { MonthTable } from './month-export.rules.ts'

const DAY_MS = 24 * 60 * 60_000

export function monthExportStore(snapshot: Snapshot) {
  return {
    /** Rows and sums of each day (of UTC) that ended before: one pass over the table. */
    async daysOf({ name, at, sums }: MonthTable, before: number) {
      // Moments before 1970 are none of Instagram.
      const summed = Object.entries(sums).map(
        ([sum, { text }]) => `cast(coalesce(sum(${text}), 0) as text) as "${sum}"`,
      )
      const rows = await snapshot.all<{ day: number; rows: number } & Record<string, string>>(
        `select ${at} / ${DAY_MS} as day, count(*) as rows, ${summed.join(', ')} from ${name} where ${at} < ${before}
        group by ${at} / ${DAY_MS} order by 1`,
      )
      return rows.map((row) => ({
        day: Number(row.day),
        rows: Number(row.rows),
        sums: Object.fromEntries(Object.keys(sums).map((sum) => [sum, BigInt(row[sum] ?? 0)])),
      }))
    },

    /** In the order of companies, some at a time. */
    rowsOf: ({ name, at, order, columns }: MonthTable, { from, to }: { from: number; to: number }) =>
      snapshot.stream<ColumnRow>(
        `select ${columns.map((column) => column.name).join(', ')} from ${name} where ${at} >= ${from} and ${at} < ${to} order by ${order}`,
      ),
  }
}
