/**
 * One item of Apify's Instagram profile scraper in our own words. Pure: files and live answers are translated alike.
 * Unknown fields never hurt; a known field of the wrong type refuses the item by the field's name.
 */
import type { FiguresReading, PostReading } from '#ports/figures-file.ts'
import type { LiveReading } from '#ports/instagram.ts'
import {
  count,
  describeValue,
  type Fields,
  flag,
  isFields,
  list,
  postId,
  Refusal,
  readUsername,
  text,
  WrongField,
  webAddress,
  withoutDoubles,
} from './fields.ts'
import { checkMoment, moment, type Present } from './moments.ts'

/** Translates one item of a file, or says in a sentence why it holds no figures. */
export function apifyReading(item: unknown, present: Present): FiguresReading | Refusal {
  return itemReading(item, (fields, posts) => findCapturedAt(fields, posts, present))
}

/** Translates one item that was collected just now (epoch milliseconds), whatever times it contains. */
export function liveApifyReading(item: unknown, nowMs: number): LiveReading | Refusal {
  return itemReading(item, () => nowMs)
}

type MomentOf<Moment> = (item: Fields, latestPosts: PostReading[]) => Moment

function itemReading<Moment extends number | null>(item: unknown, momentOf: MomentOf<Moment>) {
  if (!isFields(item)) return new Refusal('is not a profile')
  if (item.followersCount === undefined && item.error !== undefined && item.error !== null)
    return toProfileRefusal(item)
  if (item.username === undefined || item.username === null) return new Refusal('username is missing')
  if (typeof item.username !== 'string')
    return new Refusal(`username must be text, not ${describeValue(item.username)}`)
  const username = readUsername(item.username)
  if (username instanceof Refusal) return username
  try {
    return profileReading(item, username, momentOf)
  } catch (error) {
    if (error instanceof WrongField) return new Refusal(`@${username}: ${error.message}`)
    // A value nested thousands of levels deep cannot be written back as text.
    if (error instanceof RangeError) return new Refusal(`@${username}: is nested too deeply`)
    throw error
  }
}

function profileReading<Moment>(item: Fields, username: string, momentOf: MomentOf<Moment>) {
  const latestPosts = apifyPosts(item)
  const followers = count(item, 'followersCount')
  if (followers === null) throw new WrongField('followersCount is missing')
  return {
    username,
    capturedAt: momentOf(item, latestPosts),
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

/** Throws `WrongField`. */
export const apifyPosts = (item: Fields): PostReading[] =>
  withoutDoubles(list(item, 'latestPosts'), Number.POSITIVE_INFINITY, postReading)

function postReading(post: unknown, at: number): PostReading {
  const where = `latestPosts[${at}]`
  if (!isFields(post)) throw new WrongField(`${where} must be a post, not ${describeValue(post)}`)
  const postedAt = text(post, 'timestamp', where)
  return {
    id: postId(post, where),
    shortCode: text(post, 'shortCode', where),
    type: postType(post, where),
    caption: text(post, 'caption', where),
    url: webAddress(post, 'url', where),
    sourceImageUrl: webAddress(post, 'displayUrl', where),
    likes: reactions(post, 'likesCount', where),
    comments: reactions(post, 'commentsCount', where),
    views: reactions(post, 'videoPlayCount', where) ?? reactions(post, 'videoViewCount', where),
    postedAt: postedAt === null ? null : moment(`${where}.timestamp`, postedAt),
    isPinned: flag(post, 'isPinned', where),
  }
}

/**
 * Items carry no time of their own. Where one was added it is taken; else the figures are as old as the newest post they
 * know; else null, and the caller takes its own time.
 */
function findCapturedAt(item: Fields, posts: PostReading[], present: Present): number | null {
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
  throw new WrongField(`${where}.type must be Image, Video or Sidecar, not ${describeValue(type ?? 'nothing')}`)
}

/** The scraper lists names it could not read among the others, with an error in place of figures. */
function toProfileRefusal(item: Fields): Refusal {
  const named = nameOf(item)
  const account = named === null ? 'An account' : `@${named}`
  if (item.error === 'not_found')
    return new Refusal(`${account} was not found on Instagram when these data were collected`)
  if (item.error === 'no_items') {
    return new Refusal(`${account} gave no figures when these data were collected: it is empty, private or blocked`)
  }
  const details = [item.errorDescription, isFields(item.error) ? item.error.message : item.error]
  const detail = details.find((one) => typeof one === 'string' && one !== '')
  return new Refusal(
    `${account} gave no figures when these data were collected${detail === undefined ? '' : `: ${describeValue(detail)}`}`,
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

/** D14: likes and comments that are hidden (-1), null or absent are unknown, never zero. */
function reactions(post: Fields, field: string, where: string): number | null {
  const known = count(post, field, where, -1)
  return known === -1 ? null : known
}
