/**
 * `npm run trials -- payment-kills [--kills N] [--seed N]`: the server is killed (SIGKILL) between the moment when Stripe has made a
 * subscription, or has charged a card, and the moment when that is known here. The client does not retry. Within a minute after the next
 * start it is known all the same, is there once, and was charged once. On PostgreSQL when DATABASE_URL names an empty database.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { AuditEntry, CompanySubscription, Credits, SubscriptionPlan } from '@tangelo/contract'
import { type StripeStandIn, stripeStandIn } from '@tangelo/stand-ins'
import { openDatabase, type StoreLocation } from '#platform/database/database.ts'
import { randomFrom } from '../random-from.ts'
import { type RunningServer, type Settings, startServer } from '../server-process.ts'
import {
  anySeed,
  Broken,
  expectNoViolations,
  expectSame,
  PASSWORD,
  requireJson,
  type TrialOptions,
  trialOptions,
  trialPlace,
} from '../trial.ts'

const CARD = '4242424242424242'
const LATENCY_MS = 60
const LOOK_EVERY_MS = 5
const KNOWN_WITHIN_MS = 60_000
/** A plan of thirty, and the five that every company has once. */
const CREDITS = 35

export interface PaymentKillsReport {
  kills: number
  charges: number
  /** From the next start until it was known, at the longest. */
  longestMs: number
}

interface Scene {
  stripe: StripeStandIn
  /** Only where what is not known is to be looked for at once. */
  store: StoreLocation | null
  settings: Settings
  server: RunningServer
  token: string
  planId: number
  longestMs: number
}

export async function paymentKillsTrial({
  kills,
  seed,
  looksAtOnce = false,
  databaseUrl = '',
  say = () => {},
}: TrialOptions & {
  kills: number
  /** The round for unknown outcomes runs at once, not after the rest of its interval. */
  looksAtOnce?: boolean
}): Promise<PaymentKillsReport> {
  const place = trialPlace(databaseUrl)
  const stripe = await stripeStandIn({ latencyMs: LATENCY_MS }).start()
  const settings: Settings = {
    ...place.settings,
    STRIPE_API_URL: stripe.url,
    STRIPE_SECRET_KEY: stripe.token,
    STRIPE_PUBLISHABLE_KEY: stripe.publishableKey,
  }
  const server = await startServer(settings)
  const begun = { stripe, settings, server, store: looksAtOnce ? place.store : null }
  const scene: Scene = { ...begun, token: '', planId: 0, longestMs: 0 }
  const chance = randomFrom(seed)
  try {
    scene.token = await server.signIn('admin', PASSWORD)
    const { plans } = await askForJson<{ plans: SubscriptionPlan[] }>(scene, 'POST', '/api/init-subscription-plans')
    scene.planId = plans[0]?.id ?? 0
    for (let kill = 1; kill <= kills; kill += 1) {
      const isCharge = kill % 2 === 0
      await killDuringPayment(scene, kill, { isCharge, waitsMs: Math.round(chance() * LATENCY_MS * 3) })
      say(
        `kill ${kill}, after ${isCharge ? 'a charge' : 'a subscription'}: known after ${Math.round(scene.longestMs)} ms at the longest`,
      )
    }
    expectNoViolations(stripe.violations)
    return { kills, charges: stripe.charges.length, longestMs: Math.round(scene.longestMs) }
  } finally {
    await scene.server.end('SIGKILL')
    await stripe.end()
    place.remove()
  }
}

async function killDuringPayment(
  scene: Scene,
  number: number,
  { isCharge, waitsMs }: { isCharge: boolean; waitsMs: number },
) {
  const { stripe } = scene
  const { id } = await askForJson<{ id: number }>(scene, 'POST', '/api/companies', { name: `Company ${number}` })
  const path = `/api/companies/${id}/subscription`
  const request = { planId: scene.planId, customerName: 'Mia', customerEmail: 'mia@example.test' }
  const { clientSecret } = await askForJson<{ clientSecret: string }>(scene, 'POST', `${path}/setup`, request)
  const { payment_method: paymentMethodId } = stripe.confirm(clientSecret, CARD).body as { payment_method: string }
  const order = { ...request, paymentMethodId }
  const [before, charges] = [stripe.counts().subscriptions, stripe.charges.length]
  if (isCharge) {
    const begun = await askForJson<{ clientSecret: string }>(scene, 'POST', path, order)
    stripe.confirm(begun.clientSecret, null)
    await restartServer(scene)
  } else {
    const asking = scene.server.ask('POST', path, { token: scene.token, body: order }).catch(() => null)
    while (stripe.counts().subscriptions === before) await pause(LOOK_EVERY_MS)
    // Its answer is on the way, has come, or is being read from.
    await pause(waitsMs)
    await restartServer(scene)
    await asking
    // Looking at the subscription would have it read: the audit log only tells.
    await waitUntilKnown(
      scene,
      () => askForJson<AuditEntry[]>(scene, 'GET', '/api/audit-log?group=payments'),
      (entries) => entries.some(({ act, companyId }) => act === 'subscription.made' && companyId === id),
    )
    const again = await askForJson<{ clientSecret: string }>(scene, 'POST', path, order)
    stripe.confirm(again.clientSecret, null)
    if (scene.store) await roundIsDue(scene.store)
  }
  await waitUntilKnown(
    scene,
    () => creditsOf(scene, id),
    ({ remaining }) => remaining === CREDITS,
  )
  expectSame('Subscriptions', stripe.counts().subscriptions, before + 1)
  expectSame('Charges', stripe.charges.length, charges + 1)
  expectSame('Status', (await subscriptionOf(scene, path))?.status, 'active')
}

async function restartServer(scene: Scene): Promise<void> {
  await scene.server.end('SIGKILL')
  if (scene.store) await roundIsDue(scene.store)
  scene.server = await startServer(scene.settings)
}

async function roundIsDue(store: StoreLocation): Promise<void> {
  const database = openDatabase(store)
  const { numUpdatedRows } = await database.queries
    .updateTable('job_kinds')
    .set({ next_round_at: null })
    .where('kind', '=', 'payment-round')
    .executeTakeFirst()
  await database.close()
  if (numUpdatedRows !== 1n) throw new Broken('There is no round that looks for what is not known')
}

const subscriptionOf = (scene: Scene, path: string) => askForJson<CompanySubscription | null>(scene, 'GET', path)
const creditsOf = (scene: Scene, id: number) => askForJson<Credits>(scene, 'GET', `/api/companies/${id}/credits`)

/** Without anybody doing anything: asking for credits reads nothing at Stripe. */
async function waitUntilKnown<Answer>(scene: Scene, ask: () => Promise<Answer>, holds: (answer: Answer) => boolean) {
  for (const since = performance.now(); ; await pause(LOOK_EVERY_MS * 20)) {
    const answer = await ask()
    const passed = performance.now() - since
    if (holds(answer)) {
      scene.longestMs = Math.max(scene.longestMs, passed)
      return
    }
    if (passed > KNOWN_WITHIN_MS) throw new Broken(`After a minute: ${JSON.stringify(answer)}`)
  }
}

const askForJson = <Answer>({ server, token }: Scene, method: 'GET' | 'POST', path: string, body?: object) =>
  requireJson<Answer>(server.ask(method, path, { token, ...(body && { body }) }))

if (import.meta.main) {
  const options = trialOptions({ kills: 10, seed: anySeed() })
  const { kills, charges, longestMs } = await paymentKillsTrial(options)
  options.say(`${kills} kills, ${charges} charges: each once, known after ${longestMs} ms at the longest`)
}
