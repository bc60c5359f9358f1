/** Sends each person's weekly digest, once for each week: moved on and enqueued in one transaction. Without mail it does nothing. */
import type { MetricsService } from '#features/analytics/index.ts'
import type { Mail } from '#features/mail/index.ts'
import { dayOf } from '#platform/calendar.ts'
import type { Database } from '#platform/database/database.ts'
import type { Log } from '#platform/log.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import type { AttentionService } from '../../attention/attention.service.ts'
import { sayDigest } from '../rules/digest.ts'
import { type DueDigest, followingDigest, nextDigest } from '../rules/digest-times.ts'
import { digestsStore } from '../store/digests.ts'
import { weekView } from '../view/week.ts'
import type { AlertPerson } from './people.ts'

const DAY_MS = 24 * 60 * 60_000
const WEEK_DAYS = 7
const AT_ONCE = 50
/** One that is later, because the machine was off or the clock jumped, is left out. */
const LATE_MS = DAY_MS
/** One that is due later was planned while the clock was ahead. */
const AHEAD_MS = (WEEK_DAYS + 1) * DAY_MS

export interface DigestTools {
  database: Database
  clock: Clock
  log: Log
  mail: Pick<Mail, 'isOn' | 'enqueueAll'>
  metrics: Pick<MetricsService, 'clients'>
  attention: Pick<AttentionService, 'list'>
}

export function digestSender({ database, clock, log, mail, metrics, attention }: DigestTools) {
  const store = digestsStore(database.queries)

  /** Each person who wants one has a time, on the clocks that count now, and no other person has. */
  async function plan(people: readonly AlertPerson[]): Promise<void> {
    const planned = new Map((await store.all()).map((row) => [row.user_id, row]))
    const now = clock.now()
    for (const { id, timeZone, settings } of people) {
      const { isOn, weekday, hour } = settings.digest
      if (!isOn) continue
      const row = planned.get(id)
      planned.delete(id)
      const isKept = row?.weekday === weekday && row.hour === hour && row.time_zone === timeZone
      if (!isKept || row.next_at > now + AHEAD_MS) await store.set(id, nextDigest({ weekday, hour }, now, timeZone))
    }
    for (const id of planned.keys()) await store.remove(id)
  }

  async function digestFor(person: AlertPerson, { next_day, time_zone }: DueDigest) {
    const now = clock.now()
    const viewer = asViewer(person)
    const scope = person.role === 'admin' ? 'all' : (person.companyId ?? 0)
    const week = weekView(database.queries, scope)
    const [from, to] = [next_day - WEEK_DAYS, next_day - 1]
    const clients = await metrics.clients(viewer, WEEK_DAYS)
    const { items } = await attention.list(viewer, undefined)
    return sayDigest({
      from,
      to,
      moves: await week.moves(from, to),
      clients: clients.filter(({ isDemo }) => !isDemo),
      due: await week.due(now, dayOf(now, time_zone)),
      waiting: items.filter(({ kind }) => kind !== 'moved' && kind !== 'due'),
    })
  }

  async function send(person: AlertPerson, row: DueDigest): Promise<void> {
    const now = clock.now()
    const isLate = now - row.next_at > LATE_MS
    const digest = isLate ? null : await digestFor(person, row)
    const next = followingDigest(row, now, row.time_zone)
    await database.transaction(async (tx) => {
      if (!(await digestsStore(tx).move(person.id, row, next)) || !digest) return
      const cause = `digest:${row.next_day}`
      const dueAt = row.next_at
      await mail.enqueueAll(tx, [
        { to: person.id, cause, dueAt, kind: 'notification', template: 'digest', data: digest },
      ])
    })
  }

  return async function sendDigests(people: readonly AlertPerson[]): Promise<void> {
    if (!mail.isOn) return
    await plan(people)
    const byId = new Map(people.map((person) => [person.id, person]))
    for (const { user_id, ...row } of await store.due(clock.now(), AT_ONCE)) {
      const person = byId.get(user_id)
      if (!person) continue
      try {
        await send(person, row)
      } catch (error) {
        log.error({ err: error, userId: user_id }, 'a weekly digest could not be made')
      }
    }
  }
}

/** With the person's rights, and nothing of a session. */
const asViewer = ({ id, username, role, companyId }: AlertPerson): Viewer => ({
  userId: id,
  username,
  role,
  companyId,
  companyName: null,
  mustChangePassword: false,
  address: null,
  via: 'server',
})
