/** What a person gets of an alert outside of the product: a mail, and an event for their webhook. */
import type { AlertKind, FailedWork } from '@tangelo/contract/limits'
import type { MailRequest, PageLink } from '#features/mail/index.ts'
import type { WebhookEventOf } from '#features/webhooks/index.ts'
import { dayToText, momentToText } from '#platform/calendar.ts'
import type { Row } from '#platform/database/schema.ts'
import { findFailedWork } from '../rules/causes.ts'
import type { AlertText } from '../rules/sentences.ts'
import type { AlertPerson } from './people.ts'

export type AlertSpan = Pick<Row<'alerts'>, 'kind' | 'group_key' | 'first_cause' | 'last_cause'>

/** The same for every try, and another one for another time of the same thing. */
const causeOf = ({ kind, group_key, first_cause }: AlertSpan): string => `alert:${kind}:${group_key}:${first_cause}`

export function mailOf(person: AlertPerson, span: AlertSpan, text: AlertText): MailRequest {
  const lines = text.cause === null ? [] : [/[.!?…]$/.test(text.cause) ? text.cause : `${text.cause}.`]
  return {
    to: person.id,
    cause: causeOf(span),
    kind: 'notification',
    template: 'notice',
    data: {
      topic: span.kind === 'approval' ? 'approvals' : 'alerts',
      title: text.sentence,
      lines,
      link: linkOf(span, text),
    },
  }
}

const PAGES: Partial<Record<AlertKind, PageLink>> = {
  approval: { path: '/planning?tab=approvals', label: 'Open the approvals' },
  credits: { path: '/pricing', label: 'Add credits' },
  token: { path: '/admin?tab=connections', label: 'Open the connections' },
  backup: { path: '/admin?tab=system', label: 'Open the system' },
}

const FAILED_PAGES: Record<FailedWork, PageLink> = {
  render: { path: '/reel-maker', label: 'Open the reels' },
  import: { path: '/reel-imports', label: 'Open the imports' },
  publication: { path: '/planning?tab=publishing', label: 'See what to do' },
}

function linkOf({ kind, group_key }: AlertSpan, { accountId, day }: AlertText): PageLink {
  const failed = findFailedWork(group_key)
  if (failed !== null) return FAILED_PAGES[failed]
  if (accountId === null) return PAGES[kind] ?? { path: '/', label: 'Open tangelo' }
  const path = day === null ? `/account/${accountId}` : `/account/${accountId}/analysis?day=${dayToText(day)}`
  return { path, label: day === null ? 'Open the account' : 'See that day' }
}

export const eventOf = (
  person: AlertPerson,
  id: number,
  { kind }: AlertSpan,
  text: AlertText,
  now: number,
): WebhookEventOf => ({
  userId: person.id,
  companyId: person.companyId,
  kind: 'alert.opened',
  subject: kind,
  data: {
    alertId: id,
    kind,
    sentence: text.sentence,
    cause: text.cause,
    number: text.number,
    accountId: text.accountId,
    day: text.day === null ? null : dayToText(text.day),
    openedAt: momentToText(now),
  },
})
