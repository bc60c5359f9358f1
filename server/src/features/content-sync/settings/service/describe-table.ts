/** Reads the columns of a table from the service, and what they hold. */
import type { TableFields } from '@tangelo/contract'
import type { Database } from '#platform/database/database.ts'
import type { Clock } from '#ports/clock.ts'
import { ContentDatabaseFailure, type ContentTable, type Turn } from '#ports/content-database.ts'
import type { TableClient } from '../../client/client.service.ts'
import { guessColumns } from '../rules/guess-columns.ts'
import { type ColumnIds, fieldsFor, fieldsOf, hasSameColumns } from '../settings.rules.ts'
import { type Linked, syncSettingsStore, type TableRow } from '../settings.store.ts'

/** A company that names a table, and what was seen of that. */
export type DescribedTable = Linked & { row: TableRow }

interface Tools {
  database: Database
  clock: Clock
  client: TableClient
}

/**
 * Reads the table's columns from the service and stores them, with a guess for each field that has none. Throws
 * `ContentDatabaseFailure`, also when another company is synced with the same table.
 */
export async function describeTable(
  { database, clock, client }: Tools,
  link: Linked,
  turn: Turn,
): Promise<DescribedTable> {
  const { companyId, wanted } = link
  const table = await client.contentDatabase.describe(wanted, turn)
  const other = await syncSettingsStore(database.queries).otherWith(table.id, companyId)
  if (other !== null)
    throw new ContentDatabaseFailure(
      'refused',
      `The table “${wanted}” belongs to ${other} already: a table is synced with one company.`,
    )
  return database.transaction(async (tx) => {
    const store = syncSettingsStore(tx)
    // Held from here on: columns that an administrator chooses meanwhile come after this.
    if (!(await store.holds(companyId, wanted))) await store.begin(companyId, wanted, clock.now())
    const row = await store.rowOf(companyId)
    if (!row) throw new Error('The table was begun in this transaction')
    const { chosen, guessed } = keepColumns(row, table)
    const seen = {
      table_id: table.id,
      table_name: table.name,
      columns: JSON.stringify(table.columns),
      chosen: JSON.stringify(chosen),
      guessed: JSON.stringify(guessColumns(table.columns, guessed, chosen)),
    }
    const changes = { ...seen, ...(!hasSameColumns(row, { ...row, ...seen }) && { changed_until: null }) }
    await store.set(companyId, changes)
    return { ...link, row: { ...row, ...changes } }
  })
}

/** What was chosen and guessed of this table. Just begun, it may be the one before under another name: no two tables share a column. */
function keepColumns(
  row: TableRow,
  { columns }: Pick<ContentTable, 'columns'>,
): { chosen: ColumnIds; guessed: ColumnIds } {
  const known: { chosen: ColumnIds; guessed: ColumnIds } = {
    chosen: JSON.parse(row.chosen),
    guessed: JSON.parse(row.guessed),
  }
  const ids = new Set<string | null>([...Object.values(known.guessed), ...Object.values(known.chosen)])
  return row.table_id !== null || columns.some(({ id }) => ids.has(id)) ? known : { chosen: {}, guessed: {} }
}

export function asTableFields({ companyId, companyName, wanted, row }: DescribedTable): TableFields {
  const { table, fields } = fieldsOf(row)
  return {
    companyId,
    companyName,
    table: table?.name ?? wanted,
    fields: fields.map(({ field, column, origin, problem }) => ({
      field,
      columnId: column?.id ?? null,
      columnName: column?.name ?? null,
      origin,
      problem,
    })),
    columns: (table?.columns ?? []).map((column) => ({
      id: column.id,
      name: column.name,
      type: column.type,
      fits: fieldsFor(column),
    })),
  }
}
