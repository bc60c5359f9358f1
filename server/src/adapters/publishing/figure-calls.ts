/** Calls for figures that only the owner of an account sees, alike with both logins. */
import type { PublishingLogin } from '#ports/publishing.ts'
import type { AccountFigure, PostFigure, Window } from '#ports/publishing-figures.ts'
import type { Outcome } from '#ports/publishing-outcome.ts'
import { type Fields, WrongField } from '../figures-file/fields.ts'
import { daysIn, figuresIn, lifetimeValue, partsIn, seriesIn, totalValue } from './figure-readings.ts'

type FigureCalls = Pick<
  PublishingLogin,
  'postFigures' | 'accountFigures' | 'accountDays' | 'followsAndUnfollows' | 'audience' | 'onlineHours'
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
/** @param read asks for the insights of an account or a post. */
export function figureCalls(
  read: <Value>(
    secret: string,
    asked: { id: string; query: Readonly<Record<string, string>>; value(json: Fields): Value; signal: AbortSignal },
  ) => Promise<Outcome<Value>>,
): FigureCalls {
  return {
    postFigures: ({ secret }, { mediaId, figures: wanted }, signal) =>
      read(secret, {
        id: mediaId,
        query: { metric: wanted.map((name) => POST_METRICS[name]).join(',') },
        value: (json) => figuresIn(json, POST_METRICS, lifetimeValue),
        signal,
      }),

    accountFigures: ({ accountId, secret }, request, signal) =>
      read(secret, {
        id: accountId,
        query: {
          metric: request.figures.map((name) => ACCOUNT_METRICS[name]).join(','),
          period: 'day',
          metric_type: 'total_value',
          ...secondsOf(request),
        },
        value: (json) => figuresIn(json, ACCOUNT_METRICS, totalValue),
        signal,
      }),

    accountDays: ({ accountId, secret }, request, signal) =>
      read(secret, {
        id: accountId,
        query: { metric: DAY_METRICS[request.figure], period: 'day', ...secondsOf(request) },
        value: daysIn,
        signal,
      }),

    followsAndUnfollows: ({ accountId, secret }, window, signal) =>
      read(secret, {
        id: accountId,
        query: {
          metric: 'follows_and_unfollows',
          period: 'day',
          metric_type: 'total_value',
          breakdown: 'follow_type',
          ...secondsOf(window),
        },
        value: (json) => {
          const parts = partsIn(json, 'follow_type')
          const peopleOf = (name: string) => parts.find(({ value }) => value.toUpperCase() === name)?.people ?? null
          return { follows: peopleOf('FOLLOWER'), unfollows: peopleOf('NON_FOLLOWER') }
        },
        signal,
      }),

    audience: ({ accountId, secret }, of, signal) =>
      read(secret, {
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

    onlineHours: ({ accountId, secret }, window, signal) =>
      read(secret, {
        id: accountId,
        query: { metric: 'online_followers', period: 'lifetime', ...secondsOf(window) },
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
