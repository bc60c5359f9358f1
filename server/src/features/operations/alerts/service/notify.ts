/**
 * Notifies people of causes: one alert for each person and group, which further causes join, with at most one mail and one webhook
 * event. Runs in the transaction that stores the causes.
 */
import { setImmediate as letOthersGo } from 'node:timers/promises'
import type { MailRequest } from '#features/mail/index.ts'
import { enqueueWebhooksOf, type WebhookEventOf } from '#features/webhooks/index.ts'
import type { Queries } from '#platform/database/database.ts'
import type { Row } from '#platform/database/schema.ts'
import { joins } from '../alerts.rules.ts'
import { alertsStore } from '../alerts.store.ts'
import { type Cause, thresholdKey } from '../rules/causes.ts'
import { type AlertText, sayAlert } from '../rules/sentences.ts'
import { type CauseScope, causesStore } from '../store/causes.ts'
import { type AlertSpan, eventOf, mailOf } from './messages.ts'
import {
  type AlertPerson,
  findWantedKind,
  isWithin,
  membersOfGroups,
  toSeenCompanies,
  type WantedKind,
} from './people.ts'

type AlertRow = Row<'alerts'>

export interface Notified {
  /** Companies whose screens show something new; null for administrators' alone. */
  companies: Set<number | null>
  mails: MailRequest[]
}

/** What there is to notify of since `dueAt`, the moment of the round before. */
interface Round {
  people: readonly AlertPerson[]
  causes: readonly Cause[]
  /** Group keys of causes that ended or changed. */
  touched: readonly string[]
  dueAt: number
  now: number
}

export async function notifyPeople(tx: Queries, { people, causes, touched, dueAt, now }: Round): Promise<Notified> {
  const store = alertsStore(tx)
  const notified: Notified = { companies: new Set(), mails: [] }
  const events: WebhookEventOf[] = []
  const byId = new Map(people.map((person) => [person.id, person]))

  /** People who see the same get the same text: counted once. */
  const said = new Map<string, Promise<AlertText | null>>()
  function sayOf({ kind, group_key: groupKey, first_cause: first, last_cause: last }: AlertSpan, scope: CauseScope) {
    const key = JSON.stringify([groupKey, first, last, scope])
    const known = said.get(key)
    if (known) return known
    const text = letOthersGo()
      .then(() => causesStore(tx).facts({ groupKey, first, last }, scope))
      .then((facts) => sayAlert({ kind, ...facts }))
    said.set(key, text)
    return text
  }

  /** The first and the last cause of a group within a scope; found once for people who see the same. */
  const ends = new Map<string, { first: Cause; last: Cause } | null>()
  async function endsOf(group: readonly Cause[], scope: CauseScope) {
    const key = JSON.stringify([group[0]?.groupKey, scope])
    const known = ends.get(key)
    if (known !== undefined) return known
    await letOthersGo()
    const isOwn = (cause: Cause) => isWithin(scope, cause)
    const [first, last] = [group.find(isOwn), group.findLast(isOwn)]
    const found = first && last ? { first, last } : null
    ends.set(key, found)
    return found
  }

  async function raise(person: AlertPerson, { first, last }: { first: Cause; last: Cause }, wanted: WantedKind) {
    const { groupKey } = first
    notified.companies.add(person.companyId)
    const seen_as = toSeenCompanies(person) ?? 0
    const chosen = {
      scope: JSON.stringify(wanted.scope),
      is_shown: wanted.channels.product ? (1 as const) : (0 as const),
    }
    const known = await store.latest(person.id, seen_as, groupKey)
    if (known && joins(known, now)) {
      // One that was dismissed comes back with what is new alone.
      const first_cause = known.dismissed_at === null ? known.first_cause : first.id
      const span = { ...known, first_cause, last_cause: last.id }
      const text = await sayOf(span, wanted.scope)
      if (!text) return
      await store.change(known.id, {
        ...columnsOf(text),
        ...chosen,
        first_cause,
        last_cause: last.id,
        changed_at: now,
        closed_at: null,
        read_at: null,
        dismissed_at: null,
        snoozed_until: null,
      })
      return
    }
    const span = { kind: first.kind, group_key: groupKey, first_cause: first.id, last_cause: last.id }
    const text = await sayOf(span, wanted.scope)
    if (!text) return
    const id = await store.open({
      ...span,
      ...columnsOf(text),
      ...chosen,
      user_id: person.id,
      seen_as,
      opened_at: now,
      changed_at: now,
      closed_at: null,
      read_at: null,
      dismissed_at: null,
      snoozed_until: null,
    })
    if (wanted.channels.mail) notified.mails.push({ ...mailOf(person, span, text), dueAt })
    if (wanted.channels.webhook && person.hasWebhook) events.push(eventOf(person, id, span, text, now))
  }

  /** What is left of alerts whose causes ended; those without any close. */
  async function follow(rows: readonly AlertRow[]) {
    for (const row of rows) {
      const text = await sayOf(row, JSON.parse(row.scope))
      if (!text) await store.change(row.id, { closed_at: now })
      else if (text.sentence !== row.sentence || text.cause !== row.cause) await store.change(row.id, columnsOf(text))
      else continue
      notified.companies.add(byId.get(row.user_id)?.companyId ?? null)
    }
  }

  if (touched.length > 0) await follow(await store.openOf([...new Set(touched)]))
  await follow(await store.orphans())
  const members = await membersOfGroups(tx, people)
  for (const group of Map.groupBy(causes, (cause) => cause.groupKey).values()) {
    const [some] = group
    if (!some) continue
    const whose = some.userId === null ? people : people.filter(({ id }) => id === some.userId)
    for (const person of whose) {
      const wanted = some.userId === null ? findWantedKind(person, some.kind, members) : thresholdOf(person, some)
      if (!wanted) continue
      const own = await endsOf(group, wanted.scope)
      if (own) await raise(person, own, wanted)
    }
  }
  await enqueueWebhooksOf(tx, events, now)
  return notified
}

const columnsOf = ({ sentence, cause, number, change, accountId, day, companyId }: AlertText) => ({
  sentence,
  cause,
  number,
  change: change === null ? null : Math.round(change),
  account_id: accountId,
  day,
  company_id: companyId,
})

/** The person's own rule that found it. */
function thresholdOf(person: AlertPerson, cause: Cause): WantedKind | null {
  const threshold = person.settings.thresholds.find((one) => thresholdKey(person.id, one) === cause.subject)
  return threshold ? { channels: threshold.channels, scope: { companies: 'all', accounts: null } } : null
}
