/** The kinds that posts are compared by, and the order in which a running median needs them. */
import { POST_FORMATS } from '@tangelo/contract/limits'
import type { AnalysedPost } from './input.ts'

/** The first hour of each block; the last block ends at 2. */
export const HOUR_BLOCKS = [2, 6, 10, 14, 18, 22] as const
export const HOURS_OF_A_BLOCK = 4

/** The place of an hour in HOUR_BLOCKS. */
export const hourBlockOf = (hour: number): number => Math.floor(((hour + 24 - HOUR_BLOCKS[0]) % 24) / HOURS_OF_A_BLOCK)

/** The place of each post's format in POST_FORMATS. */
export const formatsOf = (posts: readonly AnalysedPost[]): Uint8Array =>
  Uint8Array.from(posts, ({ format }) => POST_FORMATS.indexOf(format))

export const hourBlocksOf = (posts: readonly AnalysedPost[]): Uint8Array =>
  Uint8Array.from(posts, ({ hour }) => hourBlockOf(hour))

/** By time, then by id: the same for whatever order they come in. */
export const byTime = (posts: readonly AnalysedPost[]): AnalysedPost[] =>
  posts.toSorted((a, b) => a.postedAt - b.postedAt || (a.id < b.id ? -1 : 1))
