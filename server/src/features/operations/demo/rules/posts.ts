/** Two years of posts of an account, and a table of them as docs/files.md describes it. */
import { momentOfDay } from '#platform/calendar.ts'
import type { PostReading } from '#ports/figures-file.ts'
import { POST_COLUMNS } from '#ports/figures-file.ts'
import { CAPTIONS } from './captions.ts'
import type { DemoAccount } from './clients.ts'
import { HISTORY_DAYS, PLANTED, VIRAL_DAYS_AGO } from './figures.ts'
import { type Random, randomFor } from './random.ts'

export interface DemoPost extends PostReading {
  postedAt: number
  likes: number
  comments: number
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** By how much a post does better between 18 and 21 o'clock where that is planted. */
const EVENING = 1.5
const FORMATS = { image: 1, carousel: 1.18, reel: 1.32, video: 0.92 } as const
const HOURS = [8, 9, 12, 13, 17, 18, 19, 20, 21] as const

/** The oldest first; none is younger than `now`. */
export function postsOf(account: DemoAccount, lastDay: number, now: number): DemoPost[] {
  const random = randomFor(`posts:${account.username}`)
  const every = (HISTORY_DAYS - 1) / account.posts
  const posts = Array.from({ length: account.posts }, (_, at) => {
    const day = lastDay - Math.round((account.posts - at - 0.5) * every + random.between(-0.4, 0.4) * every)
    const hour = random.pick(HOURS)
    const type = random.pick(['image', 'image', 'carousel', 'carousel', 'reel', 'reel', 'video'])
    return postOn(account, random, {
      at,
      type,
      postedAt: momentOfDay(day) + hour * HOUR_MS + random.whole(0, 59) * 60_000,
    })
  })
  if (account.username === PLANTED.viral) posts.push(viralReel(account, random, lastDay))
  return posts.filter(({ postedAt }) => postedAt < now - HOUR_MS).sort((one, other) => one.postedAt - other.postedAt)
}

interface Posted {
  at: number
  type: keyof typeof FORMATS
  postedAt: number
}

function postOn(account: DemoAccount, random: Random, { at, type, postedAt }: Posted): DemoPost {
  const hour = new Date(postedAt).getUTCHours()
  const isBetter = account.username === PLANTED.evening && hour >= 18 && hour <= 21
  const usual = (account.followers * 1.2 * account.engagementRate) / 100
  const likes = Math.max(
    3,
    Math.round(usual * FORMATS[type] * (isBetter ? EVENING : 1) * Math.exp(random.normal() * 0.3)),
  )
  return {
    id: idOf(account, at),
    shortCode: idOf(account, at),
    type,
    caption: random.pick(CAPTIONS),
    url: null,
    sourceImageUrl: null,
    likes,
    comments: Math.max(0, Math.round(likes * random.between(0.015, 0.05))),
    views: type === 'reel' || type === 'video' ? Math.round(likes * random.between(9, 16)) : null,
    postedAt,
    isPinned: false,
  }
}

function viralReel(account: DemoAccount, random: Random, lastDay: number): DemoPost {
  const postedAt = momentOfDay(lastDay - VIRAL_DAYS_AGO) + 18 * HOUR_MS
  const post = postOn(account, random, { at: account.posts, type: 'reel', postedAt })
  return { ...post, likes: post.likes * 14, comments: post.comments * 11, views: (post.views ?? 0) * 22 }
}

/** No short code of Instagram begins with a `d`: those numbers are beyond what it counts to. */
function idOf({ username }: DemoAccount, at: number): string {
  const random = randomFor(`id:${username}:${at}`)
  return `demo${Array.from({ length: 7 }, () => 'abcdefghijkmnpqrstuvwxyz23456789'[random.whole(0, 31)]).join('')}`
}

/** How old a post is when it is read; likes grow until then. */
const AGES = [
  { hours: 24, share: 0.62 },
  { hours: 72, share: 0.86 },
  { hours: 15 * 24, share: 1 },
] as const
/** Older posts have one reading only. */
const FOLLOWED_DAYS = 60

/** One row for each time a post was read. */
export function postsTable(
  posts: readonly { account: DemoAccount; posts: readonly DemoPost[] }[],
  now: number,
): string {
  const rows = posts.flatMap(({ account, posts: some }) =>
    some.flatMap((post) => {
      const isFollowed = account.isBrand && post.postedAt > now - FOLLOWED_DAYS * DAY_MS
      const due = AGES.filter(({ hours }) => post.postedAt + hours * HOUR_MS < now)
      const read = isFollowed ? due : due.slice(-1)
      const readings = read.length > 0 ? read : [{ hours: null, share: 0.4 }]
      return readings.map(({ hours, share }) => {
        const readAt = hours === null ? now : post.postedAt + hours * HOUR_MS
        const of = (figure: number) => Math.round(figure * share)
        const { views } = post
        const cells = {
          username: account.username,
          post_id: post.id,
          posted_at: new Date(post.postedAt).toISOString(),
          type: post.type,
          likes: of(post.likes),
          comments: of(post.comments),
          views: views === null ? '' : of(views),
          caption: `"${post.caption ?? ''}"`,
          url: '',
          read_at: new Date(readAt).toISOString(),
        }
        return POST_COLUMNS.map((column) => cells[column]).join(',')
      })
    }),
  )
  return [POST_COLUMNS.join(','), ...rows].join('\n')
}
