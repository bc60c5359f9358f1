/**
 * Syncs a company's items with its table: changes there are stored here, changes here that have not arrived there are
 * written there. Page by page, one transaction each; repeating a page changes nothing.
 */
import { type ItemWrite, lockItems, TABLE_AUTHOR, writeItems } from '#features/content/index.ts'
import { publishEvents } from '#features/core/index.ts'
import type { Database, Queries } from '#platform/database/database.ts'
import type { Clock } from '#ports/clock.ts'
import { ContentDatabaseFailure, type ContentTable, type TableRecord, type Turn } from '#ports/content-database.ts'
import type { Queue } from '#ports/queue.ts'
import { copyFilesOf } from '../../attachments/attachments.jobs.ts'
import { attachmentsStore } from '../../attachments/attachments.store.ts'
import type { TableClient } from '../../client/client.service.ts'
import { type Columns, cellsFor, readChangedAt, toTakenFields } from '../../field-mapping/field-mapping.rules.ts'
import { describeTable } from '../../settings/service/describe-table.ts'
import { fieldsOf } from '../../settings/settings.rules.ts'
import { type Linked, syncSettingsStore } from '../../settings/settings.store.ts'
import { recordsStore } from '../../settings/store/records.ts'
import {
  afterPull,
  COMPARE_RECORD,
  compareKeyOf,
  findChangedUntil,
  isSuspicious,
  nextPull,
  progressOf,
  readFrom,
  readsEverything,
} from '../pull.rules.ts'
import { type PulledPages, type Push, type Scan, stillLinked } from './store-pages.ts'

export type PullService = ReturnType<typeof pullService>

/** Refused because of what a record is to say, or because it is not there any more: others may be taken all the same. */
const OF_ONE_RECORD: ReadonlySet<ContentDatabaseFailure['kind']> = new Set(['refused', 'gone'])
/** A token that may not write at all is not tried for every record. */
const REFUSALS_MAX = 20

interface Pull extends Scan {
  table: ContentTable
  turn: Turn
}

