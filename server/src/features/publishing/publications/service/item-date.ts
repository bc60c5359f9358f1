/** An item that is queued has the date of its publication, so that calendars and tables say when it goes out. */
import { type ItemRow, type WriteThrough, writeItems } from '#features/content/index.ts'
import { momentToText } from '#platform/calendar.ts'
import type { Database, Queries } from '#platform/database/database.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'

export type ItemDate = ReturnType<typeof itemDate>

export function itemDate({
  database,
  clock,
  writeThrough,
}: {
  database: Pick<Database, 'engine'>
  clock: Clock
  writeThrough: Pick<WriteThrough, 'compare'>
}) {
  /** In the transaction that plans it, which has locked the item. One that is gone or has this date stays as it is. */
  return async function moveItem(tx: Queries, before: ItemRow, at: number, viewer: Viewer): Promise<void> {
    const publishDate = momentToText(at)
    if (before.is_gone === 1 || before.publish_date === publishDate) return
    const into = { queries: tx, engine: database.engine }
    const author = { origin: 'here' as const, name: viewer.username, userId: viewer.userId }
    const write = { before, change: { publishDate }, at: clock.now(), ifUnapproved: 'hold' as const }
    const [after] = await writeItems(into, [write], author, clock.now())
    if (after) await writeThrough.compare(tx, [after])
  }
}
