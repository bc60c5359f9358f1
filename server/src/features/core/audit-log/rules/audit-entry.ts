/** An entry as clients get it, and as a row of the CSV file. */
import type { AuditEntry } from '@tangelo/contract'
import { momentToText } from '#platform/calendar.ts'
import type { ShownRow } from '../audit-log.store.ts'

export const asAuditEntry = (row: ShownRow): AuditEntry => ({
  number: row.number,
  at: momentToText(row.at),
  act: row.act,
  userId: row.user_id,
  userName: row.user_name,
  via: row.via,
  address: row.address,
  objectKind: row.object_kind,
  objectId: row.object_id,
  objectName: row.object_name,
  companyId: row.company_id,
  companyName: row.company_name,
  details: JSON.parse(row.details),
  hash: row.hash,
})

export const COLUMNS = [
  'number',
  'at',
  'act',
  'user_id',
  'user_name',
  'via',
  'address',
  'object_kind',
  'object_id',
  'object_name',
  'company_id',
  'company_name',
  'details',
  'hash',
]

export const cellsOf = (row: ShownRow) => [
  row.number,
  momentToText(row.at),
  row.act,
  row.user_id,
  row.user_name,
  row.via,
  row.address,
  row.object_kind,
  row.object_id,
  row.object_name,
  row.company_id,
  row.company_name,
  row.details,
  row.hash,
]
