/** Rows of a table of figures as readings. Only the first fault of a row is named. */
import type { ColumnMapping, FileRecord } from '#ports/figures-file.ts'
import { countPlaces, type FiguresColumns, type Header, readHeader } from './columns.ts'
import { Refusal, readCount, readRate, readUsername } from './fields.ts'
import { type Grouping, isGrouped } from './grouped-counts.ts'
import { type DateOrder, dateReader, type Present } from './moments.ts'
import { postRowReader } from './post-rows.ts'

export type ReadRow = (cells: string[], line: number) => FileRecord

/**
 * Reads the rows that stand under this header. Throws `UnreadableFile` for a header of neither kind. Where a row may be refused
 * only because its counts are grouped, it is in doubt until the whole file has shown how they are.
 */
export function tableReader(header: string[], present: Present, mapping?: ColumnMapping) {
  const columns = readHeader(header, mapping)
  const { counts } = countPlaces(columns)
  const doubtful = new Map<FileRecord, string[]>()
  let isSettled = false
  let read = rowReader(columns, present, new Map())
  return {
    read(cells: string[], line: number): FileRecord {
      const record = read(cells, line)
      if (!isSettled && record.refused !== undefined && counts.some((place) => isGrouped(cells[place] ?? '')))
        doubtful.set(record, cells)
      return record
    },
    isInDoubt: () => doubtful.size > 0,
    /** Reads those of the records again that were in doubt; afterwards none is. */
    settle(records: readonly FileRecord[], grouping: Grouping): FileRecord[] {
      read = rowReader(columns, present, grouping)
      isSettled = true
      const settled = records.map((record) => {
        const cells = doubtful.get(record)
        return cells ? read(cells, record.line) : record
      })
      doubtful.clear()
      return settled
    },
  }
}

function rowReader(columns: Header, present: Present, grouping: Grouping): ReadRow {
  const { width } = 'posts' in columns ? columns.posts : columns.figures
  const read =
    'posts' in columns
      ? postRowReader(columns.posts, present, grouping)
      : figuresReader(columns.figures, present, columns.dateOrder, grouping)
  return (cells, line) =>
    cells.length === width ? read(cells, line) : { line, refused: wrongWidth(cells.length, width) }
}

function figuresReader(at: FiguresColumns, present: Present, order: DateOrder, grouping: Grouping): ReadRow {
  const marks = {
    followers: grouping.get(at.followers),
    following: grouping.get(at.following),
    posts: grouping.get(at.posts),
  }
  const readDate = dateReader(present, order)
  const usernameOf = lastKept(readUsername)
  return (cells, line) => {
    const username = usernameOf(cells[at.username] ?? '')
    if (username instanceof Refusal) return { line, refused: username.reason }
    const date = readDate((cells[at.date] ?? '').trim())
    if (date instanceof Refusal) return { line, refused: date.reason }
    const followers = readCount('followers', cells[at.followers] ?? '', marks.followers)
    if (followers instanceof Refusal) return { line, refused: followers.reason }
    if (followers === null) return { line, refused: 'followers is missing' }
    const following = readCount('following', cells[at.following] ?? '', marks.following)
    if (following instanceof Refusal) return { line, refused: following.reason }
    const posts = readCount('posts', cells[at.posts] ?? '', marks.posts)
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
