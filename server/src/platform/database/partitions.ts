/** The SQL of one month of a partitioned table: an empty table first, attached to the whole, which others may use meanwhile. */
import { boundOf, type Month, type MonthlyTable } from './months.ts'

/** A trigger that refuses a statement does so for the table that the statement names: each month needs its own. */
const GUARDS: Partial<Record<MonthlyTable, (name: string) => string>> = {
  audit_entries: (name) =>
    `create trigger audit_entries_stay before update or delete or truncate on ${name}
      for each statement execute function audit_entries_stay()`,
}

/** To run in one transaction. Keys and indexes come with the attachment. */
export function monthStatements(table: MonthlyTable, month: Month): string[] {
  const name = `${table}_${month.name}`
  const guard = GUARDS[table]?.(name)
  return [
    `create table ${name} (like ${table} including defaults including constraints)`,
    ...(guard === undefined ? [] : [guard]),
    `alter table ${table} attach partition ${name} for values ${boundOf(month)}`,
  ]
}
