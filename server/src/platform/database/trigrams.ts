/** Search by trigrams, three characters in a row. On PostgreSQL `like` uses them by itself; SQLite has tables of FTS5. */
import { sql } from 'kysely'
import { likePattern } from './contains.ts'
import type { Database } from './database.ts'
import { TRIGRAM_INDEXES } from './trigram-indexes.ts'

/** Why searches look at every row, in a sentence for administrators; null where they do not. */
export async function searchProblem({ engine, queries }: Database): Promise<string | null> {
  if (engine === 'sqlite') return null
  const names = sql.join(TRIGRAM_INDEXES.map((name) => sql`to_regclass(${name})`))
  const { rows } = await sql<{ indexes: number; isExtended: boolean }>`select
    (select count(*) from pg_index where indisvalid and indexrelid in (${names})) as indexes,
    exists (select from pg_extension where extname = 'pg_trgm') as "isExtended"`.execute(queries)
  const { indexes, isExtended } = rows[0] ?? { indexes: 0, isExtended: false }
  if (Number(indexes) === TRIGRAM_INDEXES.length) return null
  return isExtended
    ? 'PostgreSQL is still building the indexes of searches, so a search looks at every name and text until then. What is missing is built within an hour.'
    : 'PostgreSQL lacks the extension pg_trgm, so a search looks at every name and text, which is slow in a large store: docs/decisions/0052 has the statements that add it.'
}

const LENGTH = 3
/** Enough of a long text that few others hold all of them. */
const WANTED_MAX = 12

/** Whether SQLite can find the text by trigrams: by code points, as FTS5 counts them. */
export const hasTrigram = (text: string): boolean => [...text].length >= LENGTH

/** As PostgreSQL indexes texts: its trigrams are of letters and digits only, and without spaces do not say which words follow each other. */
const asOneWord = (text: string): string => text.replaceAll(' ', '0')

/** Whether PostgreSQL can find the text by trigrams. */
export const hasTrigramOfWord = (text: string): boolean => /[\p{L}\p{N}]{3}/u.test(asOneWord(text))

/** True for rows that may hold the text, from the index `content_items_phrases` of PostgreSQL. Whether they do is for the caller to look at. */
export const mayHold = (text: string) =>
  sql<boolean>`replace(search_text, ' ', '0') like ${likePattern(asOneWord(text))} escape '\\'`

const quoteText = (text: string) => `"${text.replaceAll('"', '""')}"`

/** For a table of FTS5 that keeps positions: rows that hold the text. */
export const asPhrase = (text: string): string => quoteText(text)

/** For one that keeps none: rows that hold some trigrams of the text. Whether they hold the text is for the caller to look at. */
export function asTrigrams(text: string): string {
  const characters = [...text]
  const all = Array.from({ length: characters.length - LENGTH + 1 }, (_, at) =>
    characters.slice(at, at + LENGTH).join(''),
  )
  const step = Math.max(1, all.length / WANTED_MAX)
  const some = Array.from({ length: Math.min(all.length, WANTED_MAX) }, (_, at) => all[Math.floor(at * step)] ?? '')
  return [...new Set(some)].map(quoteText).join(' AND ')
}