export function pullService({
  database,
  clock,
  client,
  queue,
  pages,
}: {
  database: Database
  clock: Clock
  client: TableClient
  queue: Queue
  pages: PulledPages
}) {
  const { contentDatabase } = client

  /**
   * A change here that has not arrived there: it is newer, or the table's value has not changed. Answers what the table refused of
   * single records; the others are written.
   */
  async function send(pull: Pull, pushes: readonly Push[]): Promise<ContentDatabaseFailure[]> {
    const { table, columns, link, turn } = pull
    const due = pushes.flatMap(({ id, change }) => {
      const cells = cellsFor(change, columns, link.timeZone)
      return cells.size > 0 ? [{ id, cells }] : []
    })
    const taken = new Map(pushes.map(({ id, change }) => [id, toTakenFields(change, columns, link.timeZone)]))
    const refusals: ContentDatabaseFailure[] = []
    const put = async (some: typeof due): Promise<readonly TableRecord[]> => {
      if (refusals.length >= REFUSALS_MAX) return []
      try {
        return await contentDatabase.change(table, some, turn)
      } catch (error) {
        if (!(error instanceof ContentDatabaseFailure) || !OF_ONE_RECORD.has(error.kind)) throw error
        const changed: TableRecord[] = []
        // One of them keeps the others from being written.
        if (some.length > 1) for (const one of some) changed.push(...(await put([one])))
        else refusals.push(error)
        return changed
      }
    }
    for (let from = 0; from < due.length; from += contentDatabase.writesPerCall) {
      const changed = await put(due.slice(from, from + contentDatabase.writesPerCall))
      const writtenAt = clock.now()
      await database.transaction(async (tx) => {
        const into = { queries: tx, engine: database.engine }
        const items = await lockItems(
          into,
          changed.map(({ id }) => id),
        )
        const writes = changed.flatMap((record): ItemWrite[] => {
          const item = items.get(record.id)
          const tableChangedAt = readChangedAt(record, columns) ?? writtenAt
          return item ? [{ before: item, change: {}, at: item.changed_at, tableChangedAt }] : []
        })
        await writeItems(into, writes, TABLE_AUTHOR, writtenAt)
        await recordsStore(tx).agree(link.companyId, new Map(changed.map(({ id }) => [id, taken.get(id) ?? {}])))
      })
    }
    return refusals
  }

  /** Without those that a job of their own writes: both would, where both have read what stood there before. */
  async function omitQueued(pushes: readonly Push[]): Promise<Push[]> {
    const left: Push[] = []
    for (const push of pushes)
      if (!(await queue.findLive(COMPARE_RECORD, compareKeyOf(push.id, push.version)))) left.push(push)
    return left
  }

  /** One way through all pages; answers the latest change that it met, and what the table refused. */
  async function readPages(
    pull: Pull,
    since: number | null,
    onRead: (records: number) => Promise<void>,
  ): Promise<{ latest: number | null; refusals: ContentDatabaseFailure[] }> {
    const { table, columns, turn } = pull
    const changedTime = columns.get('changedTime')
    const columnIds = columnIdsOf(columns)
    const changedAfter = since !== null && changedTime ? { columnId: changedTime.id, at: readFrom(since) } : undefined
    let latest: number | null = null
    let askedAt = clock.now()
    let read = 0
    const refusals: ContentDatabaseFailure[] = []
    const options = { columnIds, ...(changedAfter && { changedAfter }) }
    for await (const { records: page, isFirst } of contentDatabase.pages(table, options, turn)) {
      if (isFirst) read = 0
      const stored = await pages.store(pull, page, askedAt)
      if (stored.latest !== null) latest = Math.max(latest ?? 0, stored.latest)
      if (refusals.length < REFUSALS_MAX) refusals.push(...(await send(pull, await omitQueued(stored.pushes))))
      read += page.length
      await onRead(read)
      askedAt = clock.now()
    }
    return { latest, refusals }
  }

  return {
    /**
     * Stores a record as it is now, and sends it what its item has instead. Nothing before the first pull: that one does it.
     * Throws as `pull` does.
     */
    async compare(link: Linked, recordId: string, signal: AbortSignal): Promise<void> {
      const fields = link.row && fieldsOf(link.row)
      if (!link.row || !fields?.table || fields.columns.size === 0) return
      // The item is of a table that the company named before.
      if (!(await recordsStore(database.queries).of(link.companyId, [recordId])).has(recordId)) return
      const { table, columns } = fields
      const pull: Pull = { link, table, columns, turn: client.forWork(signal), scanNumber: link.row.walk }
      const askedAt = clock.now()
      try {
        const record = await contentDatabase.read(table, recordId, columnIdsOf(columns), pull.turn)
        const [refusal] = await send(pull, (await pages.store(pull, [record], askedAt)).pushes)
        if (refusal) throw refusal
      } catch (error) {
        if (!(error instanceof ContentDatabaseFailure) || error.kind !== 'gone') throw error
        await pages.forget(link.companyId, [recordId])
      }
    },

    /**
     * Pulls once. `settle` runs in the transaction that says it is done. Throws `ContentDatabaseFailure`, and
     * `Relinked` when the company names another table meanwhile; what has been stored by then stays.
     */
    async pull(
      linked: Linked,
      signal: AbortSignal,
      { progress, settle }: { progress(share: number): Promise<void>; settle(tx: Queries): Promise<void> },
    ): Promise<void> {
      const turn = client.forWork(signal)
      const link = await describeTable({ database, clock, client }, linked, turn)
      const { companyId } = link
      const { table, columns } = fieldsOf(link.row)
      if (!table || columns.size === 0)
        throw new ContentDatabaseFailure('refused', `No column of “${link.wanted}” holds anything that posts have.`)
      const hasChangedTime = columns.has('changedTime')
      const isWhole = readsEverything(link.row, hasChangedTime, clock.now())
      const beganAt = clock.now()
      const scanNumber = isWhole ? Math.max(beganAt, link.row.walk + 1) : link.row.walk
      const pull: Pull = { link, table, columns, turn, scanNumber }
      if (isWhole) await syncSettingsStore(database.queries).set(companyId, { walk: scanNumber })
      const since = isWhole ? null : link.row.changed_until
      const { latest, refusals } = await readPages(pull, since, (read) =>
        progress(progressOf(read, isWhole ? link.row.records : 0)),
      )
      if (isWhole) {
        const { known, unseen } = await recordsStore(database.queries).counts(companyId, scanNumber)
        if (isSuspicious(unseen, known)) await readPages(pull, null, async () => {})
        await pages.prune(pull)
      }
      const refused = refusals.find(({ kind }) => kind !== 'gone')
      await database.transaction(async (tx) => {
        await stillLinked(tx, link)
        const now = clock.now()
        const { known } = await recordsStore(tx).counts(companyId, scanNumber)
        const settings = syncSettingsStore(tx)
        const next = nextPull(hasChangedTime, now)
        const until = findChangedUntil(latest, beganAt)
        await settings.set(companyId, {
          records: known,
          pulled_at: now,
          ...afterPull(link.row, (await settings.rowOf(companyId)) ?? link.row, { now, next, until }),
          ...(isWhole && { walked_at: now }),
          // What was refused is shown as the reason; the rest of the table is in step.
          failure: refused?.message ?? null,
          failure_kind: refused?.kind ?? null,
        })
        const [waiting] = await attachmentsStore(tx, database.engine).waiting(companyId, '', 1)
        if (waiting) await queue.enqueue(tx, [copyFilesOf(companyId)])
        await publishEvents(tx, [{ companyId, kind: 'content-sync-changed' }], now)
        await settle(tx)
      })
    },
  }
}

const columnIdsOf = (columns: Columns): string[] => [...new Set([...columns.values()].map(({ id }) => id))]
