import type { Insertable, Updateable } from 'kysely'
import type { Queries } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/schema.ts'
import { isHeld } from '../outbox/store/notices.ts'

interface Span {
  from: number
  to: number
}

/** Mails about what happened in a company. */
const COMPANY_MAILS = ['notices', 'publication-due']

export function recipientsStore(db: Queries) {
  const drop = (id: number, states: readonly ('waiting' | 'failed')[], problem: string) =>
    db
      .updateTable('mails')
      .set({ state: 'dropped', problem, data: null })
      .where('recipient_id', '=', id)
      .where('state', 'in', states)

  return {
    ofUser: (userId: number) =>
      db.selectFrom('mail_recipients').selectAll().where('user_id', '=', userId).executeTakeFirst(),

    find: (id: number) =>
      db
        .selectFrom('mail_recipients')
        .leftJoin('users', 'users.id', 'mail_recipients.user_id')
        .selectAll('mail_recipients')
        .select(['users.username', 'users.company_id'])
        .where('mail_recipients.id', '=', id)
        .executeTakeFirst(),

    bySecret: (secret: string) =>
      db.selectFrom('mail_recipients').selectAll().where('secret', '=', secret).executeTakeFirst(),

    /** Those of no user. */
    outside: (addressKeys: readonly string[]) =>
      db
        .selectFrom('mail_recipients')
        .select(['address_key', 'bounced_at', 'stopped'])
        .where('user_id', 'is', null)
        .where('address_key', 'in', [...addressKeys])
        .execute(),

    /** As the audit log names people. */
    user: (id: number) =>
      db.selectFrom('users').select(['id', 'username', 'company_id']).where('id', '=', id).executeTakeFirst(),

    add: (row: Insertable<Tables['mail_recipients']>) =>
      db.insertInto('mail_recipients').values(row).returningAll().executeTakeFirstOrThrow(),

    change: (id: number, changes: Updateable<Tables['mail_recipients']>) =>
      db.updateTable('mail_recipients').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow(),

    remove: (id: number) => db.deleteFrom('mail_recipients').where('id', '=', id).execute(),

    /** What waits for an address that is no longer the recipient's. */
    dropWaiting: (id: number) => drop(id, ['waiting'], 'The recipient has another address.').execute(),

    /**
     * Mails about a company that wait, or that failed and could be sent again, and notices for one. What the recipient has asked for goes
     * to them all the same.
     */
    dropCompanyMails: async (id: number): Promise<void> => {
      await db.updateTable('mail_notices').set({ is_held: 0 }).where('recipient_id', '=', id).where(isHeld).execute()
      const about = drop(id, ['waiting', 'failed'], 'The recipient no longer sees what it is about.')
      await about.where('template', 'in', COMPANY_MAILS).execute()
    },

    addConfirmation: (row: Tables['address_confirmations']) =>
      db.insertInto('address_confirmations').values(row).execute(),

    removeConfirmations: (recipientId: number) =>
      db.deleteFrom('address_confirmations').where('recipient_id', '=', recipientId).execute(),

    /** Links that went to the address before: others may read it. */
    removePasswordLinks: (userId: number) => db.deleteFrom('password_links').where('user_id', '=', userId).execute(),

    confirmation: (hash: string) =>
      db.selectFrom('address_confirmations').selectAll().where('token_hash', '=', hash).executeTakeFirst(),

    addLink: (row: Tables['address_links']) => db.insertInto('address_links').values(row).execute(),

    /** How many links were sent: by this user or to this address, whichever is more. */
    linksWithin: async (
      whose: Pick<Tables['address_links'], 'user_id' | 'address_hash'>,
      { from, to }: Span,
    ): Promise<number> => {
      const counts = await Promise.all(
        (['user_id', 'address_hash'] as const).map((column) =>
          db
            .selectFrom('address_links')
            .select((select) => select.fn.countAll<number>().as('count'))
            .where(column, '=', whose[column])
            .where('sent_at', '>', from)
            .where('sent_at', '<=', to)
            .executeTakeFirstOrThrow(),
        ),
      )
      return Math.max(...counts.map(({ count }) => Number(count)))
    },

    /** Also those from a clock that was ahead. */
    forgetLinksOutside: ({ from, to }: Span) =>
      db
        .deleteFrom('address_links')
        .where((row) => row.or([row('sent_at', '<=', from), row('sent_at', '>', to)]))
        .execute(),

    forgetConfirmationsBefore: (moment: number) =>
      db.deleteFrom('address_confirmations').where('created_at', '<', moment).execute(),
  }
}

export type RecipientOfUser = NonNullable<Awaited<ReturnType<ReturnType<typeof recipientsStore>['ofUser']>>>
