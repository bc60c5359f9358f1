/**
 * Stores records of a table: a page in one transaction, as items, as the last known state of the table, and as files to
 * be copied. Repeating a page changes nothing. Records that are deleted there leave lists and counts here.
 */
import {
  emptyItem,
  fieldsChangedAt,
  findQueuedItems,
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
import { picturesAfter } from '../../attachments/attachments.rules.ts'
import { attachmentsStore } from '../../attachments/attachments.store.ts'
import {
  type Columns,
  filesOf,
  type RecordFields,
  readChangedAt,
  readRecord,
  valuesOf,
} from '../../field-mapping/field-mapping.rules.ts'
import { asStoredBy } from '../../field-mapping/rules/cells.ts'
import { type Linked, syncSettingsStore } from '../../settings/settings.store.ts'
import { type RecordRow, recordsStore } from '../../settings/store/records.ts'
import { mergeSides } from '../pull.rules.ts'

export type PulledPages = ReturnType<typeof pulledPages>

const GONE_AT_ONCE = 200

/** The company names another table meanwhile, or none: records of this one are ignored. */
export class Relinked extends Error {
  override name = 'Relinked'
}

/** One scan of a table, full or of what changed. */
export interface Scan {
  link: Linked
  columns: Columns
  /** The number of this full scan, or of the last one where only changes are read. */
  scanNumber: number
}

/** What was changed here and is to go to the table. */
export interface Push {
  id: string
  /** Of the item before this page was stored. */
  version: number
  change: ItemChange
}

export function pulledPages({ database, clock, queue }: { database: Database; clock: Clock; queue: Queue }) {
  /**
   * Stores a page; answers what is to go to the table, and when the latest of the records was changed. Throws `Relinked`.
   */
  async function store(scan: Scan, records: readonly TableRecord[], askedAt: number) {
    const { companyId } = scan.link
    const once = [...new Map(records.map((record) => [record.id, record])).values()]
    const ids = once.map(({ id }) => id)
    return database.transaction(async (tx) => {
      await stillLinked(tx, scan.link)
      // A full scan may have begun since: what it has seen stays seen.
      const current = await syncSettingsStore(tx).rowOf(companyId)
      const scanNumber = Math.max(scan.scanNumber, current?.walk ?? 0)
      const into = { queries: tx, engine: database.engine }
      const items = await lockItems(into, ids)
      const queued = await findQueuedItems(tx, ids)
      const before = await recordsStore(tx).of(companyId, ids)
      const files = attachmentsStore(tx, database.engine)
      const held = once.flatMap((record) =>
        filesOf(record, scan.columns).map((file) => ({ recordId: record.id, file })),
      )
      const heldIds = held.map(({ file }) => file.id)
      await files.take(companyId, held, askedAt)
      await files.dropUncopied(companyId, ids, heldIds)
      const copies = await files.copies(companyId, heldIds)
      if (held.some(({ file }) => !copies.has(file.id))) await queue.enqueue(tx, [copyFilesOf(companyId)])
      const decided = once.map((record) => {
        const { id } = record
        const known = { item: items.get(id), row: before.get(id), isQueued: queued.has(id), copies, askedAt }
        return decide({ ...scan, scanNumber }, record, known)
      })
      const now = clock.now()
      const writes = decided.flatMap(({ write }) => write ?? [])
      const setBack = statusesHeld(writes, await writeItems(into, writes, TABLE_AUTHOR, now))
      const store = recordsStore(tx)
      await store.keep(decided.flatMap(({ row }) => row ?? []))
      await store.setSeen(
        companyId,
        decided.flatMap(({ isStale, id }) => (isStale ? [id] : [])),
        scanNumber,
      )
      return {
        pushes: decided.flatMap(({ id, push }) => {
          const change = { ...push?.change, ...setBack.get(id) }
          return Object.keys(change).length > 0 ? [{ id, version: items.get(id)?.version ?? 0, change }] : []
        }),
        latest: decided.reduce<number | null>((most, { at }) => (at === null ? most : Math.max(most ?? at, at)), null),
      }
    })
  }

  interface Known {
    item: ItemRow | undefined
    row: RecordRow | undefined
    isQueued: boolean
    copies: ReadonlyMap<string, string>
    askedAt: number
  }

  function decide({ link, columns, scanNumber }: Scan, record: TableRecord, known: Known) {
    const { item, row, isQueued, copies, askedAt } = known
    const { id } = record
    const at = readChangedAt(record, columns)
    const theirsAt = at ?? askedAt
    const nothing = { id, at, isStale: false, write: null, row: null, push: null }
    if (item && item.company_id !== link.companyId) return nothing
    // Read before the latest change from here arrived there.
    if (item && item.table_changed_at !== null && theirsAt < item.table_changed_at) return { ...nothing, isStale: true }
    const theirs = readRecord(record, columns)
    const kept = { company_id: link.companyId, record_id: id, changed_at: theirsAt, seen_in: scanNumber }
    const next = { ...kept, told: JSON.stringify(theirs) }
    const before: RecordFields | null = row ? JSON.parse(row.told) : null
    const pictures = picturesAfter({ theirs, before, copies, mediaType: theirs.mediaType ?? item?.media_type ?? null })
    if (!item) {
      const fresh = { ...emptyItem({ id, companyId: link.companyId, at: record.createdAt }), changed_at: theirsAt }
      const { files, ...fields } = theirs
      const change = { ...fields, ...pictures } as ItemChange
      const write: ItemWrite = { before: fresh, isNew: true, change, at: record.createdAt, tableChangedAt: theirsAt }
      return { ...nothing, write, row: next }
    }
    const { change, push, conflicts } = mergeSides({
      ours: valuesOf(item),
      oursAt: fieldsChangedAt(item),
      theirs,
      theirsAt,
      before,
      keepsDate: isQueued,
      asStored: (field, value) => {
        const column = columns.get(field)
        return column && asStoredBy(field, value, column, link.timeZone)
      },
    })
    const write: ItemWrite = {
      before: item,
      change: { ...change, ...pictures },
      at: Math.max(theirsAt, item.changed_at),
      isGone: false,
      tableChangedAt: theirsAt,
      conflicts,
    }
    return { ...nothing, write, row: next, push: Object.keys(push).length > 0 ? { id, change: push } : null }
  }

  /** Records that the full scan did not meet were deleted there: their items leave lists and counts here. */
  async function prune({ link, scanNumber }: Scan): Promise<void> {
    const { companyId } = link
    for (let after = ''; ; ) {
      const unseen = await recordsStore(database.queries).unseen(companyId, scanNumber, after, GONE_AT_ONCE)
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
    await recordsStore(tx).forget(companyId, ids)
    await attachmentsStore(tx, database.engine).forget(companyId, ids)
  }

  return {
    store,
    prune,
    /** Records that turned out to be deleted there. */
    forget: (companyId: number, ids: readonly string[]): Promise<void> =>
      database.transaction((tx) => markGone(tx, companyId, ids)),
  }
}

/** What the table is set back to, by item: the rule of the company did not let its status in. */
const statusesHeld = (writes: readonly ItemWrite[], written: readonly ItemRow[]): Map<string, ItemChange> =>
  new Map(
    written.flatMap(({ id, status }, at) => {
      const { before, change } = writes[at] ?? {}
      // An edit of something else voids an approval as well.
      const wanted = change?.status === undefined ? before?.status : change.status
      return wanted === status ? [] : [[id, { status }] as const]
    }),
  )

/** Throws `Relinked` when the company has changed to another table. Locks the link until the transaction ends. */
export async function stillLinked(tx: Queries, { companyId, wanted }: Linked): Promise<void> {
  if (!(await syncSettingsStore(tx).holds(companyId, wanted))) throw new Relinked()
}
