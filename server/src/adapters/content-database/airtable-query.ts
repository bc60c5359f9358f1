/** Which columns of a table are asked for, and which of its records. */
import { type Column, ContentDatabaseFailure, type ContentTable, type RecordsQuery } from '#ports/content-database.ts'
import { whereChangedAfter, whereCreatedAfter } from './airtable-formula.ts'
import type { NamedColumns } from './airtable-tables.ts'

const PAGE_RECORDS = 100

export const describeTable = ({ name }: ContentTable) => `the table “${name}”`

/** Throws `columns_changed` for one that the table does not have any more. */
export function columnsOf({ columns, name }: ContentTable, ids: readonly string[]): Column[] {
  return ids.map((id) => {
    const found = columns.find((column) => column.id === id)
    if (found) return found
    throw new ContentDatabaseFailure('columns_changed', `A column of the table “${name}” is gone.`)
  })
}

/** What a write answers beside its own cells: when the record was changed. */
export function withChangedTime(table: ContentTable, columns: readonly Column[]): Column[] {
  const times = table.columns.filter(({ kind }) => kind === 'changed_time')
  return [...columns, ...times]
}

export function queryFor(
  table: ContentTable,
  columns: NamedColumns,
  { changedAfter, createdAfter }: RecordsQuery,
): URLSearchParams {
  const query = new URLSearchParams({ pageSize: String(PAGE_RECORDS) })
  for (const { name } of columns) query.append('fields[]', name)
  if (changedAfter) {
    const [column] = columnsOf(table, [changedAfter.columnId])
    query.set('filterByFormula', whereChangedAfter(column?.name ?? '', changedAfter.at))
  }
  if (createdAfter !== undefined) query.set('filterByFormula', whereCreatedAfter(createdAfter))
  return query
}
