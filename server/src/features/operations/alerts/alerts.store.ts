import type { AlertKind } from '@tangelo/contract/limits'
import { type Insertable, sql, type Updateable } from 'kysely'
import { isAmong, listOf } from '#platform/database/among.ts'
import { type Database, insertNew, type Queries } from '#platform/database/database.ts'
import type { Row, Tables } from '#platform/database/schema.ts'
import type { Cause, FoundCause } from './rules/causes.ts'

const CAUSE = [
  'id',
  'kind',
  'subject',
  'marker',
  'group_key as groupKey',
  'company_id as companyId',
  'account_id as accountId',
  'user_id as userId',
  'amount',
  'name',
  'detail',
] as const

/** Which causes a person's alert is made of. */
export interface CauseScope {
  companies: 'all' | readonly number[]
  /** Null: all accounts of the companies. */
  accounts: readonly number[] | null
}

export function alertsStore(db: Queries) {
  const within = (scope: CauseScope) => (row: { company: string; account: string }) => {
    const company =
      scope.companies === 'all'
        ? sql<boolean>`1 = 1`
        : sql<boolean>`(${sql.ref(row.company)} is null or ${isAmong(db, row.company, listOf(scope.companies))})`
    return scope.accounts === null
      ? company
      : sql<boolean>`${company} and ${isAmong(db, row.account, listOf(scope.accounts))}`
  }

  const causesOf = (groupKey: string, first: number, last: number, scope: CauseScope) =>
    db
      .selectFrom('alert_causes')
      .where('group_key', '=', groupKey)
      .where('id', '>=', first)
      .where('id', '<=', last)
      .where('ended_at', 'is', null)
      .where(within(scope)({ company: 'company_id', account: 'account_id' }))

  return {
    /** The row is there from the beginning. */
    evaluation: () => db.selectFrom('alert_evaluations').selectAll().executeTakeFirstOrThrow(),

    /** False where another node has evaluated meanwhile. */
    async beginRound({ round }: { round: number }, row: Omit<Row<'alert_evaluations'>, 'id' | 'round'>) {
      const { numUpdatedRows } = await db
        .updateTable('alert_evaluations')
        .set({ ...row, round: round + 1 })
        .where('round', '=', round)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    newestCause: async (): Promise<number> => {
      const row = await db.selectFrom('alert_causes').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
      return row?.id ?? 0
    },

    causesAfter: (id: number): Promise<Cause[]> =>
      db.selectFrom('alert_causes').select(CAUSE).where('id', '>', id).orderBy('id').execute(),

    openCauses: (kinds: readonly AlertKind[]): Promise<Cause[]> =>
      db.selectFrom('alert_causes').select(CAUSE).where('kind', 'in', kinds).where('ended_at', 'is', null).execute(),

    /** The times that a cause of this name was there before. */
    async lastMarker(kind: AlertKind, subject: string): Promise<number> {
      const row = await db
        .selectFrom('alert_causes')
        .select((causes) => causes.fn.max<number | null>('marker').as('marker'))
        .where('kind', '=', kind)
        .where('subject', '=', subject)
        .executeTakeFirst()
      return Number(row?.marker ?? 0)
    },

    endCauses: async (ids: readonly number[], at: number): Promise<string[]> => {
      if (ids.length === 0) return []
      const rows = await db
        .updateTable('alert_causes')
        .set({ ended_at: at })
        .where('ended_at', 'is', null)
        .where(isAmong(db, 'id', listOf(ids)))
        .returning('group_key')
        .execute()
      return rows.map(({ group_key }) => group_key)
    },

    changeCause: (id: number, changes: Updateable<Tables['alert_causes']>) =>
      db.updateTable('alert_causes').set(changes).where('id', '=', id).execute(),

    /** How many of the causes last, and the largest of them. */
    async facts(
      { groupKey, first, last }: { groupKey: string; first: number; last: number },
      scope: CauseScope,
    ): Promise<{ count: number; cleanups: number; top: Cause[] }> {
      const counted = await causesOf(groupKey, first, last, scope)
        .select([
          sql<number>`count(*)`.as('count'),
          sql<number>`sum(case when kind = 'anomaly' and detail = 'cleanup' then 1 else 0 end)`.as('cleanups'),
        ])
        .executeTakeFirst()
      const top = await causesOf(groupKey, first, last, scope)
        .select(CAUSE)
        .orderBy(sql`abs(coalesce(amount, 0))`, 'desc')
        .orderBy('id', 'desc')
        .limit(2)
        .execute()
      return { count: Number(counted?.count ?? 0), cleanups: Number(counted?.cleanups ?? 0), top }
    },

    latestOf: (userId: number, groupKeys: readonly string[]): Promise<Row<'alerts'>[]> =>
      db
        .selectFrom('alerts')
        .selectAll()
        .where('user_id', '=', userId)
        .where('group_key', 'in', groupKeys)
        .where('id', 'in', (newest) =>
          newest
            .selectFrom('alerts as other')
            .select((other) => other.fn.max('other.id').as('id'))
            .where('other.user_id', '=', userId)
            .groupBy('other.group_key'),
        )
        .execute(),

    openOf: (groupKeys: readonly string[]): Promise<Row<'alerts'>[]> =>
      db.selectFrom('alerts').selectAll().where('closed_at', 'is', null).where('group_key', 'in', groupKeys).execute(),

    /** Alerts without any cause that lasts: of accounts that were deleted, too. */
    orphans: (): Promise<Row<'alerts'>[]> =>
      db
        .selectFrom('alerts')
        .selectAll()
        .where('closed_at', 'is', null)
        .where(
          sql<boolean>`not exists (select 1 from alert_causes as lasting where lasting.group_key = alerts.group_key
            and lasting.id between alerts.first_cause and alerts.last_cause and lasting.ended_at is null)`,
        )
        .execute(),

    open: async (row: Insertable<Tables['alerts']>): Promise<number> => {
      const { id } = await db.insertInto('alerts').values(row).returning('id').executeTakeFirstOrThrow()
      return id
    },

    change: (id: number, changes: Updateable<Tables['alerts']>) =>
      db.updateTable('alerts').set(changes).where('id', '=', id).execute(),

    /** Of one person, as long as they see what they saw. */
    listOf: (userId: number, seenAs: number, now: number, limit: number) =>
      db
        .selectFrom('alerts')
        .selectAll()
        .where('user_id', '=', userId)
        .where('seen_as', '=', seenAs)
        .where('is_shown', '=', 1)
        .where('dismissed_at', 'is', null)
        .where((row) => row.or([row('snoozed_until', 'is', null), row('snoozed_until', '<=', now)]))
        .orderBy(sql`case when closed_at is null then 0 else 1 end`)
        .orderBy('changed_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute(),

    async countsOf(userId: number, seenAs: number, now: number) {
      const row = await db
        .selectFrom('alerts')
        .select([
          sql<number>`count(*)`.as('all'),
          sql<number>`sum(case when read_at is null and closed_at is null and coalesce(snoozed_until, 0) <= ${now} then 1 else 0 end)`.as(
            'unread',
          ),
          sql<number>`sum(case when coalesce(snoozed_until, 0) > ${now} then 1 else 0 end)`.as('snoozed'),
        ])
        .where('user_id', '=', userId)
        .where('seen_as', '=', seenAs)
        .where('is_shown', '=', 1)
        .where('dismissed_at', 'is', null)
        .executeTakeFirst()
      return { all: Number(row?.all ?? 0), unread: Number(row?.unread ?? 0), snoozed: Number(row?.snoozed ?? 0) }
    },

    find: (userId: number, seenAs: number, id: number) =>
      db
        .selectFrom('alerts')
        .selectAll()
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .where('seen_as', '=', seenAs)
        .executeTakeFirst(),

    markRead: (userId: number, ids: readonly number[] | null, at: number) =>
      db
        .updateTable('alerts')
        .set({ read_at: at })
        .where('user_id', '=', userId)
        .where('read_at', 'is', null)
        .$if(ids !== null, (query) => query.where('id', 'in', [...(ids ?? [])]))
        .execute(),

    settings: async (userId: number): Promise<string | null> => {
      const row = await db
        .selectFrom('alert_settings')
        .select('settings')
        .where('user_id', '=', userId)
        .executeTakeFirst()
      return row?.settings ?? null
    },

    setSettings: (userId: number, settings: string, at: number) =>
      db
        .insertInto('alert_settings')
        .values({ user_id: userId, settings, changed_at: at })
        .onConflict((known) => known.column('user_id').doUpdateSet({ settings, changed_at: at }))
        .execute(),

    setDigest: (userId: number, due: Omit<Insertable<Tables['alert_digests']>, 'user_id'>) =>
      db
        .insertInto('alert_digests')
        .values({ user_id: userId, ...due })
        .onConflict((known) => known.column('user_id').doUpdateSet(due))
        .execute(),

    digests: () => db.selectFrom('alert_digests').selectAll().execute(),

    dueDigests: (now: number, limit: number) =>
      db.selectFrom('alert_digests').selectAll().where('next_at', '<=', now).orderBy('next_at').limit(limit).execute(),

    /** False where another node, or the person, has moved it meanwhile. */
    async moveDigest(userId: number, { next_at }: { next_at: number }, to: Updateable<Tables['alert_digests']>) {
      const { numUpdatedRows } = await db
        .updateTable('alert_digests')
        .set(to)
        .where('user_id', '=', userId)
        .where('next_at', '=', next_at)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** Of the person's own mails; null for the company's. */
    mailTimeZone: async (userId: number): Promise<string | null> =>
      (
        await db
          .selectFrom('mail_recipients')
          .select('time_zone')
          .where('user_id', '=', userId)
          .where('time_zone', 'is not', null)
          .executeTakeFirst()
      )?.time_zone ?? null,

    removeDigest: (userId: number) => db.deleteFrom('alert_digests').where('user_id', '=', userId).execute(),

    hasWebhook: async (userId: number): Promise<boolean> =>
      (await db
        .selectFrom('users')
        .select('id')
        .where('id', '=', userId)
        .where('webhook_url', 'is not', null)
        .executeTakeFirst()) !== undefined,

    /** Everybody who may get alerts, with what they chose. */
    people: () =>
      db
        .selectFrom('users')
        .leftJoin('alert_settings', 'alert_settings.user_id', 'users.id')
        .select(['users.id', 'username', 'role', 'company_id as companyId', 'settings'])
        .select(sql<number>`case when webhook_url is null then 0 else 1 end`.as('hasWebhook'))
        .execute(),

    accountsOfGroups: (ids: readonly number[]) =>
      db
        .selectFrom('account_group_members')
        .select(['group_id as groupId', 'account_id as accountId'])
        .where('group_id', 'in', ids)
        .execute(),

    /** What closed, and the causes that ended, before a moment. */
    async purge(before: number): Promise<void> {
      await db.deleteFrom('alerts').where('closed_at', '<', before).execute()
      await db.deleteFrom('alert_causes').where('ended_at', '<', before).execute()
    },
  }
}

/** Those that are there already stay as they are. */
export const addCauses = (
  where: { queries: Queries; engine: Database['engine'] },
  causes: readonly FoundCause[],
  at: number,
): Promise<number> =>
  insertNew(
    where,
    'alert_causes',
    causes.map(({ kind, subject, marker, groupKey, companyId, accountId, userId, amount, name, detail }) => ({
      kind,
      subject,
      marker,
      group_key: groupKey,
      company_id: companyId,
      account_id: accountId,
      user_id: userId,
      amount,
      name,
      detail,
      found_at: at,
      ended_at: null,
    })),
  )
