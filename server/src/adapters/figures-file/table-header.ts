/** The first line of a table: which columns it has, in which order, and what separates them. */
import { UnreadableFile } from '#ports/figures-file.ts'

const KNOWN = ['username', 'date', 'followers', 'following', 'posts', 'engagement_rate'] as const
const REQUIRED = ['username', 'date', 'followers'] as const
const COLUMNS_MAX = 50
const SEPARATORS = [',', ';', '\t'] as const

const EXPECTED_HEADER = KNOWN.join(',')

type Column = (typeof KNOWN)[number]

/** Where each known column stands; -1 where the table has none. */
export type TableColumns = Record<Column, number> & { width: number }

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
export function isSeparatorLine(cells: string[]): boolean {
  return /^sep=/i.test(cells[0] ?? '') && cells.length <= 2
}

export function tableColumns(cells: string[]): TableColumns {
  const names = cells.map(plainName)
  if (!names.some(isKnown)) {
    throw new UnreadableFile(`The first line must name the columns, like ${EXPECTED_HEADER}`)
  }
  if (names.length > COLUMNS_MAX) {
    throw new UnreadableFile(`The table has ${names.length} columns; at most ${COLUMNS_MAX} are read`)
  }
  const missing = REQUIRED.filter((name) => !names.includes(name))
  if (missing.length > 0) {
    const columns = missing.length === 1 ? 'The column' : 'The columns'
    throw new UnreadableFile(`${columns} ${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing`)
  }
  const twice = KNOWN.find((name) => names.indexOf(name) !== names.lastIndexOf(name))
  if (twice) throw new UnreadableFile(`The column ${twice} is there twice`)
  const at = (name: Column) => names.indexOf(name)
  return {
    username: at('username'),
    date: at('date'),
    followers: at('followers'),
    following: at('following'),
    posts: at('posts'),
    engagement_rate: at('engagement_rate'),
    width: names.length,
  }
}

/** `Engagement Rate` and `engagement-rate` name the same column. */
const plainName = (name: string) =>
  name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
const isKnown = (name: string) => (KNOWN as readonly string[]).includes(name)
