/** Decisions about the columns of a table that need no server. */
import type { RouteInput, TableFields } from '@tangelo/contract'
import type { TableField } from '@tangelo/contract/limits'
import { texts } from './texts/set-up.ts'

type Held = TableFields['fields'][number]
type Columns = RouteInput<'PUT /api/connections/airtable/tables/:companyId'>['body']['columns']

/** The column whose name fits, whichever that is. */
export const BY_NAME = 'by name'
const NONE = 'none'

/** What is chosen for a field: by name, none, or a column's id. */
export function choiceOf({ origin, columnId }: Held): string {
  return origin === 'chosen' ? (columnId ?? NONE) : BY_NAME
}

/** What can be chosen for a field. A column that was chosen and is gone stays in sight. */
export function optionsOf({ columns }: TableFields, held: Held): { value: string; label: string }[] {
  const fitting = columns.filter(({ fits }) => fits.includes(held.field))
  const choice = choiceOf(held)
  const isGone = choice !== BY_NAME && choice !== NONE && !fitting.some(({ id }) => id === choice)
  return [
    { value: BY_NAME, label: texts.tables.byName(held.origin === 'guessed' ? held.columnName : null) },
    { value: NONE, label: texts.tables.noColumn },
    ...fitting.map(({ id, name }) => ({ value: id, label: name })),
    ...(isGone ? [{ value: choice, label: texts.tables.missingColumn(held.columnName) }] : []),
  ]
}

/** All that is chosen, with another choice for one field: null for none, absent as found by name. */
export function updateColumns({ fields }: TableFields, field: TableField, choice: string): Columns {
  const columns: Columns = {}
  for (const held of fields) {
    const chosen = held.field === field ? choice : choiceOf(held)
    if (chosen !== BY_NAME) columns[held.field] = chosen === NONE ? null : chosen
  }
  return columns
}
