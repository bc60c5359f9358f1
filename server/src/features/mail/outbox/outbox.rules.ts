/** Pure decisions about the outbox: who gets a mail, when it is tried again, and when trying ends. */
import {
  ADDRESS_LINK_HOURS,
  CLIENT_MAIL_TOPICS,
  type ClientMailTopic,
  PASSWORD_LINK_MINUTES,
} from '@tangelo/contract/limits'
import { minuteOfDay } from '#platform/calendar.ts'
import type { Row } from '#platform/database/schema.ts'
import type { MailFailure } from '#ports/mailer.ts'
import {
  type LetterData,
  type NoticeTemplate,
  SECRET_TEMPLATES,
  type Template,
  UNCONFIRMED_TEMPLATES,
} from '../letters/letters.rules.ts'
import type { ClaimedMail, MailChanges, RecipientNow } from './outbox.store.ts'

/** What is to be sent: at most one mail for a cause and a recipient. */
export type MailRequest = {
  /** The id of a user, or an address outside. */
  to: number | string
  /** What it is about, the same however often it is noticed: `anomaly:17:2026-11-20`. */
  cause: string
  /** Who mails an address outside: it is forgotten with its last company. */
  companyId?: number
  /** For what comes by the clock: when it was due. Before a restore it may have been sent already, so a person decides. */
  dueAt?: number
} & (
  | { [T in NoticeTemplate]: { kind: 'notification'; template: T; data: LetterData[T] } }[NoticeTemplate]
  | {
      [T in Exclude<Template, NoticeTemplate>]: { kind: 'transactional'; template: T; data: LetterData[T] }
    }[Exclude<Template, NoticeTemplate>]
)

type Recipient = Pick<Row<'mail_recipients'>, 'user_id' | 'confirmed_at' | 'bounced_at' | 'stopped'>

/** What goes to clients is stopped by its template; null for mail to users. */
export const clientTopicOf = (template: string): ClientMailTopic | null =>
  CLIENT_MAIL_TOPICS.find((topic) => topic === template) ?? null

const topicOf = (request: Pick<MailRequest, 'template' | 'data'>): string | null => {
  if ('topic' in request.data) return request.data.topic
  return clientTopicOf(request.template)
}

/** Whether mail of this topic goes there; null for what its recipient has asked for. */
export function takesTopic(recipient: Recipient, topic: string | null, { mayBeUnconfirmed = false } = {}): boolean {
  if (recipient.bounced_at !== null) return false
  const isTrusted = mayBeUnconfirmed || recipient.user_id === null || recipient.confirmed_at !== null
  return isTrusted && (topic === null || !topicsIn(recipient.stopped).includes(topic))
}

export const mayReceive = (recipient: Recipient, request: Pick<MailRequest, 'template' | 'data'>): boolean =>
  takesTopic(recipient, topicOf(request), { mayBeUnconfirmed: UNCONFIRMED_TEMPLATES.has(request.template) })

/**
 * Why a mail that waits is not sent any more; null where it is. Between its cause and a try its recipient may have entered another
 * address, or have stopped mails of its topic, and the link in it may be over; what they have asked for goes to them all the same.
 */
export function whyDropped(
  { template, address, expires_at }: Pick<Row<'mails'>, 'template' | 'address' | 'expires_at'>,
  recipient: RecipientNow,
  now: number,
): string | null {
  if (SECRET_TEMPLATES.has(template as Template) && expires_at <= now) return 'The link in it is over.'
  if (recipient.address_key !== address.toLowerCase()) return 'The recipient has another address.'
  if (recipient.bounced_at !== null) return 'The address takes no mail.'
  const mayBeUnconfirmed = UNCONFIRMED_TEMPLATES.has(template as Template)
  if (!takesTopic(recipient, null, { mayBeUnconfirmed })) return 'The address is not confirmed.'
  return takesTopic(recipient, clientTopicOf(template), { mayBeUnconfirmed }) ? null : NOT_WANTED
}

export const NOT_WANTED = 'The recipient has stopped these mails.'

export const toDroppedChanges = (problem: string, now: number): MailChanges => ({
  lease: null,
  tried_at: now,
  state: 'dropped',
  data: null,
  problem,
})

export const topicsIn = (stopped: string): string[] => JSON.parse(stopped)

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

const LIFETIMES: Partial<Record<Template, number>> = {
  'password-reset': PASSWORD_LINK_MINUTES * MINUTE_MS,
  invitation: PASSWORD_LINK_MINUTES * MINUTE_MS,
  'confirm-address': ADDRESS_LINK_HOURS * HOUR_MS,
  test: 5 * MINUTE_MS,
}
const USUAL_LIFETIME_MS = 48 * HOUR_MS

/** A failure after this moment is final: the link in it is dead, or what it says is old. */
export const expiryOf = (template: string, createdAt: number): number =>
  createdAt + (LIFETIMES[template as Template] ?? USUAL_LIFETIME_MS)

const FIRST_WAIT_MS = 10_000
const LONGEST_WAIT_MS = HOUR_MS

/** 10, 20, 40 … seconds, an hour at most. */
const backOffMs = (tries: number): number => Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1))

/** One try; shorter than a lease lasts (`rules/missed-leases.ts`). */
export const SEND_MAX_MS = MINUTE_MS
/** What a mail is encrypted for: itself alone. */
export const purposeOf = (messageId: string): string => `mail:${messageId}`

/** What is stored after a try, and why the address takes no more mail, where that is so. */
export function outcomeOf(
  mail: Pick<ClaimedMail, 'template' | 'tries' | 'expires_at' | 'data'>,
  failure: MailFailure | null,
  now: number,
): { changes: MailChanges; bounce: string | null } {
  const tried = { lease: null, tried_at: now }
  if (failure === null)
    return { changes: { ...tried, state: 'sent', sent_at: now, data: null, problem: null }, bounce: null }
  const { kind, message: problem } = failure
  const dueAt = now + backOffMs(mail.tries)
  // A user waits for what became of a test.
  const isTest = mail.template === 'test'
  const isFinal = isTest || kind === 'address' || kind === 'refused' || dueAt >= mail.expires_at
  if (!isFinal) return { changes: { ...tried, due_at: dueAt, problem }, bounce: null }
  const data = SECRET_TEMPLATES.has(mail.template as Template) ? null : mail.data
  return {
    changes: { ...tried, state: 'failed', data, problem },
    bounce: kind === 'address' && !isTest ? problem : null,
  }
}

/** Names the recipient and what is stopped. A recipient who changes the topics in it stops other mails of the same recipient. */
export const unsubscribePath = (secret: string, topics: readonly string[]): string =>
  `/api/mail/unsubscribe/${secret}.${topics.join('+')}`

export interface QuietHours {
  quiet_from: number | null
  quiet_until: number | null
}

/** By the clocks of the recipient, so that summer time changes nothing. */
export function isQuiet({ quiet_from: from, quiet_until: until }: QuietHours, at: number, timeZone: string): boolean {
  if (from === null || until === null || from === until) return false
  const minute = minuteOfDay(at, timeZone)
  return from < until ? from <= minute && minute < until : minute >= from || minute < until
}
