/** Rows of a table of posts: one post at one moment each. Only the first fault of a row is named. */
import { withoutMarks } from '#platform/csv.ts'
import type { FileRecord, PostReading } from '#ports/figures-file.ts'
import type { PostsColumns } from './columns.ts'
import { describeValue, POST_ID, Refusal, readCount, readUsername, WrongField } from './fields.ts'
import type { Grouping } from './grouped-counts.ts'
import { type Present, readPastMoment } from './moments.ts'

const TYPES: ReadonlyMap<string, PostReading['type']> = new Map([
  ['image', 'image'],
  ['photo', 'image'],
  ['video', 'video'],
  ['carousel', 'carousel'],
  ['sidecar', 'carousel'],
  ['carousel_album', 'carousel'],
  ['reel', 'reel'],
  ['reels', 'reel'],
])
const SHORT_CODE = /\/(?:p|reel|reels|tv)\/([A-Za-z0-9_-]{1,64})(?:[/?#]|$)/
/** Sources' own ids, also with the id of the account behind them. Short codes of posts have letters. */
const SOURCE_ID = /^\d+(?:_\d+)?$/

export function postRowReader(
  at: PostsColumns,
  present: Present,
  grouping: Grouping,
): (cells: string[], line: number) => FileRecord {
  return (cells, line) => {
    try {
      return { line, post: readRow(cells, at, present, grouping) }
    } catch (error) {
      if (error instanceof WrongField) return { line, refused: error.message }
      throw error
    }
  }
}

function takeOrThrow<Value>(read: Value | Refusal): Value {
  if (read instanceof Refusal) throw new WrongField(read.reason)
  return read
}

function refuse(reason: string): never {
  throw new WrongField(reason)
}

function readRow(cells: string[], at: PostsColumns, present: Present, grouping: Grouping) {
  const textOf = (place: number) => withoutMarks(cells[place] ?? '')
  const trimCell = (place: number) => textOf(place).trim()
  const countOf = (field: 'likes' | 'comments' | 'views') =>
    takeOrThrow(readCount(field, cells[at[field]] ?? '', grouping.get(at[field])))
  const momentOf = (field: 'posted_at' | 'read_at') => {
    const text = trimCell(at[field])
    return text === '' ? null : takeOrThrow(readPastMoment(field, text, present))
  }
  const username = takeOrThrow(readUsername(textOf(at.username)))
  const url = trimCell(at.url)
  if (url !== '' && !/^https?:\/\//i.test(url)) refuse(`url must begin with https://, but is ${describeValue(url)}`)
  const caption = textOf(at.caption).toWellFormed()
  return {
    username,
    readAt: momentOf('read_at'),
    post: {
      ...readNames(trimCell(at.post_id), url),
      type: readType(trimCell(at.type)),
      caption: caption === '' ? null : caption,
      url: url === '' ? null : url,
      sourceImageUrl: null,
      likes: countOf('likes'),
      comments: countOf('comments'),
      views: countOf('views'),
      postedAt: momentOf('posted_at'),
      isPinned: false,
    },
  }
}

/** The short code stands in the address, or is the id itself. */
function readNames(postId: string, url: string): Pick<PostReading, 'id' | 'shortCode'> {
  const inUrl = SHORT_CODE.exec(url)?.[1] ?? null
  const id = postId === '' ? inUrl : postId
  if (id === null) return refuse('post_id is missing, and url has no short code')
  if (!POST_ID.test(id)) return refuse(`post_id ${describeValue(id)} is not the id or the short code of a post`)
  if (SOURCE_ID.test(id)) return { id, shortCode: inUrl }
  if (inUrl !== null && inUrl !== id)
    return refuse(`post_id ${describeValue(id)} and url ${describeValue(url)} name different posts`)
  return { id, shortCode: id }
}

function readType(text: string): PostReading['type'] {
  if (text === '') return refuse('type is missing')
  return (
    TYPES.get(text.toLowerCase()) ?? refuse(`type must be image, video, carousel or reel, not ${describeValue(text)}`)
  )
}
