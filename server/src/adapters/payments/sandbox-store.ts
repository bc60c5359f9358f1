/** Where the sandbox keeps what a provider would: one row per customer, and what happened (docs/decisions/0022). */
import type { Database, Queries } from '#platform/database/database.ts'
import type { Encryption } from '#platform/encryption.ts'
import type { PlanPrice, PlanRequest } from '#ports/payments.ts'
import { PaymentsFailure } from '#ports/payments-failure.ts'
import type { Account, Desk, Price } from './sandbox-account.ts'
import { customerIn, newCustomerId } from './sandbox-account.ts'
import { gone } from './sandbox-orders.ts'
import { dueAt, settle } from './sandbox-time.ts'

/** A try is only lost when another process has changed the same customer meanwhile. */
const TRIES = 20
const DUE_AT_ONCE = 100

export interface KeptEvent {
  id: string
  at: number
  type: string
  customerId: string
  kind: 'subscription' | 'invoice'
  aboutId: string
}

/** Sealed, because who holds the secret of a payment may confirm it. */
export function sandboxStore(
  { queries: db, transaction }: Pick<Database, 'queries' | 'transaction'>,
  encryption: Encryption,
) {
  const encryptAccount = (account: Account) => encryption.encrypt(JSON.stringify(account), purposeOf(account.id))
  const decryptAccount = (state: string, customerId: string) => encryption.decrypt(state, purposeOf(customerId))

  async function prices(tx: Queries): Promise<Map<string, Price>> {
    const rows = await tx.selectFrom('sandbox_prices').selectAll().execute()
    return new Map(rows.map(({ id, key, name, price_cents }) => [id, { id, key, name, priceCents: price_cents }]))
  }

  async function changeAccount<Result>(
    tx: Queries,
    customerId: string,
    now: number,
    work: (desk: Desk) => Result,
  ): Promise<{ result: Result } | 'overtaken'> {
    const row = await tx.selectFrom('sandbox_customers').selectAll().where('id', '=', customerId).executeTakeFirst()
    if (!row) throw gone('customer')
    const before = decryptAccount(row.state, customerId)
    const desk = deskFor(JSON.parse(before) as Account, await prices(tx))
    settle(desk, now)
    const result = work(desk)
    if (JSON.stringify(desk.account) === before) return { result }
    const { numUpdatedRows } = await tx
      .updateTable('sandbox_customers')
      .set({ state: encryptAccount(desk.account), version: row.version + 1, due_at: dueAt(desk.account) })
      .where('id', '=', customerId)
      .where('version', '=', row.version)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return 'overtaken'
    const events = desk.happened.map(({ at, type, about }, index) => ({
      id: eventId(customerId, row.version, index),
      at,
      customer_id: customerId,
      type,
      kind: about.kind,
      about_id: about.id,
    }))
    if (events.length > 0) await tx.insertInto('sandbox_events').values(events).execute()
    return { result }
  }

  /** Lets everything happen that was due, then does the work, all or nothing. What it throws undoes both. */
  async function withCustomer<Result>(id: string, now: number, work: (desk: Desk) => Result): Promise<Result> {
    const customerId = customerIn(id)
    if (customerId === null) throw gone('customer')
    for (let attempt = 1; attempt <= TRIES; attempt += 1) {
      const done = await transaction((tx) => changeAccount(tx, customerId, now, work))
      if (done !== 'overtaken') return done.result
    }
    throw new PaymentsFailure('unavailable', 'Several changes for this customer are being handled at once. Try again.')
  }

  /** The same for work that changes nothing: without a transaction, where nothing is due. */
  async function look<Result>(id: string, now: number, work: (desk: Desk) => Result): Promise<Result> {
    const row = await db
      .selectFrom('sandbox_customers')
      .select(['id', 'state', 'due_at'])
      .where('id', '=', customerIn(id) ?? '')
      .executeTakeFirst()
    if (!row) throw gone('customer')
    if (row.due_at !== null && row.due_at <= now) return withCustomer(id, now, work)
    return work(deskFor(JSON.parse(decryptAccount(row.state, row.id)) as Account, await prices(db)))
  }

  return {
    withCustomer,
    look,

    /** The company of the customer that an id or a client secret names. */
    async companyOf(id: string): Promise<number | null> {
      const row = await db
        .selectFrom('sandbox_customers')
        .select('company_id')
        .where('id', '=', customerIn(id) ?? '')
        .executeTakeFirst()
      return row?.company_id ?? null
    },

    /** One per company, at any number of calls. */
    async customer(request: { companyId: number; name: string; email: string }): Promise<string> {
      const id = newCustomerId()
      const state: Account = {
        id,
        ...request,
        invoicesMade: 0,
        cards: [],
        setups: [],
        subscriptions: [],
        invoices: [],
        operations: [],
      }
      await db
        .insertInto('sandbox_customers')
        .values({ id, company_id: request.companyId, version: 0, due_at: null, state: encryptAccount(state) })
        .onConflict((taken) => taken.column('company_id').doNothing())
        .execute()
      const row = await db
        .selectFrom('sandbox_customers')
        .select('id')
        .where('company_id', '=', request.companyId)
        .executeTakeFirstOrThrow()
      return row.id
    },

    async plans(requests: readonly PlanRequest[]): Promise<PlanPrice[]> {
      const made = requests.map(({ key, name, priceCents, currency }) => ({
        id: `price_${key}_${priceCents}_${currency}`,
        key,
        name,
        price_cents: priceCents,
        currency,
      }))
      if (made.length > 0)
        await db
          .insertInto('sandbox_prices')
          .values(made)
          .onConflict((taken) => taken.column('id').doUpdateSet((wanted) => ({ name: wanted.ref('excluded.name') })))
          .execute()
      return made.map(({ id, key }) => ({ key, priceId: id }))
    },

    /** Everything that was due by now happens, to every customer. */
    async settleAll(now: number): Promise<void> {
      for (;;) {
        const rows = await db
          .selectFrom('sandbox_customers')
          .select('id')
          .where('due_at', '<=', now)
          .orderBy('due_at')
          .limit(DUE_AT_ONCE)
          .execute()
        for (const { id } of rows) await withCustomer(id, now, () => undefined)
        if (rows.length < DUE_AT_ONCE) return
      }
    },

    /** Newest first, before `before` in that order. */
    async events(since: number, before: { at: number; id: string } | null, limit: number): Promise<KeptEvent[]> {
      const rows = await db
        .selectFrom('sandbox_events')
        .selectAll()
        .where('at', '>=', since)
        .$if(before !== null, (query) =>
          query.where(({ eb, and, or }) =>
            or([
              eb('at', '<', before?.at ?? 0),
              and([eb('at', '=', before?.at ?? 0), eb('id', '<', before?.id ?? '')]),
            ]),
          ),
        )
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute()
      return rows.map(({ customer_id: customerId, about_id: aboutId, ...row }) => ({ ...row, customerId, aboutId }))
    },

    forgetEvents: async (before: number): Promise<void> => {
      await db.deleteFrom('sandbox_events').where('at', '<', before).execute()
    },
  }
}

const purposeOf = (customerId: string) => `sandbox-customer:${customerId}`

/** Of one customer in the order in which they happened, as texts too. */
const eventId = (customerId: string, version: number, index: number) =>
  `evt_${customerId.slice('cus_'.length)}${digits(version)}${digits(index)}`

const EVENT_DIGITS = 6
const digits = (value: number) => String(value).padStart(EVENT_DIGITS, '0')

function deskFor(account: Account, prices: ReadonlyMap<string, Price>): Desk {
  const desk: Desk = {
    account,
    happened: [],
    price(priceId) {
      const price = prices.get(priceId)
      if (!price) throw gone('price')
      return price
    },
    tell(happened) {
      desk.happened.push(happened)
    },
  }
  return desk
}
