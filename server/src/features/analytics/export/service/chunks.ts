/** Pages of rows as the chunks of a file. */
import { CSV_BEGINNING, csvLine } from '#platform/csv.ts'
import { type Cells, withoutRepeats } from '../export.rules.ts'
import type { SnapshotRow } from '../export.store.ts'

export async function* onePage<Page>(page: Page): AsyncGenerator<Page> {
  yield page
}

export async function* csvOf(columns: readonly string[], pages: AsyncIterable<Cells[]>): AsyncGenerator<string> {
  yield CSV_BEGINNING + csvLine(columns)
  for await (const rows of pages) if (rows.length > 0) yield rows.map(csvLine).join('')
}

/** A list with a row in each line. */
export async function* jsonOf(pages: AsyncIterable<object[]>): AsyncGenerator<string> {
  let before = '[\n'
  for await (const rows of pages) {
    if (rows.length === 0) continue
    yield before + rows.map((row) => JSON.stringify(row)).join(',\n')
    before = ',\n'
  }
  yield before === ',\n' ? '\n]\n' : '[]\n'
}

export async function* flatPages<Row, Out>(
  pages: AsyncIterable<Row[]>,
  make: (row: Row) => Out[],
): AsyncGenerator<Out[]> {
  for await (const rows of pages) yield rows.flatMap(make)
}

export const mapPages = <Row, Out>(pages: AsyncIterable<Row[]>, make: (row: Row) => Out): AsyncGenerator<Out[]> =>
  flatPages(pages, (row) => [make(row)])

/** The snapshots of a moment stay together, each set of figures once. */
export async function* byMoment(pages: AsyncIterable<SnapshotRow[]>): AsyncGenerator<SnapshotRow[]> {
  let waiting: SnapshotRow[] = []
  for await (const rows of pages) {
    const all = [...waiting, ...rows]
    const last = all.at(-1)?.capturedAt
    const moments = Map.groupBy(all, ({ capturedAt }) => capturedAt)
    waiting = last === undefined ? [] : (moments.get(last) ?? [])
    yield [...moments].flatMap(([moment, some]) => (moment === last ? [] : withoutRepeats(some)))
  }
  yield withoutRepeats(waiting)
}
