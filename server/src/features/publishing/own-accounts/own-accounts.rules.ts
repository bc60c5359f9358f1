/** Pure decisions about own accounts: what the screen shows of one, what a sign-in is worth, and when it is renewed. */
import { createHash } from 'node:crypto'
import type { OwnAccount } from '@tangelo/contract'
import { OWN_PERMISSIONS, type OwnPermission, type PublishingLoginName } from '@tangelo/contract/limits'
import { momentToText } from '#platform/calendar.ts'
import type { Row } from '#platform/database/schema.ts'
import { conflict, Failure } from '#platform/errors.ts'
import { browserMark } from '#platform/http/browser-mark.ts'
import type { OutsideService } from '#ports/outside-service.ts'
import type { Grant, OpenedAccount, PublishingLogin } from '#ports/publishing.ts'
import type { Outcome, Refusal } from '#ports/publishing-outcome.ts'

export type OwnAccountRow = Row<'own_accounts'>

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** The user has ten minutes for the service's page. */
export const WAY_BACK_MS = 10 * MINUTE_MS
/** A connection that ends within this time is shown as expiring. */
const EXPIRING_MS = 7 * DAY_MS
/** What tokens live by the service's pages, where an answer does not say. */
const USUAL_LIFE_MS = 60 * DAY_MS
/** The service refuses tokens that are younger. */
const RENEWABLE_MS = DAY_MS
const RETRY_MS = 6 * HOUR_MS
const RETRY_LEAST_MS = 10 * MINUTE_MS

export const mark = browserMark('tangelo-own-account', WAY_BACK_MS)

export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** What an account's tokens are sealed for: they open nothing in another row, nor for another company. */
export const purposeOf = ({ company_id, account_id }: Pick<OwnAccountRow, 'company_id' | 'account_id'>): string =>
  `own-account:${company_id}:${account_id}`

/** The contract: 4,800 calls a day for each impression, so that an account has 200 an hour at the very least. */
const CALLS_PER_HOUR = 200

/** Calls that read an account, of all processes together; its quota begins and ends with its connection. */
export const quotaOf = (accountId: number): OutsideService => ({
  name: `own:${accountId}`,
  callsPerHour: CALLS_PER_HOUR,
})

/** The page of the account says how it went; the fragment makes it open there. */
export const backToAccount = (accountId: number): string => `/account/${accountId}#own-account`

/** What each login asks for. Pages are Facebook's alone. */
export const permissionsOf = (login: PublishingLoginName): OwnPermission[] =>
  OWN_PERMISSIONS.filter((name) => name !== 'pages' || login === 'facebook')

/** At half of what is left, and not before the service allows it. */
export const renewalAt = (now: number, expiresAt: number | null): number =>
  now + Math.max(RENEWABLE_MS, Math.round(((expiresAt ?? now + USUAL_LIFE_MS) - now) / 2))

/** After a renewal that failed: more often as the end comes nearer. */
export const nextTryAt = (now: number, expiresAt: number | null): number =>
  now + Math.max(RETRY_LEAST_MS, Math.min(RETRY_MS, Math.round(((expiresAt ?? now + USUAL_LIFE_MS) - now) / 4)))

const EXPIRED = 'The access has expired. Connect the account again.'

export function toOwnAccount(row: OwnAccountRow & { connected_by_name: string | null }, now: number): OwnAccount {
  const granted = JSON.parse(row.permissions) as OwnPermission[]
  const isOver = row.sealed === null || (row.expires_at !== null && now >= row.expires_at)
  const isExpiring = row.expires_at !== null && row.expires_at - now <= EXPIRING_MS
  const moment = (at: number | null) => (at === null ? null : momentToText(at))
  return {
    accountId: row.account_id,
    companyId: row.company_id,
    login: row.login,
    username: row.username,
    name: row.name,
    page: row.page_name,
    permissions: granted,
    missing: permissionsOf(row.login).filter((name) => !granted.includes(name)),
    mayPublish: !isOver && row.may_publish === 1 && granted.includes('publish'),
    state: isOver ? 'ended' : isExpiring ? 'expiring' : 'connected',
    connectedAt: momentToText(row.connected_at),
    connectedBy: row.connected_by_name,
    expiresAt: moment(row.expires_at),
    renewsAt: isOver ? null : moment(row.renews_at),
    problem: row.ended_why ?? (isOver ? EXPIRED : row.renewal_failure),
    quota:
      row.quota_used === null || row.quota_read_at === null
        ? null
        : { used: row.quota_used, total: row.quota_total, readAt: momentToText(row.quota_read_at) },
  }
}

/** Sentences for a user who comes back without having connected an account. */
export const COMING_BACK = {
  notAllowed: 'You may no longer connect accounts of this company.',
  declined: 'Access was not granted: nothing was connected.',
  failed: 'The service sent back an error: nothing was connected. Try again.',
  noProfile: 'Access to the profile was not granted. Connect again, and leave it allowed.',
  noPages: 'Access to your Pages was not granted. Connect again, and leave it allowed.',
  noPage: 'No Page with a professional Instagram account was ticked. Connect again, and tick the Page of this account.',
}

/** The service's own error text is never shown. */
export const declined = (error: string | undefined): Failure =>
  new Failure(400, 'declined', error === 'access_denied' ? COMING_BACK.declined : COMING_BACK.failed)

export const notConnected = () => conflict('not_connected', 'This account is not connected')

export const otherwiseCalled = (username: string) =>
  conflict(
    'connected',
    `This account is connected to Instagram, which does not call it @${username}. Disconnect it first, or add @${username} as another account.`,
  )

const toFailure = ({ reason, message }: Refusal) => new Failure(502, reason, message)

/** The value of an outcome; anything else is a failure with its sentence. */
export function unwrapOutcome<Value>(outcome: Outcome<Value>): Value {
  if (outcome.is === 'accepted') return outcome.value
  if (outcome.is === 'refused') throw toFailure(outcome.refusal)
  throw new Failure(502, 'no_answer', `${outcome.message} Nothing was changed. Try again.`)
}

/**
 * The account of a grant that is the tracked one: by its id where that is known, by its name otherwise. Throws a failure that
 * says what was granted instead.
 */
export function requireGrantedAccount(
  { name: login }: Pick<PublishingLogin, 'name'>,
  { accounts, unread, permissions }: Grant,
  tracked: { username: string; instagramId: string | null },
): OpenedAccount {
  const refuse = (code: string, message: string) => new Failure(409, code, message)
  if (!permissions.includes('profile')) throw refuse('not_granted', COMING_BACK.noProfile)
  if (login === 'facebook' && !permissions.includes('pages')) throw refuse('not_granted', COMING_BACK.noPages)
  const named = accounts.find(({ username }) => username.toLowerCase() === tracked.username.toLowerCase())
  const known = accounts.find(({ accountId }) => accountId === tracked.instagramId)
  const found = named ?? known
  if (found) return found
  // The one that could not be read may be this one.
  if (unread) throw toFailure(unread)
  if (accounts.length === 0) throw refuse('no_page', COMING_BACK.noPage)
  const others = accounts.map(({ username }) => `@${username}`).slice(0, NAMED_MAX)
  const more = accounts.length > NAMED_MAX ? ` and ${accounts.length - NAMED_MAX} more` : ''
  throw refuse(
    'wrong_account',
    `This is @${tracked.username}, but access was granted to ${others.join(', ')}${more}. Nothing was connected. ${
      login === 'instagram'
        ? `Sign in to Instagram as @${tracked.username}, then connect again.`
        : `Connect again, and tick the Page of @${tracked.username}.`
    }`,
  )
}

const NAMED_MAX = 3
