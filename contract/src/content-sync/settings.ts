import * as z from 'zod'
import { route } from '../base/route.ts'
import { Moment, PathId } from '../base/shared.ts'
import { TABLE_FIELDS } from './limits.ts'

/** A field of ours and the column of a company's table that holds it. */
const FieldColumn = z.object({
  field: z.enum(TABLE_FIELDS),
  /** The column's id; null when none holds it. */
  columnId: z.string().nullable(),
  columnName: z.string().nullable(),
  /** `guessed`: by its name. `chosen`: by an administrator. */
  origin: z.enum(['guessed', 'chosen', 'none']),
  /** What is wrong with it, in one sentence: gone, cannot be written, holds another type. */
  problem: z.string().nullable(),
})

/** Which columns of a company's table hold which of our fields (D19). */
export const TableFields = z.object({
  companyId: z.int(),
  companyName: z.string(),
  table: z.string(),
  fields: z.array(FieldColumn),
  /** What can be chosen, in the table's order. */
  columns: z.array(
    z.object({ id: z.string(), name: z.string(), type: z.string(), fits: z.array(z.enum(TABLE_FIELDS)) }),
  ),
})
export type TableFields = z.infer<typeof TableFields>

const params = z.strictObject({ companyId: PathId })

export const contentTables = {
  /** Companies whose items are synced, with the state of the sync. Never waits for the service. */
  list: route({
    method: 'GET',
    path: '/api/connections/airtable/tables',
    access: 'admin',
    summary: 'List the companies whose content is kept in step with a table',
    reply: z.array(
      z.object({
        companyId: z.int(),
        companyName: z.string(),
        table: z.string(),
        state: z.enum(['waiting', 'in_step', 'failing']),
        message: z.string().nullable(),
        pulledAt: Moment.nullable(),
        records: z.int(),
      }),
    ),
  }),
  read: route({
    method: 'GET',
    path: '/api/connections/airtable/tables/:companyId',
    access: 'admin',
    summary: "Say which columns of a company's table hold which field; asks the service",
    params,
    reply: TableFields,
  }),
  update: route({
    method: 'PUT',
    path: '/api/connections/airtable/tables/:companyId',
    access: 'admin',
    summary: 'Choose columns for fields: null for none, absent as found by name; everything is pulled again',
    params,
    body: z.strictObject({ columns: z.partialRecord(z.enum(TABLE_FIELDS), z.string().max(100).nullable()) }),
    reply: TableFields,
  }),
}
