/** A post as it is stored and as a source shows it, and by what the one is found from the other. */
import type { PostReading } from '#ports/figures-file.ts'
import type { AgedFigures } from './ages.ts'
import type { PostFigures, TimelineEntry } from './timeline.ts'

/** A post as it is stored, with what a reading adds to it. */
export interface PostRecord extends PostFigures {
  /** Null until it is stored. */
  id: number | null
  key: string
  /** Of the source that saw it first. */
  sourceId: string
  postedAt: number | null
  type: PostReading['type']
  caption: string | null
  url: string | null
  firstSeenAt: number
  lastSeenAt: number
  goneAt: number | null
  isPinned: boolean
  ages: AgedFigures
  /** All entries, or where `hasAllEntries` is false those that were added. */
  timeline: TimelineEntry[]
  hasAllEntries: boolean
  /** Moments of stored entries that are there no more. */
  removed: number[]
  /** Other columns than `lastSeenAt` are to be stored. */
  isChanged: boolean
}

/** What a source says of an account's posts at one moment. */
export interface PostsSeen {
  readAt: number
  rawId: number | null
  posts: readonly PostReading[]
  /**
   * These are the latest posts of the account, without a gap, pinned ones first: a younger post that is not among them is
   * gone. A page of older posts, a table, or a list that was put together says nothing about other posts.
   */
  areLatest: boolean
  /**
   * From a table: it says nothing of pins, and an empty cell nothing of texts. `undated`: it does not say when its figures
   * were read. They are those of `readAt`, the import, unless the post has had them already; then nothing changes.
   */
  table?: 'dated' | 'undated'
}

/** By which a post is found again: the short code, in which sources agree, else the source's own id. */
export const keyOf = ({ shortCode, id }: Pick<PostReading, 'shortCode' | 'id'>): string => shortCode ?? `id:${id}`

/** Every post of the list by what it may be stored under. */
export const keysOf = (posts: readonly PostReading[]): string[] =>
  posts.flatMap((post) => [keyOf(post), `id:${post.id}`])
