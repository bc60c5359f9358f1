/** The calls that both logins make alike, to the graph host of each: containers, posts, figures. */
import type { AccountFigure, PostFigure, PublishingLogin, Window } from '#ports/publishing.ts'
import { type Fields, WrongField } from '../figures-file/fields.ts'
import { containerRequest } from './container-request.ts'
import type { GraphCall } from './graph-call.ts'
import {
  ACCOUNT_FIELDS,
  accountDescription,
  containerReading,
  daysIn,
  figuresIn,
  idOf,
  lifetimeValue,
  nextIn,
  ownPost,
  POST_FIELDS,
  partsIn,
  postsIn,
  quotaReading,
  seriesIn,
  totalValue,
  unwrapped,
} from './readings.ts'
import type { Purpose } from './refusals.ts'

type AccountCalls = Omit<
  PublishingLogin,
  'name' | 'title' | 'takesUploads' | 'takesPlaces' | 'removalPage' | 'address' | 'exchange' | 'renew' | 'upload'
>

const POST_METRICS: Readonly<Record<PostFigure, string>> = {
  views: 'views',
  reach: 'reach',
  likes: 'likes',
  comments: 'comments',
  saves: 'saved',
  shares: 'shares',
  reposts: 'reposts',
  interactions: 'total_interactions',
  follows: 'follows',
  profileVisits: 'profile_visits',
  profileActions: 'profile_activity',
  replies: 'replies',
  navigation: 'navigation',
  linkClicks: 'link_clicks',
  averageWatchMs: 'ig_reels_avg_watch_time',
  totalWatchMs: 'ig_reels_video_view_total_time',
  skipPercent: 'reels_skip_rate',
}
const ACCOUNT_METRICS: Readonly<Record<AccountFigure, string>> = {
  views: 'views',
  reach: 'reach',
  engagedAccounts: 'accounts_engaged',
  interactions: 'total_interactions',
  likes: 'likes',
  comments: 'comments',
  saves: 'saves',
  shares: 'shares',
  replies: 'replies',
  reposts: 'reposts',
  profileLinkTaps: 'profile_links_taps',
}
const DAY_METRICS = { reach: 'reach', newFollowers: 'follower_count' } as const
const POSTS_MAX = 100

