/** Search by trigrams, three characters in a row. On PostgreSQL `like` uses them by itself; SQLite has tables of FTS5. */
import { sql } from 'kysely'
import type { Database } from './database.ts'

/** What of PostgreSQL lists and searches need to be quick; docs/decisions/0052 has the statements. */
const INDEXES = ['account_names_trigrams', 'content_items_trigrams']

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
