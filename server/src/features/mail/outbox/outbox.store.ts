import { type ExpressionBuilder, type Insertable, sql, type Updateable } from 'kysely'
import { type Engine, insertNew, type Queries } from '#platform/database/database.ts'
import type { Row, Tables } from '#platform/database/schema.ts'

/** Later than any mail can be due (outbox.rules.ts). */
const IMPLAUSIBLE_MS = 62 * 60_000

/** More than all processes hold at once. */
const LEASES_MAX = 200

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

// Spelled as in the index: only then do both engines use the index for the query.
const isWaiting = sql<boolean>`state = 'waiting'`
/** No process sends it now. */
const isFree = (missed: readonly string[]) => (row: ExpressionBuilder<Tables, 'mails'>) =>
  row.or([row('lease', 'is', null), ...(missed.length > 0 ? [row('lease', 'in', missed)] : [])])

export function outboxStore(db: Queries, engine: Engine) {
  return {
    /** Leaves out those whose cause is known; answers how many are new. */
    addMails: (rows: Insertable<Tables['mails']>[]) => insertNew({ queries: db, engine }, 'mails', rows),

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
    findOutcome: (id: number) =>
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

    /**
     * What waits for these causes, or has failed and could be sent again, is not sent; a try that is under way may have gone out.
     * `addressKeys`: to these addresses outside alone.
     */
    drop: async (causes: readonly string[], problem: string, addressKeys?: readonly string[]): Promise<void> => {
      if (causes.length === 0 || addressKeys?.length === 0) return
      await db
        .updateTable('mails')
        .set({ state: 'dropped', problem, data: null })
        .where('cause', 'in', causes)
        .where('state', 'in', ['waiting', 'failed'])
        .$if(addressKeys !== undefined, (query) =>
          query.where('recipient_id', 'in', (row) =>
            row
              .selectFrom('mail_recipients')
              .select('mail_recipients.id')
              .where('user_id', 'is', null)
              .where('address_key', 'in', addressKeys ?? []),
          ),
        )
        .execute()
    },

    addMail: (row: Insertable<Tables['mails']>) =>
      db.insertInto('mails').values(row).returning('id').executeTakeFirstOrThrow(),
  }
}
