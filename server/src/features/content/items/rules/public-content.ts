/**
 * What the public would see of an item, as canonical bytes. An approval is bound to their hash: any edit of what is in them voids
 * it (docs/decisions/0046).
 */
import { hash } from 'node:crypto'
import type { ItemRow } from '../items.rules.ts'

export type PublicRow = Pick<
  ItemRow,
  | 'media_key'
  | 'account_id'
  | 'caption'
  | 'hashtags'
  | 'tagged_users'
  | 'location'
  | 'image_url'
  | 'images'
  | 'video_url'
>

/** The parts of what is seen, in the words of a person. */
export const PUBLIC_PARTS = ['kind', 'account', 'caption', 'hashtags', 'taggedUsers', 'location', 'media'] as const
export type PublicPart = (typeof PUBLIC_PARTS)[number]

const listOf = (json: string | null): string[] => (json === null ? [] : JSON.parse(json))

/**
 * JSON of a list, in one order, so that the same content makes the same bytes. Absent and empty look the same to the public, so
 * they are the same here. The address of a picture or a video names bytes that never change: other bytes have another address.
 */
export const publicContent = (row: PublicRow): string =>
  JSON.stringify([
    'content 1',
    row.media_key ?? '',
    row.account_id,
    row.caption ?? '',
    listOf(row.hashtags),
    listOf(row.tagged_users),
    row.location ?? '',
    [row.image_url, listOf(row.images), row.video_url],
  ])

export const hashOf = (content: string): string => hash('sha256', content, 'hex')

export const contentHash = (row: PublicRow): string => hashOf(publicContent(row))

/** Which parts differ between two texts of `publicContent`. */
export function partsChanged(before: string, after: string): PublicPart[] {
  const [, ...was]: unknown[] = JSON.parse(before)
  const [, ...is]: unknown[] = JSON.parse(after)
  return PUBLIC_PARTS.filter((_, at) => JSON.stringify(was[at]) !== JSON.stringify(is[at]))
}

/** The caption as it stood in a text of `publicContent`. */
export function captionIn(content: string): string {
  const caption: unknown = JSON.parse(content)[3]
  return typeof caption === 'string' ? caption : ''
}
