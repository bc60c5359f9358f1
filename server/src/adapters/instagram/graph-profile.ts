/**
 * A profile of business discovery in our own words. Pure. Graph leaves out what it has nothing to say about, so what is
 * absent is unknown; what is there and of another type than agreed refuses the profile by the name of the field.
 */
import { ENGAGEMENT_POSTS } from '@tangelo/contract/limits'
import type { PostReading } from '#ports/figures-file.ts'
import type { LiveReading, PostPage } from '#ports/instagram.ts'
import {
  count,
  describeValue,
  type Fields,
  isFields,
  list,
  postId,
  text,
  WrongField,
  webAddress,
  withoutDoubles,
} from '../figures-file/fields.ts'
import { moment } from '../figures-file/moments.ts'

/** The requested fields of each account. */
export const DISCOVERY_FIELDS = [
  'id,username,name,biography,website,profile_picture_url,followers_count,follows_count,media_count',
  `media.limit(${ENGAGEMENT_POSTS})`,
].join(',')

/** Of one page of older posts. */
export const PAGE_POSTS = 50

export const MEDIA_FIELDS =
  'id,caption,media_type,media_product_type,permalink,thumbnail_url,media_url,timestamp,like_count,comments_count,view_count'

/** Posts are counted, and the list of them is there but empty: nothing of such an answer is to be trusted (D14). */
export class PostsMissing extends Error {}

/**
 * @param profile the inner object of the answer to a question about `asked`.
 * @throws {WrongField} with the name of the field. @throws {PostsMissing}
 */
export function readDiscovery(profile: unknown, asked: string, nowMs: number): LiveReading {
  if (profile === undefined) throw new WrongField('business_discovery is missing')
  if (!isFields(profile)) throw new WrongField(`business_discovery must be a profile, not ${describeValue(profile)}`)
  const username = text(profile, 'username') ?? asked
  if (username.toLowerCase() !== asked.toLowerCase()) {
    throw new WrongField(`username must be ${describeValue(asked)}, not ${describeValue(username)}`)
  }
  const followers = count(profile, 'followers_count')
  if (followers === null) throw new WrongField('followers_count is missing')
  const posts = count(profile, 'media_count')
  return {
    username,
    capturedAt: nowMs,
    day: null,
    followers,
    following: count(profile, 'follows_count'),
    posts,
    engagementRate: null,
    profile: {
      fullName: text(profile, 'name'),
      bioText: text(profile, 'biography'),
      externalUrl: webAddress(profile, 'website'),
      inputUrl: null,
      sourcePictureUrl: webAddress(profile, 'profile_picture_url'),
      latestPosts: graphPosts(profile, posts ?? 0),
      raw: JSON.stringify(profile),
    },
  }
}

/** Throws `WrongField`, and `PostsMissing` where posts are counted but none is listed. */
export function graphPosts(profile: Fields, counted: number): PostReading[] {
  const { media } = profile
  if (media === undefined || media === null) return []
  if (!isFields(media)) throw new WrongField(`media must be a page of posts, not ${describeValue(media)}`)
  const listed = list(media, 'data', 'media')
  if (listed.length === 0 && counted > 0) throw new PostsMissing()
  return withoutDoubles(listed, ENGAGEMENT_POSTS, postReading)
}

/** Throws `WrongField`. */
export function graphPage(profile: unknown): PostPage {
  if (!isFields(profile)) throw new WrongField(`business_discovery must be a profile, not ${describeValue(profile)}`)
  const { media } = profile
  // Without any post there is no page.
  if (media === undefined || media === null) return { posts: [], next: null }
  if (!isFields(media)) throw new WrongField(`media must be a page of posts, not ${describeValue(media)}`)
  const posts = withoutDoubles(list(media, 'data', 'media'), PAGE_POSTS, postReading)
  const cursors = isFields(media.paging) && isFields(media.paging.cursors) ? media.paging.cursors : {}
  return { posts, next: posts.length === 0 ? null : text(cursors, 'after', 'media.paging.cursors') }
}

function postReading(post: unknown, at: number): PostReading {
  const where = `media.data[${at}]`
  if (!isFields(post)) throw new WrongField(`${where} must be a post, not ${describeValue(post)}`)
  const type = postType(post, where)
  const url = webAddress(post, 'permalink', where)
  const postedAt = text(post, 'timestamp', where)
  const isFilm = type === 'video' || type === 'reel'
  return {
    id: postId(post, where),
    shortCode: /\/(?:p|reel|tv)\/([A-Za-z0-9_-]{1,64})(?:[/?#]|$)/.exec(url ?? '')?.[1] ?? null,
    type,
    caption: text(post, 'caption', where),
    url,
    // The media_url of a film is the film.
    sourceImageUrl: webAddress(post, isFilm ? 'thumbnail_url' : 'media_url', where),
    likes: count(post, 'like_count', where),
    comments: count(post, 'comments_count', where),
    views: count(post, 'view_count', where),
    postedAt: postedAt === null ? null : moment(`${where}.timestamp`, postedAt),
    isPinned: false,
  }
}

/** A post without a type counts as a picture: it is the least a post can be. */
function postType(post: Fields, where: string): PostReading['type'] {
  const product = text(post, 'media_product_type', where)
  const type = text(post, 'media_type', where)
  if (product === 'REELS') return 'reel'
  if (type === null || type === 'IMAGE') return 'image'
  if (type === 'VIDEO') return 'video'
  if (type === 'CAROUSEL_ALBUM') return 'carousel'
  throw new WrongField(`${where}.media_type must be IMAGE, VIDEO or CAROUSEL_ALBUM, not ${describeValue(type)}`)
}
