/** A table's header, which says what each column holds, and its rows as readings. Only the first fault of a row is named. */
import { type FileRecord, UnreadableFile } from '#ports/figures-file.ts'
import { Refusal, readCount, readRate, readUsername } from './fields.ts'
import { dateReader, type Present } from './moments.ts'

const KNOWN = ['username', 'date', 'followers', 'following', 'posts', 'engagement_rate'] as const
const REQUIRED = ['username', 'date', 'followers'] as const
const COLUMNS_MAX = 50
const SEPARATORS = [',', ';', '\t'] as const

const EXPECTED_HEADER = KNOWN.join(',')

type Column = (typeof KNOWN)[number]

/** Where each known column stands; -1 where the table has none. */
type TableColumns = Record<Column, number> & { width: number }

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

export function rowReader(columns: TableColumns, present: Present): (cells: string[], line: number) => FileRecord {
  const { width, ...at } = columns
  const readDate = dateReader(present)
  const usernameOf = lastKept(readUsername)
  return (cells, line) => {
    if (cells.length !== width) return { line, refused: wrongWidth(cells.length, width) }
    const username = usernameOf(cells[at.username] ?? '')
    if (username instanceof Refusal) return { line, refused: username.reason }
    const date = readDate((cells[at.date] ?? '').trim())
    if (date instanceof Refusal) return { line, refused: date.reason }
    const followers = readCount('followers', cells[at.followers] ?? '')
    if (followers instanceof Refusal) return { line, refused: followers.reason }
    if (followers === null) return { line, refused: 'followers is missing' }
    const following = readCount('following', cells[at.following] ?? '')
    if (following instanceof Refusal) return { line, refused: following.reason }
    const posts = readCount('posts', cells[at.posts] ?? '')
    if (posts instanceof Refusal) return { line, refused: posts.reason }
    const engagementRate = readRate('engagement_rate', cells[at.engagement_rate] ?? '')
    if (engagementRate instanceof Refusal) return { line, refused: engagementRate.reason }
    const { day, capturedAt } = date
    return { line, reading: { username, capturedAt, day, followers, following, posts, engagementRate, profile: null } }
  }
}

/** Rows of one account usually follow each other. */
function lastKept<Result>(read: (text: string) => Result): (text: string) => Result {
  let lastText: string | null = null
  let lastResult: Result | null = null
  return (text) => {
    if (lastResult === null || text !== lastText) {
      lastText = text
      lastResult = read(text)
    }
    return lastResult
  }
}

function wrongWidth(width: number, expected: number): string {
  const cells = `the row has ${width} ${width === 1 ? 'cell' : 'cells'}, its header has ${expected}`
  return width > expected ? `${cells}: a cell that holds the separator must stand in quotes` : cells
}
