/** Pure: which figures are asked of what, and how they are stored. A figure that is missing stays unknown: null, never 0. */
import { createHash } from 'node:crypto'
import type { OwnMediaProduct } from '@tangelo/contract/limits'
import type { OwnPost } from '#ports/publishing.ts'
import type { AccountFigure, Figures, PostFigure } from '#ports/publishing-figures.ts'

const FEED: readonly PostFigure[] = [
  'views',
  'reach',
  'likes',
  'comments',
  'saves',
  'shares',
  'reposts',
  'interactions',
]

/** What the service offers of each; one figure too many would refuse the whole call. */
export const FIGURES_OF: Readonly<Record<OwnMediaProduct, readonly PostFigure[]>> = {
  feed: [...FEED, 'follows', 'profileVisits', 'profileActions'],
  reel: [...FEED, 'averageWatchMs', 'totalWatchMs', 'skipPercent'],
  story: [
    'views',
    'reach',
    'shares',
    'reposts',
    'interactions',
    'follows',
    'profileVisits',
    'profileActions',
    'replies',
    'navigation',
    'linkClicks',
  ],
}

export const ACCOUNT_FIGURES: readonly AccountFigure[] = [
  'views',
  'reach',
  'engagedAccounts',
  'interactions',
  'likes',
  'comments',
  'saves',
  'shares',
  'replies',
  'reposts',
  'profileLinkTaps',
]

export const MEDIA_COLUMNS = {
  views: 'views',
  reach: 'reach',
  likes: 'likes',
  comments: 'comments',
  saves: 'saves',
  shares: 'shares',
  reposts: 'reposts',
  interactions: 'interactions',
  follows: 'follows',
  profileVisits: 'profile_visits',
  profileActions: 'profile_actions',
  replies: 'replies',
  navigation: 'navigation',
  linkClicks: 'link_clicks',
  averageWatchMs: 'average_watch_ms',
  totalWatchMs: 'total_watch_ms',
  skipPercent: 'skip_percent',
} as const satisfies Record<PostFigure, string>

export type DayFigureName = AccountFigure | 'follows' | 'unfollows'

export const DAY_COLUMNS = {
  views: 'views',
  reach: 'reach',
  engagedAccounts: 'engaged_accounts',
  interactions: 'interactions',
  likes: 'likes',
  comments: 'comments',
  saves: 'saves',
  shares: 'shares',
  replies: 'replies',
  reposts: 'reposts',
  profileLinkTaps: 'profile_link_taps',
  follows: 'follows',
  unfollows: 'unfollows',
} as const satisfies Record<DayFigureName, string>

type Columns<Names extends Readonly<Record<string, string>>> = Record<Names[keyof Names], number | null>

/** Every column, in one order: a figure that is missing is null. */
export function columnsOf<Names extends Readonly<Record<string, string>>>(
  names: Names,
  figures: Figures<keyof Names & string>,
): Columns<Names> {
  const entries = Object.entries(names).map(([name, column]) => [column, figures[name] ?? null])
  return Object.fromEntries(entries) as Columns<Names>
}

/** The way back. */
export function figuresOf<Names extends Readonly<Record<string, string>>>(
  names: Names,
  row: Columns<Names>,
): Record<keyof Names & string, number | null> {
  const columns = row as Record<string, number | null>
  // A loop, because two years of days come this way at once.
  const figures: Record<string, number | null> = {}
  for (const name in names) figures[name] = columns[names[name] ?? ''] ?? null
  return figures as Record<keyof Names & string, number | null>
}

/** SHA-256 of what a row says, hex. */
export const hashOf = (key: readonly (string | number)[], columns: Readonly<Record<string, number | null>>): string =>
  createHash('sha256')
    .update(JSON.stringify([key, columns]))
    .digest('hex')

export const isEmpty = (figures: object): boolean => Object.keys(figures).length === 0

/** Figures that the service refused by name, each with when; what was refused a month ago is asked for again. */
export type NotOffered = Readonly<Record<string, number>>
const REMEMBERED_MS = 30 * 86_400_000

export const pickOffered = <Name extends string>(
  of: string,
  names: readonly Name[],
  notOffered: NotOffered,
  now: number,
): Name[] => names.filter((name) => now - (notOffered[`${of} ${name}`] ?? 0) > REMEMBERED_MS)

/** The short code in the address of a post; null for stories. */
export const postKeyOf = (permalink: string | null): string | null =>
  /instagram\.com\/(?:p|reel|reels|tv)\/([\w-]+)/.exec(permalink ?? '')?.[1] ?? null

/** Where the service does not say what it is: a video in the list of posts is a reel. */
export function productOf({ product, kind }: Pick<OwnPost, 'product' | 'kind'>): OwnMediaProduct {
  if (product === 'reel' || product === 'story') return product
  return product === null && kind === 'video' ? 'reel' : 'feed'
}
