/** A PostgreSQL from which everything is gone, as after a disk that was lost. */
import pg from 'pg'

/** Nothing happens without an address: the store is a file then. */
export async function emptyDatabase(databaseUrl: string): Promise<void> {
  if (!databaseUrl) return
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('drop schema public cascade')
  await client.query('create schema public')
  await client.end()
}