export function accountCalls({
  call,
  base,
  tokenOf,
}: {
  call: GraphCall
  /** The graph host with the version, without a slash at the end. */
  base: string
  /** The token of a secret; null for one that cannot be read. */
  tokenOf(secret: string): string
}): AccountCalls {
  const at = (path: string, query: Readonly<Record<string, string>> = {}) =>
    new URL(`${base}/${path}?${new URLSearchParams(query)}`)

  const read = <Value>(
    secret: string,
    asked: { url: URL; purpose?: Purpose; value(json: Fields): Value; signal: AbortSignal },
  ) =>
    call({
      purpose: asked.purpose ?? 'read',
      url: asked.url,
      token: tokenOf(secret),
      value: asked.value,
      signal: asked.signal,
    })

  const figures = <Value>(
    secret: string,
    asked: { id: string; query: Record<string, string>; value(json: Fields): Value; signal: AbortSignal },
  ) =>
    read(secret, {
      url: at(`${asked.id}/insights`, asked.query),
      purpose: 'figures',
      value: asked.value,
      signal: asked.signal,
    })

  return {
    describe: ({ accountId, secret }, signal) =>
      read(secret, { url: at(accountId, { fields: ACCOUNT_FIELDS }), value: accountDescription, signal }),

    quota: ({ accountId, secret }, signal) =>
      read(secret, {
        url: at(`${accountId}/content_publishing_limit`, { fields: 'quota_usage,config' }),
        value: quotaReading,
        signal,
      }),

    createContainer: ({ accountId, secret }, wish, signal) =>
      call({
        purpose: 'write',
        url: at(`${accountId}/media`),
        token: tokenOf(secret),
        body: containerRequest(wish),
        value: (json) => ({ id: idOf(json), uploadUrl: typeof json.uri === 'string' ? json.uri : null }),
        signal,
      }),

    readContainer: ({ secret }, containerId, signal) =>
      read(secret, {
        url: at(containerId, { fields: 'status_code,status,video_status' }),
        value: containerReading,
        signal,
      }),

    publish: ({ accountId, secret }, containerId, signal) =>
      call({
        purpose: 'publish',
        url: at(`${accountId}/media_publish`),
        token: tokenOf(secret),
        body: { creation_id: containerId },
        value: (json) => ({ mediaId: idOf(json) }),
        signal,
      }),

    newestPosts: ({ accountId, secret }, count, signal) =>
      read(secret, {
        url: at(`${accountId}/media`, { fields: POST_FIELDS, limit: String(Math.min(count, POSTS_MAX)) }),
        value: postsIn,
        signal,
      }),

    postPage: ({ accountId, secret }, { count, after }, signal) =>
      read(secret, {
        url: at(`${accountId}/media`, {
          fields: POST_FIELDS,
          limit: String(Math.min(count, POSTS_MAX)),
          ...(after !== null && { after }),
        }),
        value: (json) => ({ posts: postsIn(json), next: nextIn(json) }),
        signal,
      }),

    stories: ({ accountId, secret }, signal) =>
      read(secret, {
        url: at(`${accountId}/stories`, { fields: POST_FIELDS, limit: String(POSTS_MAX) }),
        value: postsIn,
        signal,
      }),

    readPost: ({ secret }, mediaId, signal) =>
      read(secret, { url: at(mediaId, { fields: POST_FIELDS }), value: ownPost, signal }),

    comment: ({ secret }, { mediaId, text: message }, signal) =>
      call({
        purpose: 'write',
        url: at(`${mediaId}/comments`),
        token: tokenOf(secret),
        body: { message },
        value: (json) => ({ id: idOf(json) }),
        signal,
      }),

    postFigures: ({ secret }, { mediaId, figures: wanted }, signal) =>
      figures(secret, {
        id: mediaId,
        query: { metric: wanted.map((name) => POST_METRICS[name]).join(',') },
        value: (json) => figuresIn(json, POST_METRICS, lifetimeValue),
        signal,
      }),

    accountFigures: ({ accountId, secret }, wish, signal) =>
      figures(secret, {
        id: accountId,
        query: {
          metric: wish.figures.map((name) => ACCOUNT_METRICS[name]).join(','),
          period: 'day',
          metric_type: 'total_value',
          ...secondsOf(wish),
        },
        value: (json) => figuresIn(json, ACCOUNT_METRICS, totalValue),
        signal,
      }),

    accountDays: ({ accountId, secret }, wish, signal) =>
      figures(secret, {
        id: accountId,
        query: { metric: DAY_METRICS[wish.figure], period: 'day', ...secondsOf(wish) },
        value: daysIn,
        signal,
      }),

    followsAndUnfollows: ({ accountId, secret }, wish, signal) =>
      figures(secret, {
        id: accountId,
        query: {
          metric: 'follows_and_unfollows',
          period: 'day',
          metric_type: 'total_value',
          breakdown: 'follow_type',
          ...secondsOf(wish),
        },
        value: (json) => {
          const parts = partsIn(json, 'follow_type')
          const peopleOf = (name: string) => parts.find(({ value }) => value.toUpperCase() === name)?.people ?? null
          return { follows: peopleOf('FOLLOWER'), unfollows: peopleOf('NON_FOLLOWER') }
        },
        signal,
      }),

    audience: ({ accountId, secret }, of, signal) =>
      figures(secret, {
        id: accountId,
        query: {
          metric: 'follower_demographics',
          period: 'lifetime',
          metric_type: 'total_value',
          timeframe: 'this_month',
          breakdown: of,
        },
        value: (json) => partsIn(json, of),
        signal,
      }),

    onlineHours: ({ accountId, secret }, wish, signal) =>
      figures(secret, {
        id: accountId,
        query: { metric: 'online_followers', period: 'lifetime', ...secondsOf(wish) },
        value: (json) => seriesIn(json).map(({ value, endsAt }) => ({ endsAt, hours: hoursOf(value) })),
        signal,
      }),
  }
}

const secondsOf = ({ since, until }: Window): Record<string, string> => ({
  since: String(Math.floor(since / 1_000)),
  until: String(Math.floor(until / 1_000)),
})

function hoursOf(value: unknown): Record<string, number> {
  if (typeof value !== 'object' || value === null) throw new WrongField('value must have hours')
  return Object.fromEntries(Object.entries(value).filter(([, people]) => typeof people === 'number'))
}

/** What a person granted, by the service's names: a list, or a text with commas. */
function scopesIn(value: unknown): string[] {
  const names = Array.isArray(value) ? value : typeof value === 'string' ? value.split(/[, ]+/) : []
  return names.filter((name) => typeof name === 'string' && name !== '')
}

/** Access to the account's list is what tells whether it is professional. */
export const tokenIn = (json: Fields): { token: string; seconds: number | null; scopes: string[] } => {
  const whole = unwrapped(json)
  const { access_token: token, expires_in: seconds } = whole
  if (typeof token !== 'string' || token === '') throw new WrongField('access_token is missing')
  return {
    token,
    seconds: typeof seconds === 'number' && seconds > 0 ? seconds : null,
    scopes: scopesIn(whole.permissions),
  }
}
