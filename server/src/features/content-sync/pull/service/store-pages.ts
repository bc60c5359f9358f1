/**
 * Takes in what a table tells of its records: a page in one transaction, as items, as what the table told last, and as files
 * to be copied. Whatever is repeated changes nothing. Records that are deleted there leave lists and counts here.
 */
import {
  emptyItem,
  type ItemChange,
  type ItemRow,
  type ItemWrite,
  lockItems,
  TABLE_AUTHOR,
  writeItems,
} from '#features/content/index.ts'
import type { Database, Queries } from '#platform/database/database.ts'
import type { Clock } from '#ports/clock.ts'
import type { TableRecord } from '#ports/content-database.ts'
import type { Queue } from '#ports/queue.ts'
import { copyFilesOf } from '../../attachments/attachments.jobs.ts'
import { tableFilesStore } from '../../attachments/attachments.store.ts'
import {
  asToldBy,
  type Columns,
  changedAt,
  filesOf,
  type Told,
  told,
  valuesOf,
} from '../../field-mapping/field-mapping.rules.ts'
import { contentTablesStore, type Linked } from '../../settings/settings.store.ts'
import { merged } from '../pull.rules.ts'
import { type RecordRow, tableRecordsStore } from '../pull.store.ts'

export type TableRecords = ReturnType<typeof tableRecords>

const GONE_AT_ONCE = 200

/** The company names another table meanwhile, or none: what this one tells is nobody's any more. */
export class Relinked extends Error {
  override name = 'Relinked'
}

/** A walk through a table. */
export interface Walk {
  link: Linked
  columns: Columns
  /** The number of this walk, or of the last one where only changes are read. */
  walk: number
}

/** What was changed here and is to go to the table. */
export interface Push {
  id: string
  change: ItemChange
}

export function tableRecords({ database, clock, queue }: { database: Database; clock: Clock; queue: Queue }) {
  /**
   * Stores a page; answers what is to go to the table, and when the latest of the records was changed. Throws `Relinked`.
   */
  async function keepPage(walk: Walk, records: readonly TableRecord[], askedAt: number) {
    const { companyId } = walk.link
    const once = [...new Map(records.map((record) => [record.id, record])).values()]
    const ids = once.map(({ id }) => id)
    return database.transaction(async (tx) => {
      await stillLinked(tx, walk.link)
      const into = { queries: tx, engine: database.engine }
      const items = await lockItems(into, ids)
      const before = await tableRecordsStore(tx).of(companyId, ids)
      const files = tableFilesStore(tx, database.engine)
      const held = once.flatMap((record) =>
        filesOf(record, walk.columns).map((file) => ({ recordId: record.id, file })),
      )
      await files.take(companyId, held, askedAt)
      const copies = await files.copies(
        companyId,
        held.map(({ file }) => file.id),
      )
      if (held.some(({ file }) => !copies.has(file.id))) await queue.enqueue(tx, [copyFilesOf(companyId)])
      const decided = once.map((record) => {
        const item = items.get(record.id)
        return decide(walk, record, { item, row: before.get(record.id), copies, askedAt })
      })
      const now = clock.now()
      await writeItems(
        into,
        decided.flatMap(({ write }) => write ?? []),
        TABLE_AUTHOR,
        now,
      )
      const store = tableRecordsStore(tx)
      await store.keep(decided.flatMap(({ row }) => row ?? []))
      await store.setSeen(
        companyId,
        decided.flatMap(({ isStale, id }) => (isStale ? [id] : [])),
        walk.walk,
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

  function decide({ link, columns, walk }: Walk, record: TableRecord, { item, row, copies, askedAt }: Known) {
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

  /** Records that the walk did not meet are deleted there: their items leave lists and counts here. */
  async function sweep({ link, walk }: Walk): Promise<void> {
    const { companyId } = link
    for (let after = ''; ; ) {
      const unseen = await tableRecordsStore(database.queries).unseen(companyId, walk, after, GONE_AT_ONCE)
      const ids = unseen.map(({ record_id }) => record_id)
      if (ids.length > 0)
        await database.transaction(async (tx) => {
          await stillLinked(tx, link)
          await markGone(tx, companyId, ids)
        })
      if (unseen.length < GONE_AT_ONCE) return
      after = ids.at(-1) ?? ''
    }
  }

  async function markGone(tx: Queries, companyId: number, ids: readonly string[]): Promise<void> {
    const into = { queries: tx, engine: database.engine }
    const now = clock.now()
    const items = await lockItems(into, ids)
    const writes = [...items.values()]
      .filter(({ company_id }) => company_id === companyId)
      .map((before): ItemWrite => ({ before, change: {}, at: now, isGone: true }))
    await writeItems(into, writes, TABLE_AUTHOR, now)
    await tableRecordsStore(tx).forget(companyId, ids)
    await tableFilesStore(tx, database.engine).forget(companyId, ids)
  }

  return {
    keepPage,
    sweep,
    /** Records that turned out to be deleted there. */
    forget: (companyId: number, ids: readonly string[]): Promise<void> =>
      database.transaction((tx) => markGone(tx, companyId, ids)),
  }
}

/** Throws `Relinked` when the company has begun with another table. Nobody begins with one until the transaction ends. */
export async function stillLinked(tx: Queries, { companyId, wanted }: Linked): Promise<void> {
  if (!(await contentTablesStore(tx).holds(companyId, wanted))) throw new Relinked()
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
