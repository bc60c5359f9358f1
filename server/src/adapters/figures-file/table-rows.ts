/** Rows of a table of figures as readings. Only the first fault of a row is named. */
import type { ColumnMapping, FileRecord } from '#ports/figures-file.ts'
import { type FiguresColumns, readHeader } from './columns.ts'
import { Refusal, readCount, readRate, readUsername } from './fields.ts'
import { type DateOrder, dateReader, type Present } from './moments.ts'
import { postRowReader } from './post-rows.ts'

type ReadRow = (cells: string[], line: number) => FileRecord

/** Reads the rows that stand under this header. Throws `UnreadableFile` for a header of neither kind. */
export function rowReader(header: string[], present: Present, mapping?: ColumnMapping): ReadRow {
  const columns = readHeader(header, mapping)
  const { width } = 'posts' in columns ? columns.posts : columns.figures
  const read =
    'posts' in columns
      ? postRowReader(columns.posts, present)
      : figuresReader(columns.figures, present, columns.dateOrder)
  return (cells, line) =>
    cells.length === width ? read(cells, line) : { line, refused: wrongWidth(cells.length, width) }
}

function figuresReader(at: FiguresColumns, present: Present, order: DateOrder): ReadRow {
  const readDate = dateReader(present, order)
  const usernameOf = lastKept(readUsername)
  return (cells, line) => {
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
