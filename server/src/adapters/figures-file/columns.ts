/** What the header of a table says: which kind of table it is, and where each column stands. */
import { POST_COLUMNS, UnreadableFile } from '#ports/figures-file.ts'

const FIGURES = ['username', 'date', 'followers', 'following', 'posts', 'engagement_rate'] as const
const FIGURES_REQUIRED: readonly string[] = ['username', 'date', 'followers']
const POSTS_REQUIRED: readonly string[] = ['username', 'post_id', 'posted_at', 'type', 'likes', 'comments']
const COLUMNS_MAX = 50
const SEPARATORS = [',', ';', '\t'] as const

/** Where each known column stands; -1 where the table has none. */
type Columns<Name extends string> = Record<Name, number> & { width: number }
export type FiguresColumns = Columns<(typeof FIGURES)[number]>
export type PostsColumns = Columns<(typeof POST_COLUMNS)[number]>

/** Throws `UnreadableFile`. A table with a `post_id` is one of posts, unless it has followers. */
export function readHeader(cells: string[]): { figures: FiguresColumns } | { posts: PostsColumns } {
  const names = cells.map(plainName)
  if (!names.some(isKnown))
    throw new UnreadableFile(
      `The first line must name the columns, like ${FIGURES.join(',')} or ${POSTS_REQUIRED.join(',')}`,
    )
  if (names.length > COLUMNS_MAX)
    throw new UnreadableFile(`The table has ${names.length} columns; at most ${COLUMNS_MAX} are read`)
  if (names.includes('post_id') && !names.includes('followers'))
    return { posts: columnsOf(POST_COLUMNS, POSTS_REQUIRED, names) }
  return { figures: columnsOf(FIGURES, FIGURES_REQUIRED, names) }
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
export function separatorOf(head: Buffer): string {
  const lines = head
    .toString('utf8')
    .trimStart()
    .split(/[\r\n]+/, 2)
  const told = /^sep=([,;\t])$/i.exec(lines[0]?.replaceAll('"', '') ?? '')?.[1]
  if (told !== undefined) return told
  const knownWith = (separator: string) =>
    (lines[0] ?? '').split(separator).filter((name) => isKnown(plainName(name.replaceAll('"', '')))).length
  return SEPARATORS.reduce<string>((best, next) => (knownWith(next) > knownWith(best) ? next : best), ',')
}

/** A first line that some spreadsheets write to name the separator. */
export const isSeparatorLine = (cells: string[]): boolean => /^sep=/i.test(cells[0] ?? '') && cells.length <= 2

/** `Engagement Rate` and `engagement-rate` name the same column. */
const plainName = (name: string) =>
  name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')

const ALL: readonly string[] = [...FIGURES, ...POST_COLUMNS]
const isKnown = (name: string) => ALL.includes(name)
