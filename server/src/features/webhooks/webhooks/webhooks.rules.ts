/** Pure decisions about webhooks: what is sent, when it is tried again, and what is shown of it. */
import type { Webhook, WebhookDelivery } from '@tangelo/contract'
import { WEBHOOK_TRIED_HOURS, type WebhookKind } from '@tangelo/contract/limits'
import { momentToText } from '#platform/calendar.ts'
import type { Row } from '#platform/database/schema.ts'

export const TRIED_FOR_MS = WEBHOOK_TRIED_HOURS * 60 * 60_000

const FIRST_WAIT_MS = 10_000
/** With it, fifty failures in a row take more than a day: a receiver that is down for a night is not switched off. */
const LONGEST_WAIT_MS = 40 * 60_000

/** 10, 20, 40 … seconds, forty minutes at most. */
export const backOffMs = (failures: number): number => Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - 1))

interface Event {
  id: string
  kind: WebhookKind
  companyId: number | null
  at: number
  data: object
}

/** docs/webhooks.md. */
export const eventBody = ({ id, kind, companyId, at, data }: Event): string =>
  JSON.stringify({ id, type: kind, timestamp: momentToText(at), companyId, data })

/** How long the secrets before a new one sign too. */
const PREVIOUS_SECRETS_MS = 24 * 60 * 60_000
/** Each of them makes the header of signatures longer, and receivers take so much only. */
const PREVIOUS_SECRETS_MAX = 10

type Secrets = Pick<Row<'webhooks'>, 'secret' | 'previous_secret' | 'previous_until'>

/** What a call is signed with now: the secret, and for a while those before, newest first. */
export const secretsOf = ({ secret, previous_secret, previous_until }: Secrets, now: number): string[] => [
  secret,
  ...(previous_secret !== null && now < previous_until ? previous_secret.split(' ') : []),
]

/**
 * Secrets before the last one stay valid too: after several changes in a row the receiver may still have the first one.
 */
export const renewSecrets = (before: Secrets, secret: string, now: number): Secrets => ({
  secret,
  previous_secret: secretsOf(before, now).slice(0, PREVIOUS_SECRETS_MAX).join(' '),
  previous_until: now + PREVIOUS_SECRETS_MS,
})

/**
 * The owner of the webhook, for the audit log. The address is not recorded there: it may hold a secret of the receiver.
 */
export const about = ({
  userId,
  username,
  companyId,
}: {
  userId: number
  username: string
  companyId: number | null
}) => ({
  object: { kind: 'webhook' as const, id: userId, name: username },
  companyId,
})

const moment = (at: number | null) => (at === null ? null : momentToText(at))

export interface WebhookRow {
  userId: number
  username: string
  companyId: number | null
  companyName: string | null
  url: string
  /* All null, or of an earlier address, as long as nothing was to be sent. */
  knownUrl: string | null
  failures: number | null
  failure: string | null
  pausedUntil: number | null
  deliveredAt: number | null
  switchedOffAt: number | null
  waiting: number | null
}

export function asWebhook(row: WebhookRow): Webhook {
  const { userId, username, companyId, companyName, url, failure, pausedUntil } = row
  const isKnown = row.knownUrl === url
  const waiting = Number(row.waiting ?? 0)
  const failures = isKnown ? (row.failures ?? 0) : 0
  const switchedOffAt = isKnown ? row.switchedOffAt : null
  const state = switchedOffAt !== null ? 'off' : failures > 0 ? 'failing' : 'on'
  return {
    userId,
    username,
    companyId,
    companyName,
    url,
    state,
    failures,
    message: state === 'on' ? null : failure,
    nextTryAt: state === 'failing' && waiting > 0 ? moment(pausedUntil) : null,
    lastDeliveredAt: isKnown ? moment(row.deliveredAt) : null,
    switchedOffAt: moment(switchedOffAt),
    waiting,
  }
}

export interface DeliveryRow {
  id: number
  event_id: string
  kind: WebhookKind
  subject: string | null
  user_id: number
  username: string
  company_id: number
  companyName: string | null
  state: WebhookDelivery['state']
  tries: number
  status: number | null
  milliseconds: number | null
  message: string | null
  created_at: number
  tried_at: number | null
  next_try_at: number
}

export const asDelivery = (row: DeliveryRow): WebhookDelivery => ({
  id: row.id,
  eventId: row.event_id,
  kind: row.kind,
  subject: row.subject,
  userId: row.user_id,
  username: row.username,
  companyId: row.company_id || null,
  companyName: row.companyName,
  state: row.state,
  tries: row.tries,
  status: row.status,
  milliseconds: row.milliseconds,
  message: row.message,
  createdAt: momentToText(row.created_at),
  lastTriedAt: moment(row.tried_at),
  nextTryAt: row.state === 'waiting' ? momentToText(row.next_try_at) : null,
})
