/**
 * `npm run trials -- payment-histories [--histories N] [--steps N] [--seed N]`: companies live random lives with their
 * subscriptions: they subscribe, confirm or not, pay, change plan and card, cancel, spend; events come late, twice and in any
 * order, processes end between the provider's answer and our commit, months go by. After each step the ledger sums right, one
 * subscription is live, and nothing is charged twice; when all is read, what is kept is what the provider says. On PostgreSQL when
 * DATABASE_URL names an empty database.
 */
import fc from 'fast-check'
import { openDatabase } from '#platform/database/database.ts'
import { migrate } from '#platform/database/migrate.ts'
import { Failure } from '#platform/errors.ts'
import { PaymentsFailure } from '#ports/payments-failure.ts'
import { migrations } from '../../migrations/index.ts'
import { type PayingCompany, payingCompanies } from '../paying-company.ts'
import { anySeed, type TrialOptions, trialOptions, trialPlace } from '../trial.ts'
import { expectAsAtProvider, expectSound } from './lib/payment-laws.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const CARDS = ['4242424242424242', '4000000000000341', '4000002760003184', '4000002500003155', '4000000000000002']

const plan = fc.nat(2)
/** Good ones more often than others. */
const card = fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(CARDS.length - 1) })
const yes = fc.boolean()
const often = fc.nat(3).map((one) => one > 0)

const STEP = fc.oneof(
  { weight: 8, arbitrary: fc.record({ does: fc.constant('subscribe' as const), plan, card, confirms: often }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('confirm' as const), card: fc.option(card), accepts: yes }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('cancel' as const), now: yes }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('resume' as const) }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('change' as const), plan }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('card' as const), card }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('spend' as const), credits: fc.integer({ min: 1, max: 8 }) }) },
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constant('wait' as const), hours: fc.integer({ min: 0, max: 40 * 24 }) }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('seconds' as const), seconds: fc.nat(300) }) },
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant('events' as const), order: fc.array(fc.nat(), { maxLength: 6 }) }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('work' as const) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('round' as const) }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('crash' as const), calls: fc.nat(5), done: yes }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('two tabs' as const), plans: fc.tuple(plan, plan), card }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('overtaken' as const),
      plans: fc.tuple(plan, plan),
      calls: fc.integer({ min: 5, max: 9 }),
    }),
  },
)
type Step = typeof STEP extends fc.Arbitrary<infer One> ? One : never

export interface HistoriesReport {
  histories: number
  steps: number
  /** What was paid in all of them, and how often it was refused to do something. */
  payments: number
  refused: number
}

export async function paymentHistoriesTrial({
  histories,
  steps,
  seed,
  databaseUrl = '',
}: TrialOptions & { histories: number; steps: number }): Promise<HistoriesReport> {
  const place = trialPlace(databaseUrl)
  const database = openDatabase(place.store)
  const report = { histories: 0, steps: 0, payments: 0, refused: 0 }
  try {
    await migrate(database, migrations)
    const aCompany = await payingCompanies(database)
    const property = fc.asyncProperty(fc.array(STEP, { minLength: 5, maxLength: steps }), async (history) => {
      const company = await aCompany()
      for (const step of history) {
        if (!(await happens(company, step))) report.refused += 1
        await expectSound(company)
      }
      await settle(company)
      await expectSound(company)
      report.payments += await expectAsAtProvider(company)
      report.histories += 1
      report.steps += history.length
    })
    await fc.assert(property, { seed, numRuns: histories, endOnFailure: false, interruptAfterTimeLimit: 3_600_000 })
    return report
  } finally {
    await database.close()
    place.remove()
  }
}

/** False where it was refused, as much may be. Anything but a failure of ours breaks the trial. */
async function happens(company: PayingCompany, step: Step): Promise<boolean> {
  try {
    await doStep(company, step)
    return true
  } catch (error) {
    if (error instanceof Failure && error.status !== 500) return false
    if (error instanceof PaymentsFailure) return false
    throw error
  }
}

