import type { Insertable } from 'kysely'
import { type Engine, insertNew, type Queries } from '#platform/database/database.ts'
import type { Row, Tables } from '#platform/database/schema.ts'

/** As many keys as one statement names. */
const KEYS_AT_ONCE = 500

export type RecipientRow = Row<'mail_recipients'> & { username: string | null }

/** Those to whom mail goes, as the outbox needs them. */
export function outboxRecipients(db: Queries, engine: Engine) {
  const recipients = () =>
    db
      .selectFrom('mail_recipients')
      .leftJoin('users', 'users.id', 'mail_recipients.user_id')
      .selectAll('mail_recipients')
      .select('users.username')

  async function inChunks<Key, Found>(
    keys: readonly Key[],
    read: (chunk: Key[]) => Promise<Found[]>,
  ): Promise<Found[]> {
    const found: Found[] = []
    for (let from = 0; from < keys.length; from += KEYS_AT_ONCE)
      found.push(...(await read(keys.slice(from, from + KEYS_AT_ONCE))))
    return found
  }

  return {
    ofUsers: (ids: readonly number[]): Promise<RecipientRow[]> =>
      inChunks(ids, (chunk) => recipients().where('user_id', 'in', chunk).execute()),

    /** Those of no user. */
    outside: (addressKeys: readonly string[]): Promise<RecipientRow[]> =>
      inChunks(addressKeys, (chunk) =>
        recipients().where('user_id', 'is', null).where('address_key', 'in', chunk).execute(),
      ),

    addOutside: (rows: Insertable<Tables['mail_recipients']>[]) =>
      insertNew({ queries: db, engine }, 'mail_recipients', rows),

    /** Which companies mail them. */
    addCompanies: (rows: Tables['mail_recipient_companies'][]) =>
      insertNew({ queries: db, engine }, 'mail_recipient_companies', rows),

    /** Held until the transaction ends by an idle update: of two processes one makes the mail of these notices. */
    holdRecipient: async (id: number) => {
      await db.updateTable('mail_recipients').set({ id }).where('id', '=', id).execute()
      return db
        .selectFrom('mail_recipients')
        .leftJoin('users', 'users.id', 'mail_recipients.user_id')
        .leftJoin('companies', 'companies.id', 'users.company_id')
        .selectAll('mail_recipients')
        .select(['users.username', 'companies.time_zone as company_time_zone'])
        .where('mail_recipients.id', '=', id)
        .executeTakeFirst()
    },

    /** The same without holding it. */
    quietHoursOf: (ids: readonly number[]) =>
      db
        .selectFrom('mail_recipients')
        .leftJoin('users', 'users.id', 'mail_recipients.user_id')
        .leftJoin('companies', 'companies.id', 'users.company_id')
        .select(['mail_recipients.id', 'quiet_from', 'quiet_until', 'mail_recipients.time_zone'])
        .select('companies.time_zone as company_time_zone')
        .where('mail_recipients.id', 'in', ids)
        .execute(),
  }
}
