import { type ExpressionBuilder, type Insertable, sql, type Updateable } from 'kysely'
import { type Engine, insertNew, type Queries } from '#platform/database/database.ts'
import type { Row, Tables } from '#platform/database/schema.ts'

/** Later than any mail can be due (outbox.rules.ts). */
const IMPLAUSIBLE_MS = 62 * 60_000

/** As many keys as one statement names. */
const KEYS_AT_ONCE = 500

/** More than all processes hold at once. */
const LEASES_MAX = 200

export type RecipientRow = Row<'mail_recipients'> & { username: string | null }

/** What a recipient is at the moment of a try. */
export type RecipientNow = Pick<
  Row<'mail_recipients'>,
  'user_id' | 'address_key' | 'confirmed_at' | 'bounced_at' | 'stopped'
>

/** A mail that this process sends now, and its recipient as they are now. */
export type ClaimedMail = Row<'mails'> & { recipient: RecipientNow & { secret: string } }

interface Claim {
  lease: string
  now: number
  /** Leases whose process has ended. */
  missed: readonly string[]
  limit: number
  /** This one alone. */
  id?: number
}

export type MailChanges = Updateable<Tables['mails']>

export interface NoticeRow {
  id: number
  topic: string
  template: 'notice' | 'digest'
  data: string
}

// Spelled as in the index: only then do both engines use the index for the query.
const isWaiting = sql<boolean>`state = 'waiting'`
/** No process sends it now. */
const isFree = (missed: readonly string[]) => (row: ExpressionBuilder<Tables, 'mails'>) =>
  row.or([row('lease', 'is', null), ...(missed.length > 0 ? [row('lease', 'in', missed)] : [])])
const isHeld = sql<boolean>`is_held = 1`

export function outboxStore(db: Queries, engine: Engine) {
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

    /** Leaves out those whose cause is known; answers how many are new. */
    addMails: (rows: Insertable<Tables['mails']>[]) => insertNew({ queries: db, engine }, 'mails', rows),

    addNotices: (rows: Insertable<Tables['mail_notices']>[]) =>
      insertNew({ queries: db, engine }, 'mail_notices', rows),

    /** Under which mails are being sent now, here and elsewhere. */
    leases: async (): Promise<string[]> => {
      const rows = await db
        .selectFrom('mails')
        .select('lease')
        .distinct()
        .where('lease', 'is not', null)
        .where(isWaiting)
        .limit(LEASES_MAX)
        .execute()
      return rows.flatMap(({ lease }) => lease ?? [])
    },

    /**
     * Takes mails that are due for this process alone, and counts the try. What is due later than any mail can be was stored
     * while the clock was ahead.
     */
    async claim({ lease, now, missed, limit, id }: Claim): Promise<ClaimedMail[]> {
      const due = await db
        .selectFrom('mails')
        .select('id')
        .where(isWaiting)
        .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
        .where((row) => row.or([row('due_at', '<=', now), row('due_at', '>', now + IMPLAUSIBLE_MS)]))
        .where(isFree(missed))
        .orderBy('due_at')
        .orderBy('id')
        .limit(limit)
        .execute()
      if (due.length === 0) return []
      // Of two processes that found the same mails, the second sees here that they are taken.
      const claimed = await db
        .updateTable('mails')
        .set((row) => ({ lease, tries: row('tries', '+', 1) }))
        .where(
          'id',
          'in',
          due.map((row) => row.id),
        )
        .where(isWaiting)
        .where(isFree(missed))
        .returningAll()
        .execute()
      if (claimed.length === 0) return []
      const recipients = await db
        .selectFrom('mail_recipients')
        .select(['id', 'secret', 'user_id', 'address_key', 'confirmed_at', 'bounced_at', 'stopped'])
        .where(
          'id',
          'in',
          claimed.map(({ recipient_id }) => recipient_id),
        )
        .execute()
      const byId = new Map(recipients.map((row) => [row.id, row]))
      // A recipient who was removed at this moment has taken the mail along.
      return claimed.flatMap((mail): ClaimedMail[] => {
        const recipient = byId.get(mail.recipient_id)
        return recipient ? [{ ...mail, recipient }] : []
      })
    },

    /** What became of a mail; undefined while it is under way. */
    tried: (id: number) =>
      db
        .selectFrom('mails')
        .select(['state', 'problem'])
        .where('id', '=', id)
        .where('tried_at', 'is not', null)
        .executeTakeFirst(),

    /** False, and nothing changed, where the lease is over and another process has the mail. */
    async complete({ id, lease }: Pick<ClaimedMail, 'id' | 'lease'>, changes: MailChanges): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('mails')
        .set(changes)
        .where('id', '=', id)
        .where('lease', '=', lease)
        .where(isWaiting)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** What a process was sending that has ended may be sent at once. */
    endLeases: () => db.updateTable('mails').set({ lease: null }).where(isWaiting).execute(),

    /** The address takes no more mail; false where the recipient has another one by now. */
    async bounce({ recipient_id: id, address }: ClaimedMail, reason: string, at: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('mail_recipients')
        .set({ bounced_at: at, bounce: reason })
        .where('id', '=', id)
        .where('address', '=', address)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return false
      await db
        .updateTable('mails')
        .set({ state: 'dropped', problem: 'The address takes no mail.', data: null })
        .where('recipient_id', '=', id)
        .where('address', '=', address)
        .where(isWaiting)
        .execute()
      return true
    },

    noticesOf: (mailId: number): Promise<NoticeRow[]> =>
      db
        .selectFrom('mail_notices')
        .select(['id', 'topic', 'template', 'data'])
        .where('mail_id', '=', mailId)
        .orderBy('id')
        .$narrowType<NoticeRow>()
        .execute(),

    /** Recipients whose first waiting notice is from before that moment, or from a clock that was ahead. */
    withNotices: ({ before, now, after, limit }: { before: number; now: number; after: number; limit: number }) =>
      db
        .selectFrom('mail_notices')
        .select((row) => ['recipient_id', row.fn.min<number>('created_at').as('first')])
        .where(isHeld)
        .where('recipient_id', '>', after)
        .groupBy('recipient_id')
        .having((row) => row.or([row(row.fn.min('created_at'), '<=', before), row(row.fn.min('created_at'), '>', now)]))
        .orderBy('recipient_id')
        .limit(limit)
        .execute(),

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

    held: (recipientId: number) =>
      db
        .selectFrom('mail_notices')
        .select(['id', 'topic'])
        .where('recipient_id', '=', recipientId)
        .where(isHeld)
        .orderBy('id')
        .execute(),

    addMail: (row: Insertable<Tables['mails']>) =>
      db.insertInto('mails').values(row).returning('id').executeTakeFirstOrThrow(),

    /** They wait no more: in a mail, or in none where their recipient does not want them. */
    release: async (ids: readonly number[], mailId: number | null) => {
      for (let from = 0; from < ids.length; from += KEYS_AT_ONCE)
        await db
          .updateTable('mail_notices')
          .set({ is_held: 0, mail_id: mailId })
          .where('id', 'in', ids.slice(from, from + KEYS_AT_ONCE))
          .execute()
    },
  }
}
