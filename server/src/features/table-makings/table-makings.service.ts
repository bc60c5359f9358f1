/**
 * Makes a record in a table once, also when the answer to the first try was lost: who tries the same again gets the record
 * that the first try made, where it made one. Remembered for a day.
 */
import { createHash } from 'node:crypto'
import { contentStore, type ItemChange } from '#features/content/index.ts'
import type { TableCalls } from '#features/table-calls/index.ts'
import { asToldBy, CELL_FIELDS, type Columns, cellsFor, told } from '#features/table-cells/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { Clock } from '#ports/clock.ts'
import { ContentDatabaseFailure, type ContentTable, type TableRecord } from '#ports/content-database.ts'
import { tableMakingsStore } from './table-makings.store.ts'

export type TableMakings = ReturnType<typeof tableMakings>

const REMEMBERED_MS = 24 * 60 * 60_000
/** The service's clock may be apart from ours by so much. */
const CLOCKS_APART_MS = 2 * 60_000
/** Somebody waits: a table in which more has changed since is not gone through. */
const PAGES_MAX = 10

interface Making {
  companyId: number
  timeZone: string
  table: ContentTable
  columns: Columns
}

export function tableMakings({ database, clock, calls }: { database: Database; clock: Clock; calls: TableCalls }) {
  const { contentDatabase } = calls
  const store = tableMakingsStore(database.queries)

  /** What an earlier try of the same has made; an item that was made here for somebody else is not it. */
  async function madeSince(making: Making, fields: ItemChange, beganAt: number): Promise<TableRecord | undefined> {
    const { table, columns } = making
    const changedTime = columns.get('changedTime')
    const since = beganAt - CLOCKS_APART_MS
    const wish = {
      columnIds: [...new Set([...columns.values()].map(({ id }) => id))],
      ...(changedTime && { changedAfter: { columnId: changedTime.id, at: since } }),
    }
    let pages = 0
    for await (const { records } of contentDatabase.pages(table, wish, calls.forPeople())) {
      const alike = records.filter((record) => record.createdAt >= since && says(record, fields, making))
      const known = await contentStore(database.queries).rows(alike.map(({ id }) => id))
      const fromHere = new Set(known.flatMap(({ id, source }) => (source === 'here' ? [id] : [])))
      const found = alike.find(({ id }) => !fromHere.has(id))
      pages += 1
      if (found || pages === PAGES_MAX) return found
    }
    return undefined
  }

  return {
    /** Throws `ContentDatabaseFailure`. */
    async make(making: Making, fields: ItemChange): Promise<TableRecord | undefined> {
      const { companyId, table, columns, timeZone } = making
      const fingerprint = createHash('sha256').update(JSON.stringify(fields)).digest('hex')
      const firstAt = await store.beganAt(companyId, fingerprint)
      const beganAt = clock.now()
      const isRepeated = firstAt !== undefined && firstAt > beganAt - REMEMBERED_MS
      const before = isRepeated ? await madeSince(making, fields, firstAt) : undefined
      try {
        const cells = cellsFor(fields, columns, timeZone)
        const [made] = before ? [before] : await contentDatabase.create(table, [cells], calls.forPeople())
        if (firstAt !== undefined) await store.close(companyId, fingerprint)
        return made
      } catch (error) {
        if (error instanceof ContentDatabaseFailure && error.isUncertain) {
          await store.forgetBefore(companyId, beganAt - REMEMBERED_MS)
          await store.open(companyId, fingerprint, beganAt)
        }
        throw error
      }
    },
  }
}

/** Whether a record holds what was to be written, in every field that its table can hold. */
function says(record: TableRecord, fields: ItemChange, { columns, timeZone }: Making): boolean {
  const theirs = told(record, columns)
  return CELL_FIELDS.every((field) => {
    const column = columns.get(field)
    const value = fields[field]
    if (!column?.isWritable || value === undefined) return true
    return JSON.stringify(asToldBy(field, value, column, timeZone)) === JSON.stringify(theirs[field])
  })
}
