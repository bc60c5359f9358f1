/** Pure decisions before a table is written: what may be, and what of theirs it would take the place of. */
import type { FieldChange, ItemChange } from '#features/content/index.ts'
import { conflict, type Failure } from '#platform/errors.ts'
import type { TableRecord } from '#ports/content-database.ts'
import {
  asStoredBy,
  CELL_FIELDS,
  type Columns,
  findClosedColumn,
  type RecordFields,
  readRecord,
  type valuesOf,
} from '../field-mapping/field-mapping.rules.ts'

interface Sides {
  theirs: RecordFields
  ours: ReturnType<typeof valuesOf>
  change: ItemChange
}

/** What stands there of the fields that change, and is neither what was known here nor what it is to become. */
export function findOverwritten({ theirs, ours, change }: Sides, columns: Columns, timeZone: string): FieldChange[] {
  return CELL_FIELDS.flatMap((field): FieldChange[] => {
    const column = columns.get(field)
    const [there, to] = [theirs[field], change[field]]
    if (!column || there === undefined || to === undefined) return []
    const same = (value: typeof there) =>
      JSON.stringify(asStoredBy(field, value, column, timeZone)) === JSON.stringify(there)
    return same(ours[field]) || same(to) ? [] : [{ field, from: there, to }]
  })
}

export function refuseUnwritable(columns: Columns, change: ItemChange): Failure | null {
  const closed = findClosedColumn(change, columns)
  if (!closed) return null
  return conflict('table_refused', `The column “${closed.name}” of the table cannot be written: change it there.`)
}

/** A call that was cut off may take effect for so long: twice as long as a client waits for its answer. */
export const SETTLES_MS = 20_000

/** Whether a record holds what was to be written, in every field that its table can hold. */
export function holdsFields(
  record: TableRecord,
  fields: ItemChange,
  { columns, timeZone }: { columns: Columns; timeZone: string },
): boolean {
  const theirs = readRecord(record, columns)
  return CELL_FIELDS.every((field) => {
    const column = columns.get(field)
    const value = fields[field]
    if (!column?.isWritable || value === undefined) return true
    return JSON.stringify(asStoredBy(field, value, column, timeZone)) === JSON.stringify(theirs[field])
  })
}
