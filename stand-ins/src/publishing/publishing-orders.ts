/**
 * What other processes may order at the control door; it costs no call:
 *
 *     POST /__stand-in/publishing   {"slow": {"count": 1, "ms": 60000}} · {"refuseUrls": {"count": 2, "how": "slow"}} ·
 *                                   {"fail": {"count": 1, "subcode": 2207076}} · {"cut": {"count": 1, "percent": 37}} ·
 *                                   {"end": {"username": "a", "subcode": 463, "afterCalls": 3}} · {"withdraw": {"username": "a"}} ·
 *                                   {"account": {"username": "a", "quotaTotal": 3}} · {"post": {"username": "a", "caption": "…"}} · {}
 *
 * Answers the accounts with their posts, oldest first, and how many containers became more than one.
 */
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Answer } from '../http/send.ts'
import type { UrlRefusal } from './containers.ts'
import type { PublishingHands } from './publishing-hands.ts'
import type { EndOfToken } from './tokens.ts'

interface PublishingOrder {
  slow?: { count: number; ms: number }
  refuseUrls?: { count: number; how?: UrlRefusal }
  fail?: { count: number; subcode: number }
  cut?: { count: number; percent: number }
  end?: { username: string; subcode: EndOfToken; afterCalls?: number }
  withdraw?: { username: string; scope?: string }
  account?: {
    username: string
    quotaTotal?: number
    isProfessional?: boolean
    isRestricted?: boolean
    wantsTwoFactor?: boolean
  }
  post?: { username: string; caption?: string }
}

const exactly = (required: Record<string, object>, optional: Record<string, object> = {}) => ({
  type: 'object',
  additionalProperties: false,
  required: Object.keys(required),
  properties: { ...required, ...optional },
})

const count = { type: 'integer', minimum: 1, maximum: 1_000 }
const text = { type: 'string' }
const flag = { type: 'boolean' }
const username = { username: text }

const isPublishingOrder = new Ajv2020().compile<PublishingOrder>(
  exactly(
    {},
    {
      slow: exactly({ count, ms: { type: 'number', minimum: 0 } }),
      refuseUrls: exactly({ count }, { how: { enum: ['unreachable', 'slow'] } }),
      fail: exactly({ count, subcode: { type: 'integer' } }),
      cut: exactly({ count, percent: { type: 'number', minimum: 0, exclusiveMaximum: 100 } }),
      end: exactly(
        { ...username, subcode: { enum: [458, 460, 463, 467] } },
        { afterCalls: { type: 'integer', minimum: 0 } },
      ),
      withdraw: exactly(username, { scope: text }),
      account: exactly(username, {
        quotaTotal: { type: 'integer', minimum: 1 },
        isProfessional: flag,
        isRestricted: flag,
        wantsTwoFactor: flag,
      }),
      post: exactly(username, { caption: text }),
    },
  ),
)

export function publishingOrders(hands: PublishingHands) {
  return (what: string, order: unknown): Answer | undefined => {
    if (what !== 'publishing' || !isPublishingOrder(order)) return undefined
    const { slow, refuseUrls, fail, cut, end, withdraw, account, post } = order
    if (slow) hands.slowContainers(slow.count, slow.ms)
    if (refuseUrls) hands.refuseUrls(refuseUrls.count, refuseUrls.how)
    if (fail) hands.failContainers(fail.count, fail.subcode)
    if (cut) hands.cutUploads(cut.count, cut.percent)
    if (end) hands.signIns.endTokens(end.username, end.subcode, end.afterCalls)
    if (withdraw) hands.signIns.withdraw(withdraw.username, withdraw.scope)
    if (account) Object.assign(hands.account(account.username), account)
    if (post) hands.postByHand(post.username, post.caption === undefined ? {} : { caption: post.caption })
    return { status: 200, body: describeAccounts(hands) }
  }
}

function describeAccounts({ accounts, duplicates }: PublishingHands) {
  return {
    duplicates: duplicates().length,
    accounts: accounts.map(({ id, username, media }) => ({
      id,
      username,
      posts: media
        .filter(({ isChild }) => !isChild)
        .map(({ id, product, caption, at, containerId }) => ({ id, product, caption, at, containerId })),
    })),
  }
}
