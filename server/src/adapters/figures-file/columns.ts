/** What the header of a table says: which kind of table it is, and where each column stands. */
import { IMPORT_COLUMNS_MAX } from '@tangelo/contract/limits'
import {
  type ColumnMapping,
  FIGURES_REQUIRED,
  POST_COLUMNS,
  POSTS_REQUIRED,
  type Separator,
  UnreadableFile,
} from '#ports/figures-file.ts'
import type { CountPlaces } from './grouped-counts.ts'
import type { DateOrder } from './moments.ts'

const FIGURES = ['username', 'date', 'followers', 'following', 'posts', 'engagement_rate'] as const
const SEPARATORS: readonly Separator[] = [',', ';', '\t']

/** Where each known column stands; -1 where the table has none. */
type Columns<Name extends string> = Record<Name, number> & { width: number }
export type Header = { figures: FiguresColumns; dateOrder: DateOrder } | { posts: PostsColumns }
export type FiguresColumns = Columns<(typeof FIGURES)[number]>
export type PostsColumns = Columns<(typeof POST_COLUMNS)[number]>

/** Throws `UnreadableFile`. A table with a `post_id` is one of posts, unless it has followers. */
export function readHeader(cells: string[], mapping?: ColumnMapping): Header {
  if (mapping && mapping.length !== cells.length)
    throw new UnreadableFile(`The table has ${cells.length} columns, and ${mapping.length} were chosen for it`)
  const names = mapping ? mapping.map((column) => (column ? plainColumn(column) : '')) : cells.map(plainName)
  if (!names.some(isKnown))
    throw new UnreadableFile(
      `The first line must name the columns, like ${FIGURES.join(',')} or ${POSTS_REQUIRED.join(',')}`,
    )
  if (names.length > IMPORT_COLUMNS_MAX) throw tooManyColumns(String(names.length))
  if (names.includes('post_id') && !names.includes('followers'))
    return { posts: columnsOf(POST_COLUMNS, POSTS_REQUIRED, names) }
  return { figures: columnsOf(FIGURES, FIGURES_REQUIRED, names), dateOrder: dateOrderIn(mapping ?? []) }
}

export const tooManyColumns = (count: string): UnreadableFile =>
  new UnreadableFile(`The table has ${count} columns; at most ${IMPORT_COLUMNS_MAX} are read`)

export function countPlaces(header: Header): CountPlaces {
  if ('posts' in header) {
    const { likes, comments, views, width } = header.posts
    return { counts: [likes, comments, views], rate: -1, width }
  }
  const { followers, following, posts, engagement_rate: rate, width } = header.figures
  return { counts: [followers, following, posts], rate, width }
}

const plainColumn = (column: string) => (column.startsWith('date_') ? 'date' : column)

function dateOrderIn(mapping: ColumnMapping): DateOrder {
  if (mapping.includes('date_day_first')) return 'day first'
  return mapping.includes('date_month_first') ? 'month first' : 'year first'
}

function columnsOf<Name extends string>(
  known: readonly Name[],
  required: readonly string[],
  names: string[],
): Columns<Name> {
  const missing = required.filter((name) => !names.includes(name))
  if (missing.length > 0) {
    const columns = missing.length === 1 ? 'The column' : 'The columns'
    const listed = [missing.slice(0, -1).join(', '), missing.at(-1)].filter(Boolean).join(' and ')
    throw new UnreadableFile(`${columns} ${listed} ${missing.length === 1 ? 'is' : 'are'} missing`)
  }
  const twice = known.find((name) => names.indexOf(name) !== names.lastIndexOf(name))
  if (twice) throw new UnreadableFile(`The column ${twice} is there twice`)
  const places = Object.fromEntries(known.map((name) => [name, names.indexOf(name)])) as Record<Name, number>
  return Object.assign(places, { width: names.length })
}

/** The separator under which the header makes the most sense. */
export function separatorOf(head: Buffer): Separator {
  const lines = head
    .toString('utf8')
    .trimStart()
    .split(/[\r\n]+/, 2)
  const written = /^sep=([,;\t])$/i.exec(lines[0]?.replaceAll('"', '') ?? '')?.[1]
  const named = SEPARATORS.find((separator) => separator === written)
  if (named !== undefined) return named
  const countKnown = (separator: string) =>
    (lines[0] ?? '').split(separator).filter((name) => isKnown(plainName(name.replaceAll('"', '')))).length
  const best = SEPARATORS.reduce<Separator>((best, next) => (countKnown(next) > countKnown(best) ? next : best), ',')
  if (countKnown(best) > 0) return best
  // Columns with names of their own: the separator that stands in the header most often.
  const cellsWith = (separator: string) => (lines[0] ?? '').split(separator).length
  return SEPARATORS.reduce<Separator>((best, next) => (cellsWith(next) > cellsWith(best) ? next : best), ',')
}

/** A first line that some spreadsheets write to name the separator. */
export const isSeparatorLine = (cells: string[]): boolean => /^sep=/i.test(cells[0] ?? '') && cells.length <= 2

/** `Engagement Rate` and `engagement-rate` name the same column. */
export const plainName = (name: string) =>
  name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')

const ALL: readonly string[] = [...FIGURES, ...POST_COLUMNS]
const isKnown = (name: string) => ALL.includes(name)
