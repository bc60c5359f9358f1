/**
 * One item of Apify's Instagram profile scraper in our own words. Pure: files and live answers are translated alike.
 * Unknown fields never hurt; a known field of the wrong type refuses the item by the field's name.
 */
import { ENGAGEMENT_POSTS, FIGURE_MAX } from '@tangelo/contract/limits'
import type { FiguresReading, PostReading } from '#ports/figures-file.ts'
import { checkMoment, type Present, readMoment } from './moments.ts'
import { Refusal, shown } from './refusal.ts'
import { readUsername } from './username.ts'

type Fields = Record<string, unknown>

/** The vendor sends digits; whatever comes is a key in the store, so it must stay short. */
const POST_ID = /^[A-Za-z0-9_-]{1,64}$/

/** Translates one item, or says in a sentence why it holds no figures. */
export function apifyReading(item: unknown, present: Present): FiguresReading | Refusal {
  if (!isFields(item)) return new Refusal('is not a profile')
  if (item.followersCount === undefined && item.error !== undefined && item.error !== null) return failedProfile(item)
  if (item.username === undefined || item.username === null) return new Refusal('username is missing')
  if (typeof item.username !== 'string') return new Refusal(`username must be text, not ${shown(item.username)}`)
  const username = readUsername(item.username)
  if (username instanceof Refusal) return username
  try {
    return profileReading(item, username, present)
  } catch (error) {
    if (error instanceof WrongField) return new Refusal(`@${username}: ${error.message}`)
    // A value nested thousands of levels deep cannot be written back as text.
    if (error instanceof RangeError) return new Refusal(`@${username}: is nested too deeply`)
    throw error
  }
}

function profileReading(item: Fields, username: string, present: Present): FiguresReading {
  const latestPosts = postReadings(list(item, 'latestPosts'))
  const followers = count(item, 'followersCount')
  if (followers === null) throw new WrongField('followersCount is missing')
  return {
    username,
    capturedAt: capturedAt(item, latestPosts, present),
    day: null,
    followers,
    following: count(item, 'followsCount'),
    posts: count(item, 'postsCount'),
    engagementRate: null,
    profile: {
      fullName: text(item, 'fullName'),
      bioText: text(item, 'biography'),
      externalUrl: webAddress(item, 'externalUrl'),
      inputUrl: webAddress(item, 'inputUrl') ?? webAddress(item, 'url'),
      sourcePictureUrl: webAddress(item, 'profilePicUrlHD') ?? webAddress(item, 'profilePicUrl'),
      latestPosts,
      raw: JSON.stringify(item),
    },
  }
}

/** The first twelve; a post that is listed twice counts once. */
function postReadings(posts: unknown[]): PostReading[] {
  const readings = new Map<string, PostReading>()
  for (const [at, post] of posts.entries()) {
    if (readings.size === ENGAGEMENT_POSTS) break
    const reading = postReading(post, `latestPosts[${at}]`)
    if (!readings.has(reading.id)) readings.set(reading.id, reading)
  }
  return [...readings.values()]
}

function postReading(post: unknown, where: string): PostReading {
  if (!isFields(post)) throw new WrongField(`${where} must be a post, not ${shown(post)}`)
  const id = text(post, 'id', where)
  if (id === null) throw new WrongField(`${where}.id is missing`)
  if (!POST_ID.test(id)) throw new WrongField(`${where}.id ${shown(id)} is not the id of a post`)
  const postedAt = text(post, 'timestamp', where)
  return {
    id,
    shortCode: text(post, 'shortCode', where),
    type: postType(post, where),
    caption: text(post, 'caption', where),
    url: webAddress(post, 'url', where),
    sourceImageUrl: webAddress(post, 'displayUrl', where),
    likes: reactions(post, 'likesCount', where),
    comments: reactions(post, 'commentsCount', where),
    postedAt: postedAt === null ? null : moment(`${where}.timestamp`, postedAt),
    isPinned: flag(post, 'isPinned', where),
  }
}

/**
 * Items carry no time of their own. Where one was added it is taken; else the figures are as old as the newest post they
 * know; else null, and the caller takes its own time.
 */
