import { sql, type Updateable } from 'kysely'
import type { Queries } from '#platform/database/database.ts'
import type { Row, Tables } from '#platform/database/schema.ts'

export interface Receiver {
  userId: number
  username: string
  companyId: number | null
  /** As the user has it now. */
  url: string | null
}

export function webhooksStore(db: Queries) {
  const reachable = () =>
    db
      .selectFrom('users')
      .leftJoin('webhooks', 'webhooks.user_id', 'users.id')
      .select(['users.id', 'users.company_id'])
      .where(sql<boolean>`webhook_url is not null`)
      .where((row) =>
        row.or([row('webhooks.switched_off_at', 'is', null), row('webhooks.url', '!=', row.ref('users.webhook_url'))]),
      )
  return {
    /** Users of these companies with a webhook that is not switched off. */
    toTell: (companies: readonly number[]) => reachable().where('users.company_id', 'in', companies).execute(),

    /** Of these users, those with a webhook that is not switched off. */
    reachableOf: (userIds: readonly number[]) => reachable().where('users.id', 'in', userIds).execute(),

    receiver: (userId: number): Promise<Receiver | undefined> =>
      db
        .selectFrom('users')
        .select(['id as userId', 'username', 'company_id as companyId', 'webhook_url as url'])
        .where('id', '=', userId)
        .executeTakeFirst(),

    /** Undefined where nothing was to be sent to this address yet. */
    webhook: (userId: number, url: string): Promise<Row<'webhooks'> | undefined> =>
      db.selectFrom('webhooks').selectAll().where('user_id', '=', userId).where('url', '=', url).executeTakeFirst(),

    /**
     * How the webhook goes with this address; with another one than before it begins anew, and keeps its secret. Held by an
     * idle update until the transaction ends: of two new secrets at once, the second sees the first.
     */
    async begin(userId: number, url: string, secret: string): Promise<Row<'webhooks'>> {
      await db
        .insertInto('webhooks')
        .values({ user_id: userId, url, secret })
        .onConflict((known) => known.column('user_id').doNothing())
        .execute()
      await db
        .updateTable('webhooks')
        .set({ url, failures: 0, failure: null, paused_until: 0, delivered_at: null, switched_off_at: null })
        .where('user_id', '=', userId)
        .where('url', '!=', url)
        .execute()
      return db
        .updateTable('webhooks')
        .set({ user_id: userId })
        .where('user_id', '=', userId)
        .returningAll()
        .executeTakeFirstOrThrow()
    },

    /** Changes nothing where the address has changed meanwhile. */
    set: (userId: number, url: string, changes: Updateable<Tables['webhooks']>) =>
      db.updateTable('webhooks').set(changes).where('user_id', '=', userId).where('url', '=', url).execute(),

    /** False, and nothing changed, where it begins anew meanwhile, with another address or switched on. */
    async setFailing(
      { user_id, url, failures }: Row<'webhooks'>,
      changes: Updateable<Tables['webhooks']>,
    ): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('webhooks')
        .set(changes)
        .where('user_id', '=', user_id)
        .where('url', '=', url)
        .where('failures', '=', failures)
        .where('switched_off_at', 'is', null)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
  }
}
