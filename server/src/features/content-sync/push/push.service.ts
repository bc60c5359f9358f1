/**
 * What is changed here goes to the table first, and only then is it kept here (D19): a failure changes nothing. What the
 * table has taken and we could not keep comes back with the next pull.
 */
import type {
  FieldChange,
  ItemChange,
  ItemRow,
  UploadsService,
  WriteThrough,
  WrittenThrough,
} from '#features/content/index.ts'
import { publishEvents } from '#features/core/index.ts'
import type { Database } from '#platform/database/database.ts'
import { conflict, Failure } from '#platform/errors.ts'
import type { Clock } from '#ports/clock.ts'
import { ContentDatabaseFailure, type ContentTable, type TableRecord } from '#ports/content-database.ts'
import type { Queue } from '#ports/queue.ts'
import { attachmentsStore } from '../attachments/attachments.store.ts'
import { asFailure, type TableClient } from '../client/client.service.ts'
import {
  CELL_FIELDS,
  type Columns,
  cellsFor,
  filesOf,
  findOverwritten,
  type RecordFields,
  readChangedAt,
  readRecord,
  refuseUnwritable,
  toTakenFields,
  valuesOf,
} from '../field-mapping/field-mapping.rules.ts'
import { compareRecordOf } from '../pull/pull.rules.ts'
import type { PulledPages } from '../pull/service/store-pages.ts'
import { type DescribedTable, describeTable } from '../settings/service/describe-table.ts'
import { fieldsOf } from '../settings/settings.rules.ts'
import { syncSettingsStore } from '../settings/settings.store.ts'
import { recordsStore } from '../settings/store/records.ts'
import type { PendingCreates } from './service/pending-creates.ts'

/** Records whose latest state is read before they are written, so that an edit made there meanwhile is not lost. */
const READ_FIRST_MAX = 3
/** The service takes no larger files in a call. */
const FILE_BYTES_MAX = 5 * 1024 * 1024

interface Target {
  described: DescribedTable
  table: ContentTable
  columns: Columns
}

type Outcome = WrittenThrough | Failure