function capturedAt(item: Fields, posts: PostReading[], present: Present): number | null {
  for (const field of ['scrapedAt', 'timestamp']) {
    const written = text(item, field)
    if (written === null) continue
    return notImpossible(field, written, moment(field, written), present)
  }
  const newest = posts.reduce((latest, post) => Math.max(latest, post.postedAt ?? 0), 0)
  return newest === 0 ? null : notImpossible('the newest post', new Date(newest).toISOString(), newest, present)
}

function notImpossible(field: string, written: string, at: number, present: Present): number {
  const refusal = checkMoment(field, written, at, present)
  if (refusal) throw new WrongField(refusal.reason)
  return at
}

function postType(post: Fields, where: string): PostReading['type'] {
  const type = text(post, 'type', where)
  if (type === 'Image') return 'image'
  if (type === 'Sidecar') return 'carousel'
  if (type === 'Video') return text(post, 'productType', where) === 'clips' ? 'reel' : 'video'
  throw new WrongField(`${where}.type must be Image, Video or Sidecar, not ${shown(type ?? 'nothing')}`)
}

/** The scraper lists names it could not read among the others, with an error in place of figures. */
function failedProfile(item: Fields): Refusal {
  const named = nameOf(item)
  const account = named === null ? 'An account' : `@${named}`
  if (item.error === 'not_found')
    return new Refusal(`${account} was not found on Instagram when these data were collected`)
  if (item.error === 'no_items') {
    return new Refusal(`${account} gave no figures when these data were collected: it is empty, private or blocked`)
  }
  const details = [item.errorDescription, isFields(item.error) ? item.error.message : item.error]
  const detail = details.find((told) => typeof told === 'string' && told !== '')
  return new Refusal(
    `${account} gave no figures when these data were collected${detail === undefined ? '' : `: ${shown(detail)}`}`,
  )
}

function nameOf(item: Fields): string | null {
  if (typeof item.username === 'string') {
    const name = readUsername(item.username)
    if (typeof name === 'string') return name
  }
  for (const address of [item.inputUrl, item.url]) {
    const name =
      typeof address === 'string' ? /instagram\.com\/([A-Za-z0-9._]{1,30})\/?(?:[?#]|$)/.exec(address)?.[1] : null
    if (name) return name
  }
  return null
}

class WrongField extends Error {}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const named = (field: string, where?: string) => (where === undefined ? field : `${where}.${field}`)

/** Text that every store can keep; absent, null and empty all say that there is none. */
function text(from: Fields, field: string, where?: string): string | null {
  const value = from[field]
  if (value === undefined || value === null) return null
  if (typeof value !== 'string') throw new WrongField(`${named(field, where)} must be text, not ${shown(value)}`)
  const kept = value.toWellFormed().replaceAll('\0', '')
  return kept === '' ? null : kept
}

/** An address a page may link to; anything but http and https counts as none. */
function webAddress(from: Fields, field: string, where?: string): string | null {
  const address = text(from, field, where)
  return address !== null && /^https?:\/\//i.test(address) ? address : null
}

function count(from: Fields, field: string, where?: string, least = 0): number | null {
  const value = from[field]
  if (value === undefined || value === null) return null
  if (typeof value !== 'number' || !Number.isInteger(value)) {
    throw new WrongField(`${named(field, where)} must be a whole number, not ${shown(value)}`)
  }
  if (value < least) throw new WrongField(`${named(field, where)} must not be negative, but is ${value}`)
  if (value > FIGURE_MAX) {
    throw new WrongField(`${named(field, where)} ${value} is more than ${FIGURE_MAX.toLocaleString('en-US')}`)
  }
  return value
}

/** D14: likes and comments that are hidden (-1), null or absent are unknown, never zero. */
function reactions(post: Fields, field: string, where: string): number | null {
  const known = count(post, field, where, -1)
  return known === -1 ? null : known
}

function flag(from: Fields, field: string, where?: string): boolean {
  const value = from[field]
  if (value === undefined || value === null) return false
  if (typeof value !== 'boolean')
    throw new WrongField(`${named(field, where)} must be true or false, not ${shown(value)}`)
  return value
}

function list(from: Fields, field: string): unknown[] {
  const value = from[field]
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) throw new WrongField(`${field} must be a list, not ${shown(value)}`)
  return value
}

function moment(field: string, written: string): number {
  const at = readMoment(field, written)
  if (at instanceof Refusal) throw new WrongField(at.reason)
  return at
}
