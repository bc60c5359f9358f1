/**
 * Brings a company's items in step with its table: what changed there comes here, what was changed here and has not arrived
 * there goes there. Page by page, one transaction each; whatever is repeated changes nothing.
 */
import { tell } from '#features/activity/index.ts'
import {
  emptyItem,
  type ItemChange,
  type ItemRow,
  type ItemWrite,
  itemsToWrite,
  keepItems,
} from '#features/content/index.ts'
import { contentTablesStore, fieldsOf, type Linked, look } from '#features/content-tables/index.ts'
import type { TableCalls } from '#features/table-calls/index.ts'
import {
  asToldBy,
  type Columns,
  cellsFor,
  changedAt,
  filesOf,
  type Told,
  told,
  valuesOf,
} from '#features/table-cells/index.ts'
import { copyFilesOf, tableFilesStore } from '#features/table-files/index.ts'
import type { Database, Queries } from '#platform/database/database.ts'
import type { Clock } from '#ports/clock.ts'
import { ContentDatabaseFailure, type ContentTable, type TableRecord, type Turn } from '#ports/content-database.ts'
import type { Queue } from '#ports/queue.ts'
import {
  changedUntil,
  isSuspicious,
  merged,
  nextPull,
  progressOf,
  readFrom,
  readsEverything,
} from './table-pulls.rules.ts'
import { type RecordRow, tablePullsStore } from './table-pulls.store.ts'

export type TablePulls = ReturnType<typeof tablePulls>

const TABLE = { origin: 'table', name: null, userId: null } as const
const GONE_AT_ONCE = 200

interface Pull {
  link: Linked
  table: ContentTable
  columns: Columns
  turn: Turn
  /** The number of this walk, or of the last one where only changes are read. */
  walk: number
}

interface Push {
  id: string
  change: ItemChange
}

