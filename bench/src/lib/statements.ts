/** Plain SQL for stores of a run. */
import type { Database } from '../../../server/src/platform/database/database.ts'

/** Answers how many rows it changed. The store tells a change from a read by how it was built. */
export async function runStatement({ queries }: Database, text: string): Promise<number> {
  const { numAffectedRows } = await queries.executeQuery({
    ...queries.deleteFrom('companies').compile(),
    sql: text,
    parameters: [],
  })
  return Number(numAffectedRows ?? 0)
}

export async function readRows(
  { queries }: Database,
  text: string,
  parameters: readonly unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const { rows } = await queries.executeQuery({
    ...queries.selectFrom('companies').selectAll().compile(),
    sql: text,
    parameters,
  })
  return rows as Record<string, unknown>[]
}
