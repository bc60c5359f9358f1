/** All rows of a store, to compare one with another: those that a backup carries, and the sums that triggers keep of them. */
import { openCarriedRows } from '#platform/database/carried-rows.ts'
import { openDatabase, type StoreLocation } from '#platform/database/database.ts'

/** Tables of rows, each row as sorted text, in an order of their own. */
export async function rowsOfStore(
  location: StoreLocation,
  { without = [] }: { without?: readonly string[] } = {},
): Promise<Record<string, string[]>> {
  const rows = await openCarriedRows(location)
  const found: Record<string, string[]> = {}
  try {
    for (const { name } of rows.tables) {
      const lines: string[] = []
      for await (const some of rows.rows(name)) lines.push(...some.map(toSortedText))
      if (!without.includes(name)) found[name] = lines.sort()
    }
  } finally {
    await rows.end()
  }
  const database = openDatabase(location, { connections: 1 })
  try {
    const sums = await database.queries.selectFrom('account_sums').selectAll().where('accounts', '!=', 0).execute()
    found.account_sums = sums.map((row) => toSortedText(JSON.stringify(row))).sort()
  } finally {
    await database.close()
  }
  return found
}

const toSortedText = (line: string) =>
  JSON.stringify(Object.entries(JSON.parse(line)).sort(([a], [b]) => (a < b ? -1 : 1)))
