/** The columns of a table by its first lines: their names, their first cells, and what each seems to hold. */
import type { ImportColumn } from '@tangelo/contract/limits'
import { IMPORT_COLUMNS_MAX } from '@tangelo/contract/limits'
import { parse } from 'csv-parse/sync'
import { type FileColumn, type Separator, UnreadableFile } from '#ports/figures-file.ts'
import { isSeparatorLine, plainName, separatorOf, tooManyColumns } from './columns.ts'
import { SHORT_DATE } from './moments.ts'

const SAMPLES = 3
const ROWS_LOOKED_AT = 20

/** Other names that people and programs give these columns. */
const ALIASES: readonly (readonly [ImportColumn, RegExp])[] = [
  [
    'username',
    /^(user_?name|user|account(_?name)?|handle|profile(_?name)?|(instagram|ig)(_(user_?name|handle|account))?)$/,
  ],
  ['date', /^(date|day|datum|captured_at|recorded_at|timestamp)$/],
  ['followers', /^(followers?(_?(total|count|number))?|total_followers|fans|follower_zahl)$/],
  ['following', /^(following(_?(total|count))?|follows(_?count)?)$/],
  ['posts', /^(posts?(_?(total|count))?|total_posts|media_?count)$/],
  ['engagement_rate', /^(engagement(_?rate)?|er|eng_rate)(_?(pct|percent|in_percent|%|\(%\)))?$/],
  ['post_id', /^(post_?id|short_?code|media_?id)$/],
  ['posted_at', /^(posted(_?(at|on))?|published(_?(at|on))?|publish_?(date|time)|created_?(at|time))$/],
  ['type', /^((media_?|post_?)?type|format)$/],
  ['likes', /^likes?(_?(total|count))?$/],
  ['comments', /^comments?(_?(total|count))?$/],
  ['views', /^((video_?)?views?|(video_?)?plays?)(_?(total|count))?$/],
  ['caption', /^(caption|text|description)$/],
  ['url', /^((post_?)?(url|link)|permalink)$/],
  ['read_at', /^(read_?at|measured_?at|as_of)$/],
]

/** Throws `UnreadableFile` for a header that cannot be one. `isCut`: the file goes on after these bytes. */
export function tableColumns(head: Buffer, isCut: boolean): { separator: Separator; columns: FileColumn[] } {
  const separator = separatorOf(head)
  const [header = [], ...rows] = firstRows(head, separator, isCut)
  const names = header.map((name) => name.trim())
  if (names.length > IMPORT_COLUMNS_MAX)
    throw tooManyColumns(isCut && rows.length === 0 ? `more than ${names.length}` : String(names.length))
  const samples = names.map((_, at) => rows.flatMap((row) => row[at]?.trim() || []).slice(0, ROWS_LOOKED_AT))
  const guesses = guessAll(names, samples)
  const columns = names.map((name, at) => ({
    name: name.slice(0, 80),
    samples: (samples[at] ?? []).slice(0, SAMPLES).map((cell) => cell.slice(0, 60)),
    guess: guesses[at] ?? null,
  }))
  return { separator, columns }
}

function firstRows(head: Buffer, separator: string, isCut: boolean): string[][] {
  const text = head.toString('utf8')
  const end = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r'))
  const whole = isCut && end > 0 ? text.slice(0, end) : text
  const rowsOf = (input: string): string[][] =>
    parse(input, {
      delimiter: separator,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
      to: ROWS_LOOKED_AT + 2,
    }).filter((row: string[]) => !isSeparatorLine(row) && row.some((cell) => cell.trim() !== ''))
  try {
    return rowsOf(whole)
  } catch {
    // A quote is open where the beginning ends, or never closes: reading the file says which.
    try {
      return rowsOf(whole.trimStart().split(/[\r\n]/, 1)[0] ?? '')
    } catch {
      throw new UnreadableFile('Line 1 has a quote that is never closed')
    }
  }
}

/** Each meaning for one column: by its exact name first, then by other names. */
function guessAll(names: readonly string[], samples: readonly string[][]): (ImportColumn | null)[] {
  const plain = names.map(plainName)
  const guesses: (ImportColumn | null)[] = names.map(() => null)
  for (const [column, alias] of ALIASES) {
    const exact = plain.indexOf(column)
    const at = exact >= 0 ? exact : plain.findIndex((name, place) => guesses[place] === null && alias.test(name))
    if (at >= 0) guesses[at] = column === 'date' ? dateColumn(samples[at] ?? []) : column
  }
  return guesses
}

/** In which order the days are written; null where 03/04/2026 could be either, so that a person says it. */
function dateColumn(cells: readonly string[]): ImportColumn | null {
  const parts = cells.flatMap((cell) => {
    const found = SHORT_DATE.exec(cell)
    return found ? [{ first: Number(found[1]), mark: found[2], second: Number(found[3]) }] : []
  })
  if (parts.length === 0) return 'date'
  if (parts.some(({ first }) => first > 12)) return 'date_day_first'
  if (parts.some(({ second }) => second > 12)) return 'date_month_first'
  return parts.some(({ mark }) => mark === '.') ? 'date_day_first' : null
}
