/** What the store says of itself. */
import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'

export async function storeFigures({ engine, queries }: Database): Promise<{ version: string; bytes: number }> {
  const figures =
    engine === 'sqlite'
      ? sql<{ version: string; bytes: number }>`select sqlite_version() as version,
          (select page_count from pragma_page_count()) * (select page_size from pragma_page_size()) as bytes`
      : sql<{ version: string; bytes: number }>`select current_setting('server_version') as version,
          pg_database_size(current_database()) as bytes`
  const { rows } = await figures.execute(queries)
  return { version: rows[0]?.version ?? '', bytes: Number(rows[0]?.bytes ?? 0) }
}

/** The latest first. */
export async function migrationsThatRan({ queries }: Database): Promise<{ name: string; ran_at: number }[]> {
  const { rows } = await sql<{ name: string; ran_at: number }>`
    select name, ran_at from migrations order by name desc`.execute(queries)
  return rows.map(({ name, ran_at }) => ({ name, ran_at: Number(ran_at) }))
}
