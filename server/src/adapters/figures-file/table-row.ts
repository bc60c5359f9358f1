/** One row of a table as a reading, or why it is refused. The first thing wrong with a row is told, not all of them. */
import type { FileRecord } from '#ports/figures-file.ts'
import { dateReader, type Present } from './moments.ts'
import { readCount, readRate } from './numbers.ts'
import { Refusal } from './refusal.ts'
import type { TableColumns } from './table-header.ts'
import { readUsername } from './username.ts'

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
