/** Pure decisions about recipients: what is shown of one, what a link in a mail names. */
import {
  ADDRESS_LINK_HOURS,
  CLIENT_MAIL_TOPICS,
  type ClientMailRefusal,
  type ClientMailTopic,
  MAIL_TOPICS,
  type MailState,
} from '@tangelo/contract/limits'
import type { Row } from '#platform/database/schema.ts'
import { topicsIn } from '../outbox/outbox.rules.ts'

export type RecipientState = Pick<Row<'mail_recipients'>, 'confirmed_at' | 'bounced_at'>

export function stateOf(row: RecipientState | undefined): MailState {
  if (!row) return 'none'
  if (row.bounced_at !== null) return 'bounced'
  return row.confirmed_at === null ? 'unconfirmed' : 'confirmed'
}

const CONFIRMED_WITHIN_MS = ADDRESS_LINK_HOURS * 60 * 60_000

export const isConfirmationLive = (createdAt: number, now: number): boolean => now - createdAt < CONFIRMED_WITHIN_MS

/** Why an address outside gets no mail of this topic; null where it does. */
export function refusalOf(
  { bounced_at, stopped }: Pick<Row<'mail_recipients'>, 'bounced_at' | 'stopped'>,
  topic: ClientMailTopic,
): ClientMailRefusal | null {
  if (bounced_at !== null) return 'bounced'
  return topicsIn(stopped).includes(topic) ? 'stopped' : null
}

/** What the token of an unsubscribe link names; null for what is none. */
export function readUnsubscribeToken(token: string): { secret: string; topics: string[] } | null {
  const [secret = '', names = '', ...rest] = token.split('.')
  return rest.length > 0 || secret === '' ? null : { secret, topics: names.split('+') }
}

/** Users stop mails by their topic, clients what they are sent. */
export const mayStop = ({ user_id }: Pick<Row<'mail_recipients'>, 'user_id'>, topics: readonly string[]): boolean => {
  const stoppable: readonly string[] = user_id === null ? CLIENT_MAIL_TOPICS : MAIL_TOPICS
  return topics.every((topic) => stoppable.includes(topic))
}

export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

export const timeOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
