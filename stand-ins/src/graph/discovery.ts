/** Business discovery: the fields that were asked of one account, and nothing where there is nothing to say. */
import type { InstagramWorld, WorldAccount } from '../world/instagram-world.ts'
import type { pictureLinks } from '../world/pictures.ts'
import type { WorldPost } from '../world/posts.ts'
import type { AskedField } from './parse-fields.ts'

export interface Question {
  username: string
  fields: readonly AskedField[]
}

interface Page {
  skip: number
  limit: number
}

export interface Discovery {
  world: InstagramWorld
  at: number
  links: ReturnType<typeof pictureLinks>
}

const usualPage = 25
const largestPage = 100

/**
 * What is asked, and what is wrong with it.
 * @param known the fields of users and of media by the contract.
 */
export function questionIn(
  fields: readonly AskedField[],
  known: { user: readonly string[]; media: readonly string[] },
): Question | { problem: string } {
  const [field] = fields
  const username = field?.modifiers.get('username')
  if (fields.length !== 1 || field?.name !== 'business_discovery' || !username || !field.inner) {
    return { problem: 'fields must be business_discovery.username(NAME){…} alone' }
  }
  const media = field.inner.find(({ name }) => name === 'media')
  const strange =
    unknownField(field.inner, known.user) ??
    (media && wrongModifier(media)) ??
    field.inner.map(({ name, inner }) => name === 'media' && inner && unknownField(inner, known.media)).find(Boolean)
  return strange ? { problem: strange } : { username, fields: field.inner }
}

/** Of the page of media: how many, and where it begins. */
function wrongModifier({ modifiers }: AskedField): string | undefined {
  for (const [name, value] of modifiers) {
    if (name === 'limit' && !/^[1-9]\d{0,3}$/.test(value)) return `Param limit must be a positive number, not ${value}`
    if (name === 'after' && value === '') return 'Param after must be a cursor'
    if (name !== 'limit' && name !== 'after') return `Unknown modifier of media (${name})`
  }
  return undefined
}

/** Whether the question begins after a place that no answer named. */
export const hasUnknownCursor = ({ fields }: Question): boolean =>
  fields.some(({ modifiers }) => {
    const after = modifiers.get('after')
    return after !== undefined && !/^place:\d+$/.test(Buffer.from(after, 'base64url').toString())
  })

function unknownField(fields: readonly AskedField[], known: readonly string[]): string | undefined {
  const strange = fields.find(({ name }) => !known.includes(name))
  return strange && `Tried accessing nonexisting field (${strange.name})`
}

export function discoverAccount(
  account: WorldAccount,
  question: Question,
  discovery: Discovery,
): Record<string, unknown> {
  const found: Record<string, unknown> = {}
  for (const field of question.fields) {
    const value = field.name === 'media' ? media(account, field, discovery) : userField(field.name, account, discovery)
    if (value !== undefined) found[field.name] = value
  }
  return { ...found, id: account.graphId }
}

function userField(name: string, account: WorldAccount, { links }: Discovery): unknown {
  switch (name) {
    case 'id':
      return account.graphId
    case 'ig_id':
      return Number(account.id)
    case 'username':
      return account.username
    case 'name':
      return account.fullName
    case 'biography':
      return account.biography
    case 'website':
      return account.website
    case 'profile_picture_url':
      return links.profile(account.pictureKey)
    case 'followers_count':
      return account.followers
    case 'follows_count':
      return account.following
    case 'media_count':
      return account.postCount
    case 'is_published':
      return true
    default:
      return undefined
  }
}

/** Undefined for an account without posts: the vendor leaves the field out. */
function media(account: WorldAccount, field: AskedField, discovery: Discovery) {
  const { skip, limit } = pageOf(field.modifiers, account.postCount)
  if (account.postCount === 0) return undefined
  const posts = discovery.world.posts(account.username, discovery.at, { skip, limit })
  const shown = ['id', ...(field.inner ?? []).map(({ name }) => name)]
  const cursors = {
    ...(skip > 0 ? { before: cursorAt(account.postCount - skip) } : {}),
    ...(skip + posts.length < account.postCount ? { after: cursorAt(account.postCount - skip - posts.length) } : {}),
  }
  return {
    data: posts.map((post) => toShownPost(post, shown, account, discovery)),
    ...(Object.keys(cursors).length > 0 ? { paging: { cursors } } : {}),
  }
}

function pageOf(modifiers: ReadonlyMap<string, string>, postCount: number): Page {
  const limit = Math.min(largestPage, Number(modifiers.get('limit') ?? usualPage))
  const after = modifiers.get('after')
  return { limit, skip: after === undefined ? 0 : Math.max(0, postCount - placeIn(after)) }
}

/** Counted from the oldest post, so that a new post moves no page. */
const cursorAt = (place: number) => Buffer.from(`place:${place}`).toString('base64url')
const placeIn = (cursor: string) => Number(Buffer.from(cursor, 'base64url').toString().slice('place:'.length)) || 0

function toShownPost(post: WorldPost, names: readonly string[], account: WorldAccount, discovery: Discovery) {
  const all = wholePost(post, account, discovery)
  return Object.fromEntries(names.flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]])))
}

const mediaTypes = { image: 'IMAGE', video: 'VIDEO', carousel: 'CAROUSEL_ALBUM' }

function wholePost(post: WorldPost, account: WorldAccount, { links }: Discovery): Record<string, unknown> {
  const isVideo = post.kind === 'video'
  const picture = links.post(post.shortcode)
  return {
    id: post.mediaId,
    caption: post.caption,
    media_type: mediaTypes[post.kind],
    media_product_type: isVideo ? 'REELS' : 'FEED',
    // Videos of this world are never played, so a still is enough.
    media_url: post.hasLicensedSound ? undefined : picture,
    thumbnail_url: isVideo ? picture : undefined,
    permalink: `https://www.instagram.com/${isVideo ? 'reel' : 'p'}/${post.shortcode}/`,
    shortcode: post.shortcode,
    username: account.username,
    timestamp: post.takenAt === undefined ? undefined : graphTime(post.takenAt),
    like_count: typeof post.likes === 'number' ? post.likes : undefined,
    comments_count: post.comments,
    view_count: post.views,
    children: post.kind === 'carousel' ? { data: pieces(post) } : undefined,
  }
}

const pieces = (post: WorldPost) =>
  Array.from({ length: post.pieces }, (_, place) => ({ id: `${post.mediaId}${place}` }))

/** `2025-08-29T17:16:11+0000`, which is no time to every reader. */
export const graphTime = (at: number) => `${new Date(at).toISOString().slice(0, 19)}+0000`
