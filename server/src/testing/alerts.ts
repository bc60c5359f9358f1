/** For tests of alerts: accounts that moved as a source reads them, one round of evaluation, and what a person gets. */
import type { Alert, AlertRules } from '@tangelo/contract'
import { snapshotFigures } from '#features/analytics/metrics/metrics.rules.ts'
import { metricsStore } from '#features/analytics/metrics/metrics.store.ts'
import { momentOfDay } from '#platform/calendar.ts'
import type { Mailer } from '#ports/mailer.ts'
import { DAY_MS, HOUR_MS, TODAY } from './planted-accounts.ts'
import { until } from './queue-nodes.ts'
import { PEOPLE, type Person, START, type World } from './world.ts'

/** People stay signed in through more than a year of the clock. */
export const session = { idleMs: 500 * DAY_MS, maxMs: 500 * DAY_MS }

const mailer: Mailer = { server: 'none', send: async () => {}, close() {} }
/** Mail is on; nothing leaves. */
export const WITH_MAIL = {
  publicUrl: 'https://tangelo.example',
  mail: { mailer, from: { name: null, address: 'us@tangelo.example' } },
}
const PERSONS = Object.keys(PEOPLE) as Person[]
export const userIdOf = (who: Person): number => PERSONS.indexOf(who) + 1

/** Gives these people addresses that they have confirmed. */
export async function withAddresses({ database }: World, ...people: Person[]): Promise<void> {
  for (const who of people) {
    const address = `${who}@x.org`
    const named = { user_id: userIdOf(who), address, address_key: address, secret: `secret of ${who}` }
    await database.queries
      .insertInto('mail_recipients')
      .values({ ...named, confirmed_at: 1, created_at: 1 })
      .execute()
  }
}

/** The titles of the mails of a person. */
export async function mailsOf({ database }: World, who: Person): Promise<string[]> {
  const rows = await database.queries
    .selectFrom('mail_notices')
    .innerJoin('mail_recipients', 'mail_recipients.id', 'mail_notices.recipient_id')
    .select('data')
    .where('user_id', '=', userIdOf(who))
    .orderBy('mail_notices.id')
    .execute()
  return rows.map(({ data }) => JSON.parse(data).title)
}

/** Time passes, then alerts are evaluated by the workers of a process. */
export async function evaluate(here: World, passedMs = 60_000): Promise<void> {
  here.clock.moveBy(passedMs)
  const { queries } = here.database
  const roundOf = async () =>
    (await queries.selectFrom('alert_evaluations').select('round').executeTakeFirst())?.round ?? 0
  const before = await roundOf()
  const workers = here.work()
  await until('alerts are evaluated', async () => (await roundOf()) > before)
  await workers.end()
}

export async function alertsOf(here: World, who: Person): Promise<Alert[]> {
  return (await here.ask(who, 'GET', '/api/alerts')).json().alerts
}
export const sentencesOf = async (here: World, who: Person): Promise<string[]> =>
  (await alertsOf(here, who)).map(({ sentence }) => sentence)

export const rulesOf = async (here: World, who: Person): Promise<AlertRules> =>
  (await here.ask(who, 'GET', '/api/alert-rules')).json()

export async function choose(here: World, who: Person, change: (rules: AlertRules) => Partial<AlertRules>) {
  const before = await rulesOf(here, who)
  const { rules, thresholds, digest } = { ...before, ...change(before) }
  const body = {
    rules: rules.map(({ scopeNames: _, ...rule }) => rule),
    digest,
    thresholds: thresholds.map(({ subjectName: _, ...threshold }) => threshold),
  }
  return here.ask(who, 'PUT', '/api/alert-rules', body)
}

export const unreadOf = async (here: World, who: Person): Promise<number> =>
  (await here.ask(who, 'GET', '/api/alerts/unread')).json().count

/** A client has answered, and cannot undo it any more. */
export const insertDecision = ({ database }: World, request_id: number, approval_item_id: number, more: object = {}) =>
  database.queries
    .insertInto('approval_decisions')
    .values({
      company_id: 1,
      request_id,
      approval_item_id,
      item_id: `recAnswered${approval_item_id}`,
      name: 'Ana',
      content_hash: 'a',
      content: '[]',
      planned_for: null,
      answer: 'approved',
      comment: null,
      decided_at: START,
      final_at: START,
      undone_at: null,
      used_at: null,
      announced_at: START,
      ...more,
    })
    .execute()

/** Of an account, as a reading leaves them. */
export async function setFigures(
  { database }: World,
  id: number,
  figures: { followers?: number; captured_at?: number },
): Promise<void> {
  await database.queries
    .updateTable('accounts')
    .set({ ...figures, shown: null })
    .where('id', '=', id)
    .execute()
}

interface Moved {
  change: number
  companyId?: number
  day?: number
  kind?: 'unexplained' | 'cleanup'
  /** Read from a file. */
  isImported?: boolean
  /** How long after its moment it was stored. */
  recordedAfterMs?: number
}

/** An account that was read on the days before and on the day, and whose move was found. */
export async function insertMovedAccount(
  { database }: World,
  username: string,
  { change, companyId = 1, day = TODAY, kind = 'unexplained', isImported = false, recordedAfterMs = HOUR_MS }: Moved,
): Promise<number> {
  return database.transaction(async (tx) => {
    const { id } = await tx
      .insertInto('accounts')
      .values({
        company_id: companyId,
        username,
        username_key: username,
        created_at: START - 90 * DAY_MS,
        captured_at: START,
        followers: 20_000 + change,
        source: isImported ? 'import' : 'graph',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (isImported) await tx.insertInto('import_numbers').values({ import_id: username }).execute()
    const import_number = isImported
      ? (await tx.selectFrom('import_numbers').select('number').orderBy('number', 'desc').executeTakeFirstOrThrow())
          .number
      : null
    const rows = [3, 2, 1, 0].map((back) => ({
      company_id: companyId,
      account_id: id,
      captured_at: momentOfDay(day - back),
      day: day - back,
      recorded_after: recordedAfterMs,
      source: isImported ? ('import' as const) : ('graph' as const),
      ...snapshotFigures({
        followers: 20_000 + (back === 0 ? change : 0),
        following: null,
        posts: null,
        engagementRate: null,
        profile: null,
      }),
      import_number,
    }))
    await metricsStore(tx, database.engine).append(rows)
    await tx.insertInto('account_moves').values({ account_id: id, is_due: 0, day, change, kind, others: 0 }).execute()
    return id
  })
}
