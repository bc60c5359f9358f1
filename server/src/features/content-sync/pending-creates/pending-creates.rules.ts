/** Pure decisions about new records. */
import type { ItemChange } from '#features/content/index.ts'
import type { TableRecord } from '#ports/content-database.ts'
import { asToldBy, CELL_FIELDS, type Columns, told } from '../field-mapping/field-mapping.rules.ts'

/** A call that was cut off may take effect for so long: twice as long as a client waits for its answer. */
export const SETTLES_MS = 20_000

/** Whether a record holds what was to be written, in every field that its table can hold. */
export function says(
  record: TableRecord,
  fields: ItemChange,
  { columns, timeZone }: { columns: Columns; timeZone: string },
): boolean {
  const theirs = told(record, columns)
  return CELL_FIELDS.every((field) => {
    const column = columns.get(field)
    const value = fields[field]
    if (!column?.isWritable || value === undefined) return true
    return JSON.stringify(asToldBy(field, value, column, timeZone)) === JSON.stringify(theirs[field])
  })
}
