/** A person's own alerts, and the rules by which they get them. */
import type { Alert, AlertRules, AlertSettings } from '@tangelo/contract'
import { ALERTS_SHOWN_MAX, type AlertScopeKind, type AlertSubjectKind } from '@tangelo/contract/limits'
import { publishEvents, scopeOf } from '#features/core/index.ts'
import type { Mail } from '#features/mail/index.ts'
import { momentToText } from '#platform/calendar.ts'
import type { Database } from '#platform/database/database.ts'
import type { Row } from '#platform/database/schema.ts'
import { invalidInput, notFound } from '#platform/errors.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import { someUser } from '../attention/attention.policy.ts'
import { tomorrowMorning } from '../attention/attention.rules.ts'
import { asAlert } from './alerts.rules.ts'
import { alertsStore } from './alerts.store.ts'
import { thresholdKey } from './rules/causes.ts'
import { kindsOf, settingsFor } from './rules/defaults.ts'
import { FALSE_ALARMS } from './rules/false-alarms.ts'
import { peopleStore } from './store/people.ts'
import { subjectOf } from './view/figures.ts'

export type AlertsService = ReturnType<typeof alertsService>

export function alertsService({
  database,
  clock,
  mail,
}: {
  database: Database
  clock: Clock
  mail: Pick<Mail, 'isOn'>
}) {
  const store = alertsStore(database.queries)
  const people = peopleStore(database.queries)

  async function settingsOf(viewer: Viewer, userId: number): Promise<AlertSettings> {
    const stored = await people.settings(userId)
    return settingsFor(viewer.role, stored === null ? null : JSON.parse(stored))
  }

  /** Null where it is gone, or no longer seen. */
  async function nameOf(viewer: Viewer, kind: AlertSubjectKind, id: number): Promise<string | null> {
    const subject = await subjectOf(database.queries, kind, id)
    const scope = scopeOf(viewer)
    return subject && (scope === 'all' || scope === subject.companyId) ? subject.name : null
  }

  async function readRules(viewer: Viewer): Promise<AlertRules> {
    const userId = someUser(viewer)
    const { rules, thresholds, digest } = await settingsOf(viewer, userId)
    return {
      digest,
      rules: await Promise.all(
        rules.map(async (rule) => ({
          ...rule,
          scopeNames: await Promise.all(
            rule.scope.ids.map((id) => nameOf(viewer, SUBJECT_OF[rule.scope.kind] ?? 'account', id)),
          ),
        })),
      ),
      thresholds: await Promise.all(
        thresholds.map(async (threshold) => ({
          ...threshold,
          subjectName: await nameOf(viewer, threshold.subject.kind, threshold.subject.id),
        })),
      ),
      timeZone: await people.timeZoneOf(userId),
      hasMail: mail.isOn,
      hasWebhook: await people.hasWebhook(userId),
      falseAlarms: FALSE_ALARMS,
    }
  }

  /** Throws `invalid_input` for what the viewer may not choose or see. */
  async function expectPossible(viewer: Viewer, settings: AlertSettings, before: AlertSettings): Promise<void> {
    const kinds = kindsOf(viewer.role)
    for (const [at, { kind }] of settings.rules.entries())
      if (!kinds.includes(kind))
        throw invalidInput('This rule is not for you', { [`rules.${at}.kind`]: 'is not for you' })
    const keys = settings.thresholds.map((threshold) => thresholdKey(0, threshold))
    if (new Set(keys).size < keys.length)
      throw invalidInput('Two thresholds are the same', { thresholds: 'hold one twice' })
    const known = new Set(before.thresholds.map((threshold) => thresholdKey(0, threshold)))
    for (const [at, threshold] of settings.thresholds.entries()) {
      const { kind, id } = threshold.subject
      // One whose subject is gone by now may stay in the list.
      if (!known.has(thresholdKey(0, threshold)) && (await nameOf(viewer, kind, id)) === null)
        throw invalidInput('What the threshold is about was not found', {
          [`thresholds.${at}.subject`]: 'was not found',
        })
    }
  }

  async function ownAlert(viewer: Viewer, id: number): Promise<Row<'alerts'>> {
    const row = await store.find(someUser(viewer), toSeenScope(viewer), id)
    if (!row) throw notFound('Alert')
    return row
  }

  /** Other tabs of the person show it too. */
  const change = (viewer: Viewer, act: (inside: ReturnType<typeof alertsStore>) => Promise<unknown>) =>
    database.transaction(async (tx) => {
      await act(alertsStore(tx))
      await publishEvents(tx, [{ companyId: viewer.companyId, kind: 'alerts-changed' }], clock.now())
    })

  return {
    rules: readRules,

    async setRules(viewer: Viewer, settings: AlertSettings): Promise<AlertRules> {
      const userId = someUser(viewer)
      const before = await settingsOf(viewer, userId)
      await expectPossible(viewer, settings, before)
      const chosen = new Map(settings.rules.map((rule) => [rule.kind, rule]))
      const after = { ...settings, rules: before.rules.map((rule) => chosen.get(rule.kind) ?? rule) }
      await database.transaction((tx) => peopleStore(tx).setSettings(userId, JSON.stringify(after), clock.now()))
      return readRules(viewer)
    },

    async list(viewer: Viewer): Promise<{ alerts: Alert[]; more: number; snoozed: number }> {
      const userId = someUser(viewer)
      const now = clock.now()
      const rows = await store.listOf(userId, toSeenScope(viewer), now, ALERTS_SHOWN_MAX)
      const { all, snoozed } = await store.countsOf(userId, toSeenScope(viewer), now)
      return { alerts: rows.map(asAlert), more: all - snoozed - rows.length, snoozed }
    },

    async unread(viewer: Viewer): Promise<{ count: number }> {
      if (viewer.userId === null) return { count: 0 }
      const { unread } = await store.countsOf(viewer.userId, toSeenScope(viewer), clock.now())
      return { count: unread }
    },

    async markRead(viewer: Viewer, ids: readonly number[] | undefined): Promise<void> {
      const userId = someUser(viewer)
      await change(viewer, (inside) => inside.markRead(userId, ids ?? null, clock.now()))
    },

    async snooze(viewer: Viewer, id: number): Promise<{ until: string }> {
      const { user_id } = await ownAlert(viewer, id)
      const until = tomorrowMorning(clock.now(), await people.timeZoneOf(user_id))
      await change(viewer, (inside) => inside.change(id, { snoozed_until: until, read_at: null }))
      return { until: momentToText(until) }
    },

    async dismiss(viewer: Viewer, id: number): Promise<void> {
      await ownAlert(viewer, id)
      await change(viewer, (inside) => inside.change(id, { dismissed_at: clock.now() }))
    },

    async restore(viewer: Viewer, id: number): Promise<void> {
      await ownAlert(viewer, id)
      await change(viewer, (inside) =>
        inside.change(id, { dismissed_at: null, snoozed_until: null, read_at: clock.now() }),
      )
    },
  }
}

const SUBJECT_OF: Partial<Record<AlertScopeKind, AlertSubjectKind>> = { companies: 'company', groups: 'group' }

/** Alerts that a person got while they saw more, or other companies, are not shown any more. */
function toSeenScope(viewer: Viewer): number {
  const scope = scopeOf(viewer)
  return scope === 'all' ? 0 : scope === 'none' ? -1 : scope
}
