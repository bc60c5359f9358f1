/** What holds of a company that pays, whatever has happened to it; and what holds when all of it has been read. */
import { CREDITS_WITHOUT_PLAN, SUBSCRIPTION_LIVE, SUBSCRIPTION_OVER } from '@tangelo/contract/limits'
import type { PaidInvoice, PaidSubscription } from '#ports/payments.ts'
import type { PayingCompany } from '../../paying-company.ts'
import { Broken, expectSame } from '../../trial.ts'

interface AtProvider {
  subscriptions: PaidSubscription[]
  invoices: PaidInvoice[]
}

async function atProvider({ sandbox, customerId }: PayingCompany): Promise<AtProvider> {
  const customer = await customerId()
  if (customer === null) return { subscriptions: [], invoices: [] }
  const subscriptions = await sandbox.subscriptionsOf(customer)
  const invoices = await sandbox.invoicesOf(customer, 100)
  return { subscriptions, invoices }
}

const entriesOf = ({ database, id }: PayingCompany) =>
  database.queries.selectFrom('credit_entries').selectAll().where('company_id', '=', id).execute()

const sumOf = (entries: readonly { credits: number }[]) => entries.reduce((sum, { credits }) => sum + credits, 0)

/** After each step. */
export async function expectSound(company: PayingCompany): Promise<void> {
  const entries = await entriesOf(company)
  const shown = await company.credits()
  const left = sumOf(entries)
  if (left < 0) throw new Broken(`The ledger of company ${company.id} sums to ${left}`)
  if (shown.remaining < 0 || shown.used < 0 || shown.total !== shown.used + shown.remaining)
    throw new Broken(`Shown are ${JSON.stringify(shown)}`)
  const { subscriptions, invoices } = await atProvider(company)
  const live = subscriptions.filter(({ status }) => SUBSCRIPTION_LIVE.includes(status))
  if (live.length > 1) throw new Broken(`${live.length} subscriptions of company ${company.id} are live`)
  expectPaidOnce(subscriptions, invoices)
  const paid = new Set(periodsOf(invoices).map(({ key }) => `plan:${key}`))
  const free = entries.filter(({ reason }) => /^plan:[^:]+:\d+$/.test(reason) && !paid.has(reason))
  if (free.length > 0) throw new Broken(`Granted without being paid for: ${JSON.stringify(free)}`)
}

/** Periods that are paid for, by the names that the ledger has for them. */
const periodsOf = (invoices: readonly PaidInvoice[]) =>
  invoices.flatMap(({ status, period, subscriptionId }) =>
    status === 'paid' && period ? [{ ...period, key: `${subscriptionId}:${period.start}` }] : [],
  )

/** No period twice, and no two subscriptions for the same time. */
function expectPaidOnce(subscriptions: readonly PaidSubscription[], invoices: readonly PaidInvoice[]): void {
  const keys = periodsOf(invoices).map(({ key }) => key)
  if (new Set(keys).size < keys.length) throw new Broken(`Paid twice: ${keys.join(', ')}`)
  const lives = subscriptions
    .flatMap(({ id, endedAt }) => {
      const first = invoices.find(
        ({ subscriptionId, reason, status }) => subscriptionId === id && reason === 'first' && status === 'paid',
      )
      return first?.paidAt ? [{ id, from: first.paidAt, to: endedAt ?? Number.POSITIVE_INFINITY }] : []
    })
    .toSorted((one, other) => one.from - other.from || one.to - other.to)
  for (const [at, life] of lives.entries()) {
    const next = lives[at + 1]
    if (next && next.from < life.to) throw new Broken(`${life.id} and ${next.id} were paid for at the same time`)
  }
}

/** When all is read. Answers how many payments there were. */
export async function expectAsAtProvider(company: PayingCompany): Promise<number> {
  const { database, id, now, plans } = company
  const { subscriptions, invoices } = await atProvider(company)
  const row = await database.queries
    .selectFrom('subscriptions')
    .selectAll()
    .where('company_id', '=', id)
    .executeTakeFirst()
  const latest =
    subscriptions.find(({ status }) => SUBSCRIPTION_LIVE.includes(status)) ??
    subscriptions.find(({ status }) => status === 'incomplete') ??
    subscriptions[0]
  const keyOf = (planId: number | null) => plans.find((plan) => plan.id === planId)?.name.toLowerCase() ?? null
  const kept = row && {
    id: row.id,
    status: row.status,
    start: row.period_start,
    end: row.period_end,
    next: keyOf(row.next_plan_id ?? row.plan_id),
    cancels: row.cancels === 1,
  }
  const isOver = latest && SUBSCRIPTION_OVER.includes(latest.status)
  const said = latest && {
    id: latest.id,
    status: latest.status,
    start: latest.periodStart,
    end: latest.periodEnd,
    next: isOver ? kept?.next : latest.planKey,
    cancels: latest.cancelsAtPeriodEnd && !isOver,
  }
  expectSame('What is kept', kept, said)
  const operations = await database.queries
    .selectFrom('billing_operations')
    .selectAll()
    .where('company_id', '=', id)
    .execute()
  expectSame('What is under way', operations, [])
  const entries = await entriesOf(company)
  for (const { key, start, end } of periodsOf(invoices))
    if (start <= now() && end > now() && !entries.some(({ reason }) => reason === `plan:${key}`))
      throw new Broken(`Nothing is granted for ${key}, which is paid for`)
  const shown = await company.credits()
  const welcome = entries.some(({ reason }) => reason === 'welcome') ? 0 : CREDITS_WITHOUT_PLAN
  expectSame('What is left', shown.remaining, sumOf(entries) + welcome)
  return invoices.filter(({ status }) => status === 'paid').length
}
