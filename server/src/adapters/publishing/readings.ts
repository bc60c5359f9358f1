/** Pure: the service's nodes and lists in our words. Throws `WrongField` for what is not as agreed. */

import type { LiveReading } from '#ports/instagram.ts'
import type { AccountDescription, OwnPost, Quota } from '#ports/publishing.ts'
import type { ContainerReading } from '#ports/publishing-container.ts'
import { count, type Fields, isFields, list, text, WrongField } from '../figures-file/fields.ts'
import { PostsMissing, readDiscovery } from '../instagram/graph-profile.ts'
import { withoutToken } from '../vendor-answer.ts'
import { containerFailure } from './refusals.ts'

/** An id is digits in a text: as a number it would lose its last ones. */
export function idOf(json: Fields, field = 'id'): string {
  const value = json[field]
  if (typeof value === 'string' && /^\d+$/.test(value)) return value
  throw new WrongField(`${field} must be a text of digits`)
}

export const fieldsIn = (json: Fields, field = 'data'): Fields[] => list(json, field).filter(isFields)

/** The answer itself, or the first of its list: both are documented. */
export function unwrapAnswer(json: Fields): Fields {
  if (!Array.isArray(json.data)) return json
  const [first] = fieldsIn(json)
  if (!first) throw new WrongField('data must not be empty')
  return first
}

const STATES = {
  IN_PROGRESS: 'working',
  FINISHED: 'ready',
  PUBLISHED: 'published',
  ERROR: 'failed',
  EXPIRED: 'expired',
} as const

export function containerReading(json: Fields): ContainerReading {
  const state = entryOf(STATES, json.status_code)
  if (!state) throw new WrongField('status_code is none that is known')
  const video = isFields(json.video_status) ? json.video_status : {}
  const phase = isFields(video.uploading_phase) ? video.uploading_phase : {}
  return {
    state,
    failure: state === 'failed' ? containerFailure(text(json, 'status')) : null,
    // Beyond what other counts may be: a file of 300 MB.
    bytesArrived: typeof phase.bytes_transferred === 'number' ? phase.bytes_transferred : null,
  }
}

const KINDS = { IMAGE: 'image', VIDEO: 'video', CAROUSEL_ALBUM: 'carousel' } as const
const PRODUCTS = { FEED: 'feed', REELS: 'reel', STORY: 'story', AD: 'ad' } as const

export const POST_FIELDS = 'id,caption,media_type,media_product_type,permalink,timestamp'

export function ownPost(json: Fields): OwnPost {
  const { timestamp } = json
  const postedAt = typeof timestamp === 'string' ? momentOf(timestamp) : null
  if (Number.isNaN(postedAt)) throw new WrongField('timestamp is not a moment')
  return {
    id: idOf(json),
    caption: typeof json.caption === 'string' ? json.caption : json.caption === null ? null : undefined,
    kind: entryOf(KINDS, json.media_type) ?? null,
    product: entryOf(PRODUCTS, json.media_product_type) ?? null,
    permalink: text(json, 'permalink'),
    postedAt,
  }
}

/** The service writes UTC as `+0000` and nothing else; NaN for anything else. */
export const momentOf = (text: string): number =>
  /^[\d-]+T[\d:]+\+0000$/.test(text) ? Date.parse(text.replace(/\+0000$/, 'Z')) : Number.NaN

export const postsIn = (json: Fields): OwnPost[] => fieldsIn(json).map(ownPost)

/** Where the next page of a list begins; null at its end. */
export function nextIn(json: Fields): string | null {
  const paging = isFields(json.paging) ? json.paging : {}
  const cursors = isFields(paging.cursors) ? paging.cursors : {}
  return typeof paging.next === 'string' ? text(cursors, 'after') : null
}

export const ACCOUNT_FIELDS = 'username,name,biography,profile_picture_url,followers_count,follows_count,media_count'

export function accountDescription(json: Fields): AccountDescription {
  const username = text(json, 'username')
  if (username === null) throw new WrongField('username is missing')
  return {
    username,
    name: text(json, 'name'),
    biography: text(json, 'biography'),
    pictureUrl: text(json, 'profile_picture_url'),
    followers: count(json, 'followers_count'),
    following: count(json, 'follows_count'),
    posts: count(json, 'media_count'),
  }
}

export const PROFILE_FIELDS =
  'id,username,name,biography,website,profile_picture_url,followers_count,follows_count,media_count'
export const LATEST_FIELDS =
  'id,caption,media_type,media_product_type,permalink,thumbnail_url,media_url,timestamp,like_count,comments_count'

/** The account and its latest posts as one answer, which has the form of a profile that anybody asks for. */
export function profileReading(
  { itself, media, token }: { itself: Fields; media: Fields; token: string },
  username: string,
  now: number,
): LiveReading {
  try {
    const reading = readDiscovery(Object.assign({}, itself, { media }), username, now)
    // Links to further pages may carry it.
    const profile = Object.assign({}, reading.profile, { raw: withoutToken(reading.profile.raw, token) })
    return Object.assign({}, reading, { profile })
  } catch (error) {
    if (error instanceof PostsMissing) throw new WrongField('posts are counted, but none is listed')
    throw error
  }
}

export function quotaReading(json: Fields): Quota {
  const first = unwrapAnswer(json)
  const used = count(first, 'quota_usage')
  if (used === null) throw new WrongField('quota_usage is missing')
  const config = isFields(first.config) ? first.config : {}
  return { used, total: count(config, 'quota_total'), windowSeconds: count(config, 'quota_duration') }
}

function entryOf<Entries extends object>(entries: Entries, key: unknown): Entries[keyof Entries] | undefined {
  return typeof key === 'string' && Object.hasOwn(entries, key) ? entries[key as keyof Entries] : undefined
}
