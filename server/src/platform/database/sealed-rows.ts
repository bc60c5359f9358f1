/** Which secrets of the store were sealed with another key than the one that is here. */
import { sql } from 'kysely'
import type { Queries } from './database.ts'

/** Where secrets are kept, and what people call them. What lives for minutes (a way back from a provider) is left out. */
const SEALED = [
  { table: 'two_factor', column: 'secret', what: 'authenticator apps' },
  { table: 'webhooks', column: 'secret', what: 'secrets of webhooks' },
  { table: 'secrets', column: 'sealed', what: 'connections to Google Drive' },
  { table: 'own_accounts', column: 'sealed', what: 'connected Instagram accounts' },
  { table: 'source_connections', column: 'sealed', what: 'connections to sources of figures' },
  { table: 'sandbox_customers', column: 'state', what: 'payments of the sandbox' },
]

/** @param keyId null where no key is here, so that every secret is of another. */
export async function secretsOfOtherKeys(queries: Queries, keyId: string | null): Promise<string[]> {
  const found: string[] = []
  for (const { table, column, what } of SEALED) {
    const { rows } = await sql`select 1 as one from ${sql.table(table)}
      where ${sql.ref(column)} not like ${keyId === null ? '' : `${keyId}.%`} limit 1`.execute(queries)
    if (rows.length > 0) found.push(what)
  }
  return found
}