export function pushService({
  database,
  clock,
  client,
  queue,
  pages,
  creates,
  uploads,
}: {
  database: Database
  clock: Clock
  client: TableClient
  queue: Queue
  pages: PulledPages
  creates: PendingCreates
  uploads: Pick<UploadsService, 'read'>
}): WriteThrough {
  const { contentDatabase } = client

  /** Null for a company without a table. Throws a `Failure` for one whose table has yet to be read. */
  async function targetOf(companyId: number): Promise<Target | null> {
    const link = await syncSettingsStore(database.queries).link(companyId)
    if (!link) return null
    const fields = link.row && fieldsOf(link.row)
    if (!link.row || link.row.pulled_at === null || !fields?.table)
      throw conflict(
        'table_not_read',
        `The table “${link.wanted}” is being read for the first time: posts can be changed when that is done.${link.row?.failure ? ` ${link.row.failure}` : ''}`,
      )
    return { described: { ...link, row: link.row }, table: fields.table, columns: fields.columns }
  }

  /** A column may have been renamed: then the table is described again, and the write tried once more. */
  async function withColumns<Result>(target: Target, write: (target: Target) => Promise<Result>): Promise<Result> {
    try {
      return await write(target)
    } catch (error) {
      if (!(error instanceof ContentDatabaseFailure) || error.kind !== 'columns_changed') throw error
      const described = await describeTable({ database, clock, client }, target.described, client.forPeople())
      const { table, columns } = fieldsOf(described.row)
      if (!table) throw error
      return write({ described, table, columns })
    }
  }

  /** What stands in the table of the fields that are about to be changed, and was not known here: it loses, and is kept. */
  async function unseen(target: Target, item: ItemRow, change: ItemChange): Promise<FieldChange[]> {
    const { table, columns, described } = target
    const read = CELL_FIELDS.flatMap((field) => (change[field] === undefined ? [] : (columns.get(field)?.id ?? [])))
    if (read.length === 0) return []
    const record = await contentDatabase.read(table, item.id, read, client.forPeople())
    return findOverwritten(
      { theirs: readRecord(record, columns), ours: valuesOf(item), change },
      columns,
      described.timeZone,
    )
  }

  async function writeSome(target: Target, items: readonly ItemRow[], change: ItemChange) {
    const conflicts = new Map<string, FieldChange[]>()
    return withColumns(target, async (now) => {
      const cells = cellsFor(change, now.columns, now.described.timeZone)
      if (cells.size === 0) return new Map<string, Outcome>()
      if (items.length <= READ_FIRST_MAX)
        for (const item of items) conflicts.set(item.id, await unseen(now, item, change))
      const changes = items.map(({ id }) => ({ id, cells }))
      const changed = await contentDatabase.change(now.table, changes, client.forPeople())
      return new Map<string, Outcome>(
        changed.map((record) => [
          record.id,
          {
            tableChangedAt: readChangedAt(record, now.columns) ?? clock.now(),
            conflicts: conflicts.get(record.id) ?? [],
          },
        ]),
      )
    })
  }

  /** As many as one call takes; where one of them is gone, each by itself. */
  async function writeBatch(
    target: Target,
    items: readonly ItemRow[],
    change: ItemChange,
  ): Promise<ReadonlyMap<string, Outcome>> {
    try {
      return await writeSome(target, items, change)
    } catch (error) {
      const isGone = error instanceof ContentDatabaseFailure && error.kind === 'gone'
      if (isGone && items.length > 1) {
        const outcomes = new Map<string, Outcome>()
        for (const item of items)
          for (const [id, outcome] of await writeBatch(target, [item], change)) outcomes.set(id, outcome)
        return outcomes
      }
      if (isGone)
        await pages.forget(
          target.described.companyId,
          items.map(({ id }) => id),
        )
      const failure = asFailure(error, clock.now())
      if (!(failure instanceof Failure)) throw error
      return new Map(items.map(({ id }) => [id, failure]))
    }
  }

  async function changeIn(companyId: number, items: readonly ItemRow[], change: ItemChange) {
    const outcomes = new Map<string, Outcome>()
    const all = (failure: Failure, of = items) => {
      for (const { id } of of) outcomes.set(id, failure)
    }
    try {
      const target = await targetOf(companyId)
      if (!target) return outcomes
      const ids = items.map(({ id }) => id)
      const known = await recordsStore(database.queries).of(companyId, ids)
      // The others were made before there was a table.
      const there = items.filter(({ id }) => known.has(id))
      const closed = refuseUnwritable(target.columns, change)
      if (closed) all(closed, there)
      for (let from = 0; !closed && from < there.length; from += contentDatabase.writesPerCall) {
        const some = there.slice(from, from + contentDatabase.writesPerCall)
        for (const [id, outcome] of await writeBatch(target, some, change)) outcomes.set(id, outcome)
      }
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      all(error)
    }
    return outcomes
  }

  /** Our picture of a new post, for the table too. Without it the post is there all the same. */
  async function sendImage({ table, columns, described }: Target, recordId: string, imageUrl: string): Promise<void> {
    const column = columns.get('image')
    if (!column?.isWritable) return
    const { bytes, type } = await uploads.read(imageUrl.split('/').at(-1) ?? '')
    if (bytes.length > FILE_BYTES_MAX) return
    const name = `image.${type.split('/').at(-1)}`
    const files = await contentDatabase.addFile(table, recordId, column.id, { bytes, type, name }, client.forPeople())
    const sent = files.at(-1)
    if (sent)
      await attachmentsStore(database.queries, database.engine).addSent(described.companyId, recordId, sent, imageUrl)
  }

  return {
    async make({ companyId, fields, intent }, keep) {
      const target = await targetOf(companyId)
      if (!target) return keep(null)
      return creates.hold({ companyId, fields, intent }, async ({ make, settle }) => {
        const { record, used } = await withColumns(target, async (now) => ({
          record: await make({ timeZone: now.described.timeZone, ...now }),
          used: now,
        })).catch(async (error: unknown) => {
          if (error instanceof ContentDatabaseFailure && error.isUncertain) await pullSoon([companyId])
          throw asFailure(error, clock.now())
        })
        const tableChangedAt = await remember(used, record)
        const hasFile = filesOf(record, used.columns).length > 0
        if (typeof fields.imageUrl === 'string' && !hasFile)
          await sendImage(used, record.id, fields.imageUrl).catch((error: unknown) => {
            if (!(error instanceof ContentDatabaseFailure || error instanceof Failure)) throw error
          })
        return keep({ id: record.id, tableChangedAt, settle })
      })
    },

    async change(items, change) {
      const outcomes = new Map<string, Outcome>()
      for (const [companyId, some] of Map.groupBy(items, ({ company_id }) => company_id))
        for (const [id, outcome] of await changeIn(companyId, some, change)) outcomes.set(id, outcome)
      const isUncertain = [...outcomes.values()].some((one) => one instanceof Failure && one.status === 502)
      if (isUncertain) await pullSoon([...new Set(items.map(({ company_id }) => company_id))])
      return outcomes
    },

    async agree(tx, items, change) {
      for (const [companyId, some] of Map.groupBy(items, ({ company_id }) => company_id)) {
        const link = await syncSettingsStore(tx).link(companyId)
        if (!link?.row) continue
        const taken = toTakenFields(change, fieldsOf(link.row).columns, link.timeZone)
        await recordsStore(tx).agree(companyId, new Map(some.map(({ id }) => [id, taken])))
      }
    },

    async compare(tx, items) {
      const jobs = items.filter(({ table_changed_at }) => table_changed_at !== null).map(compareRecordOf)
      if (jobs.length > 0) await queue.enqueue(tx, jobs)
    },
  }

  /** From now on the record is one of the table's: a walk that began before does not miss it. */
  async function remember({ described, columns }: Target, record: TableRecord): Promise<number> {
    const tableChangedAt = readChangedAt(record, columns) ?? clock.now()
    const before: RecordFields = readRecord(record, columns)
    await database.transaction(async (tx) => {
      const row = await syncSettingsStore(tx).rowOf(described.companyId)
      await recordsStore(tx).keep([
        {
          company_id: described.companyId,
          record_id: record.id,
          changed_at: tableChangedAt,
          seen_in: row?.walk ?? described.row.walk,
          told: JSON.stringify(before),
        },
      ])
    })
    return tableChangedAt
  }

  /** It is unknown whether the table took it: the next pull finds out. */
  async function pullSoon(companies: readonly number[]): Promise<void> {
    const now = clock.now()
    await database.transaction(async (tx) => {
      for (const companyId of companies) await syncSettingsStore(tx).set(companyId, { next_pull_at: now })
      const happenings = companies.map((companyId) => ({ companyId, kind: 'content-sync-changed' as const }))
      await publishEvents(tx, happenings, now)
    })
  }
}