export function tablePulls({
  database,
  clock,
  calls,
  queue,
}: {
  database: Database
  clock: Clock
  calls: TableCalls
  queue: Queue
}) {
  const { contentDatabase } = calls

  /** Stores a page; answers what is to go to the table, and when the latest of the records was changed. */
  async function storePage(pull: Pull, records: readonly TableRecord[], askedAt: number) {
    const { companyId } = pull.link
    const once = [...new Map(records.map((record) => [record.id, record])).values()]
    const ids = once.map(({ id }) => id)
    return database.transaction(async (tx) => {
      const into = { queries: tx, engine: database.engine }
      const items = await itemsToWrite(into, ids)
      const before = await tablePullsStore(tx).of(companyId, ids)
      const files = tableFilesStore(tx, database.engine)
      const held = once.flatMap((record) =>
        filesOf(record, pull.columns).map((file) => ({ recordId: record.id, file })),
      )
      await files.take(companyId, held, askedAt)
      const copies = await files.copies(
        companyId,
        held.map(({ file }) => file.id),
      )
      if (held.some(({ file }) => !copies.has(file.id))) await queue.enqueue(tx, [copyFilesOf(companyId)])
      const decided = once.map((record) => {
        const item = items.get(record.id)
        return decide(pull, record, { item, row: before.get(record.id), copies, askedAt })
      })
      const now = clock.now()
      await keepItems(
        into,
        decided.flatMap(({ write }) => write ?? []),
        TABLE,
        now,
      )
      const store = tablePullsStore(tx)
      await store.keep(decided.flatMap(({ row }) => row ?? []))
      await store.setSeen(
        companyId,
        decided.flatMap(({ isStale, id }) => (isStale ? [id] : [])),
        pull.walk,
      )
      return {
        pushes: decided.flatMap(({ push }) => push ?? []),
        latest: decided.reduce<number | null>((most, { at }) => (at === null ? most : Math.max(most ?? at, at)), null),
      }
    })
  }

  interface Known {
    item: ItemRow | undefined
    row: RecordRow | undefined
    copies: ReadonlyMap<string, string>
    askedAt: number
  }

  function decide({ link, columns, walk }: Pull, record: TableRecord, { item, row, copies, askedAt }: Known) {
    const { id } = record
    const at = changedAt(record, columns)
    const theirsAt = at ?? askedAt
    const nothing = { id, at, isStale: false, write: null, row: null, push: null }
    if (item && item.company_id !== link.companyId) return nothing
    // Read before the latest change from here arrived there.
    if (item && item.table_changed_at !== null && theirsAt < item.table_changed_at) return { ...nothing, isStale: true }
    const theirs = told(record, columns)
    const kept = { company_id: link.companyId, record_id: id, changed_at: theirsAt, seen_in: walk }
    const next = { ...kept, told: JSON.stringify(theirs) }
    const before: Told | null = row ? JSON.parse(row.told) : null
    const image = imageChange(theirs, before, copies)
    if (!item) {
      const fresh = { ...emptyItem({ id, companyId: link.companyId, at: record.createdAt }), changed_at: theirsAt }
      const { files, ...fields } = theirs
      const change = { ...fields, ...image } as ItemChange
      const write: ItemWrite = { before: fresh, isNew: true, change, at: record.createdAt, tableChangedAt: theirsAt }
      return { ...nothing, write, row: next }
    }
    const { change, push, conflicts } = merged({
      ours: valuesOf(item),
      oursAt: item.changed_at,
      theirs,
      theirsAt,
      before,
      isWritten: row !== undefined && item.table_changed_at !== null && item.table_changed_at > row.changed_at,
      asTold: (field, value) => {
        const column = columns.get(field)
        return column && asToldBy(field, value, column, link.timeZone)
      },
    })
    const write: ItemWrite = {
      before: item,
      change: { ...change, ...image },
      at: Math.max(theirsAt, item.changed_at),
      isGone: false,
      tableChangedAt: theirsAt,
      conflicts,
    }
    return { ...nothing, write, row: next, push: Object.keys(push).length > 0 ? { id, change: push } : null }
  }

  /** What was changed here and has not arrived there: it is newer, or nobody has changed it there. */
  async function send(pull: Pull, pushes: readonly Push[]): Promise<void> {
    const { table, columns, link, turn } = pull
    const due = pushes.flatMap(({ id, change }) => {
      const cells = cellsFor(change, columns, link.timeZone)
      return cells.size > 0 ? [{ id, cells }] : []
    })
    for (let from = 0; from < due.length; from += contentDatabase.writesPerCall) {
      const some = due.slice(from, from + contentDatabase.writesPerCall)
      const records = await contentDatabase.change(table, some, turn)
      const writtenAt = clock.now()
      await database.transaction(async (tx) => {
        const into = { queries: tx, engine: database.engine }
        const items = await itemsToWrite(
          into,
          records.map(({ id }) => id),
        )
        const writes = records.flatMap((record): ItemWrite[] => {
          const item = items.get(record.id)
          const tableChangedAt = changedAt(record, columns) ?? writtenAt
          return item ? [{ before: item, change: {}, at: item.changed_at, tableChangedAt }] : []
        })
        await keepItems(into, writes, TABLE, writtenAt)
      })
    }
  }

  /** Records that the walk did not meet are deleted there: their items leave lists and counts here. */
  async function sweep({ link: { companyId }, walk }: Pull): Promise<void> {
    for (let after = ''; ; ) {
      const unseen = await tablePullsStore(database.queries).unseen(companyId, walk, after, GONE_AT_ONCE)
      const ids = unseen.map(({ record_id }) => record_id)
      if (ids.length > 0) await database.transaction((tx) => markGone(tx, companyId, ids))
      if (unseen.length < GONE_AT_ONCE) return
      after = ids.at(-1) ?? ''
    }
  }

  async function markGone(tx: Queries, companyId: number, ids: readonly string[]): Promise<void> {
    const into = { queries: tx, engine: database.engine }
    const now = clock.now()
    const items = await itemsToWrite(into, ids)
    const writes = [...items.values()]
      .filter(({ company_id }) => company_id === companyId)
      .map((before): ItemWrite => ({ before, change: {}, at: now, isGone: true }))
    await keepItems(into, writes, TABLE, now)
    await tablePullsStore(tx).forget(companyId, ids)
    await tableFilesStore(tx, database.engine).forget(companyId, ids)
  }

  /** One way through all pages; answers the latest change that it met. */
  async function readPages(
    pull: Pull,
    since: number | null,
    onRead: (records: number) => Promise<void>,
  ): Promise<number | null> {
    const { table, columns, turn } = pull
    const changedTime = columns.get('changedTime')
    const columnIds = [...new Set([...columns.values()].map(({ id }) => id))]
    const changedAfter = since !== null && changedTime ? { columnId: changedTime.id, at: readFrom(since) } : undefined
    let latest: number | null = null
    let askedAt = clock.now()
    let read = 0
    const wish = { columnIds, ...(changedAfter && { changedAfter }) }
    for await (const { records, isFirst } of contentDatabase.pages(table, wish, turn)) {
      if (isFirst) read = 0
      const stored = await storePage(pull, records, askedAt)
      if (stored.latest !== null) latest = Math.max(latest ?? 0, stored.latest)
      await send(pull, stored.pushes)
      read += records.length
      await onRead(read)
      askedAt = clock.now()
    }
    return latest
  }

  return {
    /**
     * Pulls once. `settle` runs in the transaction that says it is done. Throws `ContentDatabaseFailure`; what has been stored
     * by then stays.
     */
    async pull(
      linked: Linked,
      signal: AbortSignal,
      { progress, settle }: { progress(share: number): Promise<void>; settle(tx: Queries): Promise<void> },
    ): Promise<void> {
      const turn = calls.forWork(signal)
      const link = await look({ database, clock, calls }, linked, turn)
      const { companyId } = link
      const { table, columns } = fieldsOf(link.row)
      if (!table || columns.size === 0)
        throw new ContentDatabaseFailure('refused', `No column of “${link.wanted}” holds anything that posts have.`)
      const hasChangedTime = columns.has('changedTime')
      const isWhole = readsEverything(link.row, hasChangedTime, clock.now())
      const beganAt = clock.now()
      const walk = isWhole ? Math.max(beganAt, link.row.walk + 1) : link.row.walk
      const pull: Pull = { link, table, columns, turn, walk }
      if (isWhole) await contentTablesStore(database.queries).set(companyId, { walk })
      const since = isWhole ? null : link.row.changed_until
      const latest = await readPages(pull, since, (read) => progress(progressOf(read, isWhole ? link.row.records : 0)))
      if (isWhole) {
        const { known, unseen } = await tablePullsStore(database.queries).counts(companyId, walk)
        if (isSuspicious(unseen, known)) await readPages(pull, null, async () => {})
        await sweep(pull)
      }
      await database.transaction(async (tx) => {
        const now = clock.now()
        const { known } = await tablePullsStore(tx).counts(companyId, walk)
        await contentTablesStore(tx).set(companyId, {
          records: known,
          pulled_at: now,
          next_pull_at: nextPull(hasChangedTime, now),
          changed_until: changedUntil(latest, beganAt),
          ...(isWhole && { walked_at: now }),
          failure: null,
          failure_kind: null,
        })
        const [waiting] = await tableFilesStore(tx, database.engine).waiting(companyId, '', 1)
        if (waiting) await queue.enqueue(tx, [copyFilesOf(companyId)])
        await tell(tx, [{ companyId, kind: 'content-sync-changed' }], now)
        await settle(tx)
      })
    },

    /** A record that turned out to be deleted there. */
    forget: (companyId: number, ids: readonly string[]): Promise<void> =>
      database.transaction((tx) => markGone(tx, companyId, ids)),
  }
}

/** The picture of an item is the copy of its record's first file; one that has yet to be copied is shown later. */
function imageChange(theirs: Told, before: Told | null, copies: ReadonlyMap<string, string>): ItemChange {
  const { files } = theirs
  if (files === undefined || JSON.stringify(files) === JSON.stringify(before?.files)) return {}
  const [first] = files
  if (first === undefined) return before?.files?.length ? { imageUrl: null } : {}
  const imageUrl = copies.get(first)
  return imageUrl === undefined ? {} : { imageUrl }
}
