/**
 * `npm run bench -- webhooks-in`: events of the payment provider at 200 a second, one in four of them sent before, about the
 * subscriptions of many companies, on SQLite. Each is answered in time and has one effect. Ends with 1 when a bar is missed.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type StripeStandIn, stripeStandIn } from '@tangelo/stand-ins'
import { withLifetime } from './lib/lifetime.ts'
import { type LoadRequest, loadClient } from './lib/load.ts'
import { ADMIN, ask, type Product, signIn, startProduct } from './lib/product.ts'
import { percentile } from './lib/statistics.ts'
import { aside, atMost, type Figure, formatNumber, reportFigures, say } from './lib/table.ts'

const PER_SECOND = 200
const P99_MS_MAX = 250
/** One in so many was sent before. */
const REPEATED = 4
const CONNECTIONS = 20
const WARM_UP_MS = 2_000
const LANDED_WITHIN_MS = 60_000
const LOOK_EVERY_MS = 200
/** Of the plan, and what every company has once. */
const CREDITS = 35

async function main() {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      companies: { type: 'string' },
      seconds: { type: 'string' },
    },
  })
  const companies = Number(values.companies ?? (values.quick ? 20 : 200))
  const seconds = Number(values.seconds ?? (values.quick ? 5 : 30))
  await withLifetime(async (life) => {
    const stripe = await stripeStandIn().start()
    const product = await startProduct(life, {
      dataFolder: life.folder('webhooks-in'),
      as: 'probed',
      environment: {
        STRIPE_API_URL: stripe.url,
        STRIPE_SECRET_KEY: stripe.token,
        STRIPE_PUBLISHABLE_KEY: stripe.publishableKey,
        STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
      },
    })
    try {
      const token = await signIn(product.port, ADMIN)
      say('  subscribing')
      const ids = await subscribeCompanies({ stripe, product, token, companies })
      say('  events')
      const requests = eventsOf(stripe, Math.ceil((seconds + WARM_UP_MS / 1_000) * PER_SECOND))
      const client = loadClient(life)
      const calls = stripe.calls.total
      product.beginWatching()
      const { latencies } = await client.run({
        port: product.port,
        requests,
        connections: CONNECTIONS,
        perSecond: PER_SECOND,
        warmUpMs: WARM_UP_MS,
        durationMs: seconds * 1_000,
      })
      const { p99 } = await product.eventLoopDelay()
      const since = performance.now()
      await waitForSyncs(product, token)
      const figures: Figure[] = [
        atMost(`answered, at ${PER_SECOND} a second: p99`, percentile(latencies, 0.99), P99_MS_MAX, 'ms'),
        aside(
          'median and longest',
          `${formatNumber(percentile(latencies, 0.5))} ms, ${formatNumber(percentile(latencies, 1))} ms`,
        ),
        aside('event-loop delay: p99', `${formatNumber(p99)} ms`),
        aside('calls to the provider that followed', formatNumber(stripe.calls.total - calls)),
        aside('all read after the last event', `${formatNumber((performance.now() - since) / 1_000)} s`),
        atMost('companies with other credits than one period grants', await strange(product, token, ids), 0, ''),
      ]
      if (stripe.violations.length > 0) throw new Error(JSON.stringify(stripe.violations.slice(0, 3)))
      reportFigures(
        `${formatNumber(latencies.length)} events about ${formatNumber(companies)} companies, one in ${REPEATED} repeated`,
        figures,
      )
    } finally {
      await stripe.end()
    }
  })
}

/** Companies with a plan that is paid for. Their first events are not sent: the bench sends its own. */
async function subscribeCompanies({
  stripe,
  product: { port },
  token,
  companies,
}: {
  stripe: StripeStandIn
  product: Product
  token: string
  companies: number
}): Promise<number[]> {
  const { plans } = await ask<{ plans: { id: number }[] }>(port, token, 'POST', '/api/init-subscription-plans')
  const ids: number[] = []
  for (let at = 0; at < companies; at += 1) {
    const { id } = await ask<{ id: number }>(port, token, 'POST', '/api/companies', { name: `Company ${at}` })
    const path = `/api/companies/${id}/subscription`
    const request = { planId: plans[0]?.id, customerName: 'Mia', customerEmail: 'mia@example.test' }
    const setup = await ask<{ clientSecret: string }>(port, token, 'POST', `${path}/setup`, request)
    const { body } = stripe.confirm(setup.clientSecret, '4242424242424242')
    const { payment_method: paymentMethodId } = body as { payment_method: string }
    const begun = await ask<{ clientSecret: string }>(port, token, 'POST', path, { ...request, paymentMethodId })
    stripe.confirm(begun.clientSecret, null)
    ids.push(id)
  }
  return ids
}

/** As the provider would send them: all that it has sent so far, in turn, under new ids. */
function eventsOf({ events, webhooks }: StripeStandIn, count: number): LoadRequest[] {
  const sent = events.filter(({ type }) => type.startsWith('customer.subscription.') || type === 'invoice.paid')
  return Array.from({ length: count }, (_, at) => {
    const event = sent[at % sent.length]
    if (!event) throw new Error('Nothing has happened')
    const isRepeated = at % REPEATED === 0
    const { body, signature } = webhooks.signEvent(
      isRepeated ? event : { ...event, id: `evt_${randomUUID().replaceAll('-', '')}` },
    )
    const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature }
    return { method: 'POST', path: '/api/webhooks/stripe', headers, body }
  })
}

/** Nothing that was asked for waits any more. */
async function waitForSyncs({ port }: Product, token: string): Promise<void> {
  for (const since = performance.now(); ; await pause(LOOK_EVERY_MS)) {
    const kinds = await ask<{ kind: string; waiting: number; running: number }[]>(
      port,
      token,
      'GET',
      '/api/system/queue',
    )
    const reading = kinds.find(({ kind }) => kind === 'subscription-reading')
    if (!reading || reading.waiting + reading.running === 0) return
    if (performance.now() - since > LANDED_WITHIN_MS) throw new Error(`${JSON.stringify(reading)} after a minute`)
  }
}

async function strange({ port }: Product, token: string, ids: readonly number[]): Promise<number> {
  let count = 0
  for (const id of ids) {
    const credits = await ask<{ remaining: number }>(port, token, 'GET', `/api/companies/${id}/credits`)
    if (credits.remaining !== CREDITS) count += 1
  }
  return count
}

await main()
