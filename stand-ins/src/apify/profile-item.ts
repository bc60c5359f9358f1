/** One item of the scraper's data set, a profile or an error in its place. */
import type { ErrorItemKind } from '../http/faults.ts'
import type { InstagramWorld, WorldAccount } from '../world/instagram-world.ts'
import type { pictureLinks } from '../world/pictures.ts'
import type { WorldPost } from '../world/posts.ts'

const latestPosts = 12

export interface Scene {
  world: InstagramWorld
  at: number
  links: ReturnType<typeof pictureLinks>
}

export function profileItem(asked: string, account: WorldAccount, { world, at, links }: Scene) {
  const pinned = world.listPinnedPosts(account.username, at)
  const newest = world
    .posts(account.username, at, { limit: latestPosts + pinned.length })
    .filter(({ isPinned }) => !isPinned)
  return {
    inputUrl: addressOf(asked),
    id: account.id,
    username: account.username,
    url: addressOf(account.username),
    fullName: account.fullName ?? '',
    biography: account.biography ?? '',
    externalUrls: account.website ? [{ title: 'Website', url: account.website, link_type: 'external' }] : [],
    externalUrl: account.website ?? null,
    externalUrlShimmed: null,
    followersCount: account.followers,
    followsCount: account.following,
    hasChannel: false,
    highlightReelCount: 0,
    isBusinessAccount: !account.isPersonal,
    joinedRecently: false,
    businessCategoryName: null,
    private: account.isPrivate,
    verified: account.isVerified,
    profilePicUrl: links.profile(account.pictureKey),
    profilePicUrlHD: links.profile(account.pictureKey),
    igtvVideoCount: 0,
    relatedProfiles: [],
    latestIgtvVideos: [],
    postsCount: account.postCount,
    latestPosts: [...pinned, ...newest].slice(0, latestPosts).map((post) => postItem(post, account, links)),
  }
}

const descriptions: Record<ErrorItemKind, string> = {
  not_found: 'Page not found',
  no_items: 'Empty or private data for provided input',
}

export function errorItem(asked: string, kind: ErrorItemKind) {
  const address = addressOf(asked)
  const description = { error: kind, errorDescription: descriptions[kind] }
  return kind === 'not_found'
    ? { inputUrl: address, username: asked, url: address, ...description }
    : { url: address, inputUrl: address, requestErrorMessages: [], ...description }
}

const addressOf = (name: string) => `https://www.instagram.com/${name}`

const postTypes = { image: 'Image', video: 'Video', carousel: 'Sidecar' }

function postItem(post: WorldPost, account: WorldAccount, links: Scene['links']) {
  return {
    ...whatIsShown(post, account),
    images: Array.from({ length: post.pieces }, (_, place) => links.post(`${post.shortcode}-${place}`)),
    displayUrl: links.post(post.shortcode),
    commentsCount: post.comments,
    likesCount: post.likes === 'hidden' ? -1 : post.likes === 'missing' ? null : post.likes,
    timestamp: post.takenAt === undefined ? null : new Date(post.takenAt).toISOString(),
    childPosts: [],
    ...(post.kind === 'video'
      ? { productType: 'clips', videoViewCount: post.views, videoPlayCount: post.views, videoDuration: 21.4 }
      : {}),
    ...(post.isPinned ? { isPinned: true } : {}),
  }
}

function whatIsShown(post: WorldPost, account: WorldAccount) {
  const words = (post.caption ?? '').split(/\s+/)
  // The vendor cuts at blanks, so full stops and commas stay.
  const pickWords = (sign: string) => words.filter((word) => word.startsWith(sign)).map((word) => word.slice(1))
  return {
    id: post.id,
    type: postTypes[post.kind],
    shortCode: post.shortcode,
    caption: post.caption ?? '',
    hashtags: pickWords('#'),
    mentions: pickWords('@'),
    url: `https://www.instagram.com/p/${post.shortcode}/`,
    dimensionsHeight: 1350,
    dimensionsWidth: 1080,
    alt: null,
    ownerFullName: account.fullName ?? '',
    ownerUsername: account.username,
    ownerId: account.id,
    isCommentsDisabled: false,
  }
}
