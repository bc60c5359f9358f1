/** The calls that both logins make alike, to the graph host of each: containers, orders, posts; figures are `figureCalls`. */
import { ENGAGEMENT_POSTS } from '@tangelo/contract/limits'
import type { Clock } from '#ports/clock.ts'
import type { PublishingLogin, ReadyOrder } from '#ports/publishing.ts'
import type { Fields } from '../figures-file/fields.ts'
import { containerRequest } from './container-request.ts'
import { figureCalls } from './figure-calls.ts'
import type { GraphCall, GraphConnection } from './graph-call.ts'
import {
  ACCOUNT_FIELDS,
  accountDescription,
  containerReading,
  idOf,
  LATEST_FIELDS,
  nextIn,
  ownPost,
  POST_FIELDS,
  PROFILE_FIELDS,
  postsIn,
  profileReading,
  quotaReading,
} from './readings.ts'
import type { Purpose } from './vendor-error.ts'

type AccountCalls = Omit<
  PublishingLogin,
  'name' | 'title' | 'takesUploads' | 'takesPlaces' | 'removalPage' | 'address' | 'exchange' | 'renew' | 'upload'
>

const POSTS_MAX = 100

export function accountCalls({
  call,
  connectTo,
  base,
  clock,
  tokenOf,
}: {
  call: GraphCall
  connectTo: GraphConnection
  clock: Clock
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

  return {
    describe: ({ accountId, secret }, signal) =>
      read(secret, { url: at(accountId, { fields: ACCOUNT_FIELDS }), value: accountDescription, signal }),

    async profile({ accountId, secret }, username, signal) {
      const itself = await read(secret, {
        url: at(accountId, { fields: PROFILE_FIELDS }),
        value: (json) => json,
        signal,
      })
      if (itself.is !== 'accepted') return itself
      return read(secret, {
        url: at(`${accountId}/media`, { fields: LATEST_FIELDS, limit: String(ENGAGEMENT_POSTS) }),
        value: (media) =>
          profileReading({ itself: itself.value, media, token: tokenOf(secret) }, username, clock.now()),
        signal,
      })
    },

    quota: ({ accountId, secret }, signal) =>
      read(secret, {
        url: at(`${accountId}/content_publishing_limit`, { fields: 'quota_usage,config' }),
        value: quotaReading,
        signal,
      }),

    createContainer: ({ accountId, secret }, options, signal) =>
      call({
        purpose: 'write',
        url: at(`${accountId}/media`),
        token: tokenOf(secret),
        body: containerRequest(options),
        value: (json) => ({ id: idOf(json), uploadUrl: typeof json.uri === 'string' ? json.uri : null }),
        signal,
      }),

    readContainer: ({ secret }, containerId, signal) =>
      read(secret, {
        url: at(containerId, { fields: 'status_code,status,video_status' }),
        value: containerReading,
        signal,
      }),

    async prepareOrder({ accountId, secret }, containerId, signal) {
      const url = at(`${accountId}/media_publish`)
      const token = tokenOf(secret)
      const connected = await connectTo(url, signal)
      if (connected.is !== 'accepted') return connected
      const { value: connection, use } = connected
      const order: ReadyOrder = {
        send: () =>
          call({
            purpose: 'publish',
            url,
            token,
            body: { creation_id: containerId },
            value: (json) => ({ mediaId: idOf(json) }),
            // Its answer is worth waiting for, also when the caller gives up.
            signal: new AbortController().signal,
            connection,
          }),
        drop: connection.close,
      }
      return { is: 'accepted', value: order, use }
    },

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

    ...figureCalls((secret, { id, query, value, signal }) =>
      read(secret, { url: at(`${id}/insights`, query), purpose: 'figures', value, signal }),
    ),
  }
}
