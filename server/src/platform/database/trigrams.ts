/** Search by trigrams, three characters in a row. On PostgreSQL `like` uses them by itself; SQLite has tables of FTS5. */
import { sql } from 'kysely'
import type { Database } from './database.ts'
import type { MaintenanceClient } from './postgres-maintenance.ts'

/** What of PostgreSQL lists and searches need to be quick; docs/decisions/0052 has the statements. */
const INDEXED = [
  { table: 'account_names', column: 'name_key' },
  { table: 'content_items', column: 'search_text' },
]
const INDEXES = INDEXED.map(({ table }) => `${table}_trigrams`)

/**
 * Builds the indexes of trigrams that are missing, or that were given up half-built, while others read and write. Builds none where
 * the extension is missing: creating it is for an administrator of the database.
 */
export async function addTrigramIndexes(client: MaintenanceClient): Promise<void> {
  const [extension] = await client.run(`select 1 from pg_extension where extname = 'pg_trgm'`)
  if (!extension) return
  for (const { table, column } of INDEXED) {
    const name = `${table}_trigrams`
    const [index] = await client.run<{ isValid: boolean; isBeingBuilt: boolean }>(
      `select indisvalid as "isValid", exists (select from pg_stat_progress_create_index where index_relid = indexrelid) as "isBeingBuilt"
      from pg_index where indexrelid = to_regclass($1)`,
      [name],
    )
    if (index?.isValid || index?.isBeingBuilt) continue
    if (index) await client.run(`drop index concurrently if exists ${name}`)
    await client.run(`create index concurrently if not exists ${name} on ${table} using gin (${column} gin_trgm_ops)`)
  }
}

/** Why searches look at every row, in a sentence for administrators; null where they do not. */
export async function searchProblem({ engine, queries }: Database): Promise<string | null> {
  if (engine === 'sqlite') return null
  const { count } = await queries
    .selectFrom(
      sql`(select 1 from pg_index where indisvalid and indexrelid in (${sql.join(INDEXES.map((name) => sql`to_regclass(${name})`))}))`.as(
        'found',
      ),
    )
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) === INDEXES.length) return null
  return 'PostgreSQL lacks the extension pg_trgm, so a search looks at every name and text, which is slow in a large store: docs/decisions/0052 has the statements that add it.'
}

const LENGTH = 3
/** Enough of a long text that few others hold all of them. */
const WANTED_MAX = 12

/** Whether SQLite can find the text by trigrams: by code points, as FTS5 counts them. */
export const hasTrigram = (text: string): boolean => [...text].length >= LENGTH

/** Whether PostgreSQL can: its trigrams are of letters and digits only. */
export const hasTrigramOfWord = (text: string): boolean => /[\p{L}\p{N}]{3}/u.test(text)

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

/** For a table of FTS5 that keeps positions: rows that hold the text. */
export const asPhrase = (text: string): string => quoted(text)

/** For one that keeps none: rows that hold some trigrams of the text. Whether they hold the text is for the caller to look at. */
export function asTrigrams(text: string): string {
  const characters = [...text]
  const all = Array.from({ length: characters.length - LENGTH + 1 }, (_, at) =>
    characters.slice(at, at + LENGTH).join(''),
  )
  const step = Math.max(1, all.length / WANTED_MAX)
  const some = Array.from({ length: Math.min(all.length, WANTED_MAX) }, (_, at) => all[Math.floor(at * step)] ?? '')
  return [...new Set(some)].map(quoted).join(' AND ')
}