async function doStep(company: PayingCompany, step: Step): Promise<void> {
  const { services, viewer, id, plans } = company
  const { subscriptions, planChanges, paymentEvents } = services
  switch (step.does) {
    case 'subscribe':
      return subscribe(company, step.plan, step.card, step.confirms)
    case 'two tabs':
      await Promise.all(
        step.plans.map((plan) => happens(company, { does: 'subscribe', plan, card: step.card, confirms: true })),
      )
      return
    case 'overtaken': {
      const [first, second] = step.plans
      await happens(company, { does: 'subscribe', plan: first, card: 0, confirms: false })
      company.beforeCall(step.calls, () => happens(company, { does: 'confirm', card: 0, accepts: true }))
      return subscribe(company, second, 0, false)
    }
    case 'confirm': {
      const { clientSecret } = await subscriptions.confirmation(viewer, id)
      return confirmPayment(company, clientSecret, step.card, step.accepts)
    }
    case 'cancel':
      await subscriptions.cancel(viewer, id, step.now)
      return
    case 'resume':
      await subscriptions.resume(viewer, id)
      return
    case 'change': {
      const planId = plans[step.plan]?.id ?? 0
      const { quote } = await planChanges.preview(viewer, id, planId)
      const { clientSecret } = await planChanges.change(viewer, id, { planId, quote })
      if (clientSecret) await confirmPayment(company, clientSecret, null, true)
      return
    }
    case 'card': {
      const { clientSecret } = await subscriptions.setupCard(viewer, id)
      const paymentMethodId = await saveCard(company, clientSecret, step.card)
      if (paymentMethodId) await subscriptions.changeCard(viewer, id, paymentMethodId)
      return
    }
    case 'spend':
      for (let credit = 0; credit < step.credits; credit += 1) await company.spend()
      return
    case 'wait':
      return company.pass(step.hours * HOUR)
    case 'seconds':
      return company.pass(step.seconds * 1_000)
    case 'events': {
      const events = await company.events()
      for (const at of step.order) {
        const event = events[at % events.length]
        if (event) await Promise.all([company.deliver(event), company.deliver(event)])
      }
      return
    }
    case 'work':
      return company.work()
    case 'round':
      return paymentEvents.catchUp()
    case 'crash':
      return company.crashIn(step.calls, step.done)
  }
}

async function subscribe(company: PayingCompany, planAt: number, cardAt: number, confirms: boolean): Promise<void> {
  const { services, viewer, id, plans } = company
  const request = { planId: plans[planAt]?.id ?? 0, customerName: 'Mia', customerEmail: 'mia@example.test' }
  const { clientSecret } = await services.subscriptions.setup(viewer, id, request)
  if (clientSecret.startsWith('pi_')) return confirmPayment(company, clientSecret, cardAt, confirms)
  const paymentMethodId = await saveCard(company, clientSecret, cardAt)
  if (!paymentMethodId) return
  const create = () => services.subscriptions.create(viewer, id, { ...request, paymentMethodId })
  // Who gets no answer clicks again.
  const begun = await create().catch((error: unknown) => {
    if (error instanceof PaymentsFailure && ['unavailable', 'limited'].includes(error.kind)) return create()
    throw error
  })
  if (begun.clientSecret && confirms) await confirmPayment(company, begun.clientSecret, null, true)
}

async function saveCard({ sandbox }: PayingCompany, secret: string, cardAt: number): Promise<string | null> {
  const number = CARDS[cardAt] ?? ''
  const typed = { number, expiryMonth: 12, expiryYear: 2040, cvc: '123' }
  const answer = await sandbox.sandboxCards?.confirm(secret, typed)
  const last = answer?.status === 'challenge' ? await sandbox.sandboxCards?.answerChallenge(secret, true) : answer
  return last?.status === 'succeeded' ? last.paymentMethodId : null
}

async function confirmPayment(
  { sandbox }: PayingCompany,
  secret: string,
  cardAt: number | null,
  accepts: boolean,
): Promise<void> {
  const typed = { number: CARDS[cardAt ?? 0] ?? '', expiryMonth: 12, expiryYear: 2040, cvc: '123' }
  const answer = await sandbox.sandboxCards?.confirm(secret, cardAt === null ? null : typed)
  if (answer?.status === 'challenge') await sandbox.sandboxCards?.answerChallenge(secret, accepts)
}

/** Nothing fails any more, and everything that waits is done. */
async function settle(company: PayingCompany): Promise<void> {
  company.recovers()
  // What was under way when its process ended is given up by then.
  company.pass(DAY / 24)
  for (let round = 0; round < 3; round += 1) {
    await company.services.paymentEvents.catchUp()
    await company.work()
  }
}

if (import.meta.main) {
  const options = trialOptions({ histories: 300, steps: 40, seed: anySeed() })
  const { histories, steps, payments, refused } = await paymentHistoriesTrial(options)
  options.say(
    `${histories} histories of ${steps} steps: ${payments} payments, ${refused} refusals, nothing twice and nothing lost`,
  )
}
