/** The posts in answers that were stored as they came. Pure. Which source sent one shows by its fields. */
import type { PostReading } from '#ports/figures-file.ts'
import { apifyPosts } from '../figures-file/apify-item.ts'
import { isFields, WrongField } from '../figures-file/fields.ts'
import { graphPosts } from './graph-profile.ts'

/** Null for what is broken, or of a shape that no source sends now. */
export function readStoredPosts(raw: string): PostReading[] | null {
  try {
    const answer: unknown = JSON.parse(raw)
    if (!isFields(answer)) return null
    if (answer.followers_count !== undefined) return graphPosts(answer, 0)
    return answer.followersCount === undefined ? null : apifyPosts(answer)
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof WrongField) return null
    throw error
  }
}
