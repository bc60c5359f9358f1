/** The tracked names: which are due, and how each was read last. */
import { sql, type Updateable } from 'kysely'
import type { Engine, Queries } from '#platform/database/database.ts'
import { inDemo } from '#platform/database/own-companies.ts'
import type { Tables } from '#platform/database/schema.ts'
import type { InstagramSourceName } from '#ports/instagram.ts'
import { isReadBy, type LeasedRange, type Owner, PROFILE_COLUMNS, type ProfileRow } from './profile-rows.ts'

const NOT_PAGED = { older_posts_cursor: null, older_posts: 0, older_posts_ended_at: null, older_posts_reason: null }

export function profilesStore(db: Queries) {
  return {
    /** Accounts whose names `profiles` does not know yet. Those of the demo workspace are never read from a source. */
    notFollowed: (limit: number) =>
      db
        .selectFrom('accounts')
        .select(['id', 'username_key'])
        .where('is_followed', '=', 0)
        .where((row) => row.not(inDemo('company_id')))
        .limit(limit)
        .execute(),

    follow: async (accounts: { id: number; username_key: string }[], dueAt: (key: string) => number) => {
      const keys = [...new Set(accounts.map(({ username_key }) => username_key))]
      await db
        .insertInto('profile_syncs')
        .values(keys.map((key) => ({ username_key: key, due_at: dueAt(key) })))
        // A name that is tracked once more: the new account has none of its older posts.
        .onConflict((conflict) => conflict.column('username_key').doUpdateSet(NOT_PAGED))
        .execute()
      await db
        .updateTable('accounts')
        .set({ is_followed: 1 })
        .where(
          'id',
          'in',
          accounts.map(({ id }) => id),
        )
        .execute()
    },

    /** Whether a profile of these owners is due. */
    isAnyDue: async (owners: readonly Owner[], now: number): Promise<boolean> => {
      for (const owner of owners) {
        const found = await db
          .selectFrom('profile_syncs')
          .select('username_key')
          .where(isReadBy(owner))
          .where('due_at', '<=', now)
          .limit(1)
          .executeTakeFirst()
        if (found) return true
      }
      return false
    },

    /** Those of these profiles that are as they were: no other process has read them, and none has another time. */
    stillDue: async (profiles: readonly ProfileRow[]): Promise<ProfileRow[]> => {
      const rows = await db
        .selectFrom('profile_syncs')
        .select(['username_key', 'due_at'])
        .where(
          'username_key',
          'in',
          profiles.map(({ username_key }) => username_key),
        )
        .execute()
      const dueAt = new Map(rows.map(({ username_key, due_at }) => [username_key, Number(due_at)]))
      return profiles.filter(({ username_key, due_at }) => dueAt.get(username_key) === Number(due_at))
    },

    /** Readings that fall on a day, by source: profiles of each interval, without those that owners have connected. */
    perDay: async (): Promise<{ source: InstagramSourceName | null; readings: number }[]> => {
      const rows = await db
        .selectFrom('profile_syncs')
        .select((row) => ['source', 'every_days', row.fn.countAll<number>().as('count')])
        .where('is_owned', '=', 0)
        .groupBy(['source', 'every_days'])
        .execute()
      return [...Map.groupBy(rows, ({ source }) => source)].map(([source, some]) => ({
        source,
        readings: some.reduce((sum, { every_days, count }) => sum + Number(count) / every_days, 0),
      }))
    },

    countDue: async (now: number) => {
      const row = await db
        .selectFrom('profile_syncs')
        .select((count) => count.fn.countAll<number>().as('count'))
        .where('due_at', '<=', now)
        .executeTakeFirst()
      return Number(row?.count ?? 0)
    },

    find: (key: string) =>
      db.selectFrom('profile_syncs').select(PROFILE_COLUMNS).where('username_key', '=', key).executeTakeFirst(),

    /**
     * Writes the outcome, unless another process has read the profile since, or has taken over the range. Returns whether it did.
     * A profile that got another time meanwhile, by a new account or another interval, was not read by anyone else.
     */
    settle: async (
      profile: Pick<ProfileRow, 'username_key' | 'succeeded_at' | 'failing_since' | 'tries'>,
      changes: Updateable<Tables['profile_syncs']>,
      range: LeasedRange | null = null,
    ) => {
      const { numUpdatedRows } = await db
        .updateTable('profile_syncs')
        .set(changes)
        .where('username_key', '=', profile.username_key)
        .where('succeeded_at', 'is not distinct from', profile.succeeded_at)
        .where('failing_since', 'is not distinct from', profile.failing_since)
        .where('tries', '=', profile.tries)
        .$if(range !== null, (query) =>
          query.where(
            sql<boolean>`exists (select 1 from refresh_ranges as held
              where held.source = ${range?.source ?? ''} and held.fence = ${range?.fence ?? 0})`,
          ),
        )
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** Deletes a name that no company tracks any more. One that has just been added again stays. */
    unfollow: (key: string) =>
      db
        .deleteFrom('profile_syncs')
        .where('username_key', '=', key)
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('accounts').select('id').where('username_key', '=', key))),
        )
        .execute(),

    /** As lists show it, JSON. */
    findShown: async (accountId: number) => {
      const row = await db.selectFrom('accounts').select('shown').where('id', '=', accountId).executeTakeFirst()
      return row?.shown ?? null
    },

    /**
     * All accounts of this name, with their companies' time zones; held until the transaction ends on PostgreSQL. Company by
     * company: each figure moves sums of its company, and two names that several companies track must not wait for each other.
     */
    accountsNamed: (key: string, engine: Engine) =>
      db
        .selectFrom('accounts')
        .innerJoin('companies', 'companies.id', 'accounts.company_id')
        .select([
          'accounts.id',
          'accounts.company_id',
          'accounts.username',
          'accounts.refresh_interval',
          'accounts.refresh_days',
          'accounts.followers',
          'accounts.captured_at',
          'accounts.source',
          'companies.time_zone as timeZone',
        ])
        .where('accounts.username_key', '=', key)
        .orderBy('accounts.company_id')
        .orderBy('accounts.id')
        .$if(engine === 'postgres', (query) => query.forNoKeyUpdate('accounts'))
        .execute(),
  }
}
