/** Companies on a store of their own with everything that takes money, driven without HTTP: for random histories. */
import { randomBytes } from 'node:crypto'
import { sandboxPayments } from '#adapters/payments/sandbox.ts'
import { spend } from '#features/billing/index.ts'
import { auditLogService, idempotencyService } from '#features/core/index.ts'
import type { Database } from '#platform/database/database.ts'
import { encryptionWith } from '#platform/encryption.ts'
import { operatorFrom, type Viewer } from '#platform/viewer.ts'
import type { Payments, PaymentsEvent } from '#ports/payments.ts'
import { PaymentsFailure } from '#ports/payments-failure.ts'
import { LeaseLost, type NewJob, type Queue } from '#ports/queue.ts'
import { composeBilling } from '../composition/billing.ts'

const HISTORY_BEGINS = Date.UTC(2026, 10, 20, 9)

/** What our process does not live to see: the call was made, or it was not. */
class Crashed extends PaymentsFailure {
  constructor() {
    super('unavailable', 'The process ended.')
  }
}

export type PayingCompany = Awaited<ReturnType<Awaited<ReturnType<typeof payingCompanies>>>>

/** Answers a way to make companies, all on this store. */
export async function payingCompanies(database: Database) {
  const waiting = new Map<string, NewJob>()
  const queue: Pick<Queue, 'enqueue'> = {
    async enqueue(_, jobs) {
      for (const job of jobs) waiting.set(job.key, job)
      return jobs.map(({ key }) => key)
    },
  }
  let now = HISTORY_BEGINS
  let crash: { in: number; done: boolean } | null = null
  let meanwhile: { in: number; does(): Promise<unknown> } | null = null
  const clock = { now: () => now }
  const sealed = encryptionWith(randomBytes(32))
  const sandbox = sandboxPayments({ database, clock, encryption: sealed })
  const readWebhook: Payments['readWebhook'] = async ({ body }) => JSON.parse(body.toString('utf8'))
  const payments = new Proxy<Payments>(
    { ...sandbox, readWebhook },
    {
      get: (target, name: keyof Payments & string) => {
        const asked = target[name]
        if (typeof asked !== 'function' || name === 'readWebhook' || name === 'eventsSince') return asked
        return async (...request: never[]) => {
          const now = meanwhile?.in === 0 ? meanwhile : null
          if (meanwhile) meanwhile = now ? null : { ...meanwhile, in: meanwhile.in - 1 }
          await now?.does()
          const ends = crash?.in === 0 ? crash : null
          if (crash) crash = ends ? null : { ...crash, in: crash.in - 1 }
          const answer = ends?.done === false ? null : await Reflect.apply(asked, target, request)
          if (ends) throw new Crashed()
          return answer
        }
      },
    },
  )
  const audit = auditLogService({ database, clock })
  const parts = { database, clock, audit, payments, encryption: sealed }
  // Only what services need of a queue: the history itself runs the jobs.
  const { services, handlers } = composeBilling({ ...parts, queue: queue as Queue, answers: idempotencyService(parts) })
  const { credits } = services
  const operator = operatorFrom(null)
  const { plans } = await services.plans.initialize(operator)
  let companies = 0

  return async () => {
    companies += 1
    const name = `Company ${companies} ${randomBytes(4).toString('hex')}`
    const { id } = await database.queries
      .insertInto('companies')
      .values({ name, name_key: name.toLowerCase(), time_zone: 'UTC', created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    let spent = 0
    const viewer: Viewer = { ...operator, role: 'pro', companyId: id }
    const customerId = async () =>
      (
        await database.queries
          .selectFrom('provider_customers')
          .select('customer_id')
          .where('company_id', '=', id)
          .executeTakeFirst()
      )?.customer_id ?? null

    return {
      id,
      viewer,
      plans,
      services,
      sandbox,
      database,
      customerId,
      now: clock.now,
      credits: () => credits.read(viewer, id),
      spend() {
        spent += 1
        const movement = { companyId: id, because: `render:${spent}`, userId: null, at: now }
        return database.transaction((tx) => spend({ queries: tx, engine: database.engine }, movement))
      },
      pass(milliseconds: number) {
        now += milliseconds
      },
      /** In the so-many-th call from now. */
      crashIn(calls: number, done: boolean) {
        crash = { in: calls, done }
      },
      /** Before the so-many-th call from now. */
      beforeCall(calls: number, does: () => Promise<unknown>) {
        meanwhile = { in: calls, does }
      },
      recovers() {
        crash = null
        meanwhile = null
      },
      /** Everything that happened to it, the oldest first. */
      async events(): Promise<PaymentsEvent[]> {
        const own = await customerId()
        const found: PaymentsEvent[] = []
        for await (const page of sandbox.eventsSince(0)) found.push(...page.filter((one) => one.customerId === own))
        return found.reverse()
      },
      deliver: (event: PaymentsEvent) => services.paymentEvents.receive(Buffer.from(JSON.stringify(event)), ''),
      /** Does the work that waits; what fails waits on. */
      async work() {
        for (const [key, job] of waiting) {
          waiting.delete(key)
          const [handler] = handlers.filter(({ kind }) => kind === job.kind)
          const running = {
            ...job,
            id: key,
            tryId: key,
            attempt: 1,
            requestId: null,
            signal: new AbortController().signal,
            progress: async () => {},
          }
          await handler?.run([{ ...running, complete: async () => {} }]).catch((error: unknown) => {
            if (error instanceof LeaseLost) throw error
            waiting.set(key, job)
          })
        }
      },
    }
  }
}
