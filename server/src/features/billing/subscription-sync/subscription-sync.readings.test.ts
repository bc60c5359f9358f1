/** What is read of a company's subscription: in which order, in whose name, and what a second one comes to. */
import { describe, expect, test } from 'vitest'
import { sandboxPayments } from '#adapters/payments/sandbox.ts'
import type { Payments } from '#ports/payments.ts'
import { paying } from '#testing/paying.ts'
import { anEvent, customerOf, send, signing } from '#testing/payment-events.ts'
import { until } from '#testing/queue-nodes.ts'

describe('a reading', () => {
  test('before the response to a change of the card records the user who requested it', async () => {
    let first = async (): Promise<unknown> => undefined
    const eventFirst = (parts: Parameters<typeof sandboxPayments>[0]): Payments => {
      const sandbox = signing()(parts)
      const replaceCard: Payments['replaceCard'] = async (...args) => {
        const replaced = await sandbox.replaceCard(...args)
        await first()
        return replaced
      }
      return { ...sandbox, replaceCard }
    }
    const here = await paying({ payments: eventFirst })
    await here.subscribe(here.plans.Starter)
    const { clientSecret } = (await here.order('/card/setup')).json()
    const { paymentMethodId } = await here.typeCard(clientSecret, '5555555555554444')
    first = async () => {
      await send(here, JSON.stringify(anEvent(await customerOf(here))))
      await here.pass(0)
    }
    expect((await here.order('/card', { paymentMethodId })).statusCode).toBe(200)
    const [latest] = (await here.ask('admin', 'GET', '/api/audit-log')).json()
    expect(latest).toMatchObject({ act: 'card.changed', userName: 'pro', via: 'server' })
  })

  test('that began earlier never takes the place of one that began later', async () => {
    const gate = Promise.withResolvers<void>()
    let isHeld = false
    const slow = (parts: Parameters<typeof sandboxPayments>[0]): Payments => {
      const sandbox = signing()(parts)
      const subscriptionsOf: Payments['subscriptionsOf'] = async (id) => {
        const found = await sandbox.subscriptionsOf(id)
        if (isHeld) {
          isHeld = false
          await gate.promise
        }
        return found
      }
      return { ...sandbox, subscriptionsOf }
    }
    const here = await paying({ payments: slow })
    await here.subscribe(here.plans.Starter)
    isHeld = true
    await send(here, JSON.stringify(anEvent(await customerOf(here))))
    await until('a reading has begun', () => !isHeld)
    await here.order('/cancel', { cancelImmediately: true })
    gate.resolve()
    await here.pass(0)
    expect(await here.subscription()).toMatchObject({ status: 'canceled' })
  })

  test('that finds a second subscription ends it: no company pays twice', async () => {
    const here = await paying()
    await here.subscribe(here.plans.Starter)
    const sandbox = sandboxPayments(here)
    const customerId = await customerOf(here)
    const [first] = await sandbox.subscriptionsOf(customerId)
    const { clientSecret } = (await here.order('/card/setup')).json()
    const paymentMethodId = (await here.typeCard(clientSecret)).paymentMethodId ?? ''
    const { price_id: priceId } = await here.database.queries
      .selectFrom('plan_prices')
      .select('price_id')
      .where('plan_id', '=', here.plans.Starter.id)
      .executeTakeFirstOrThrow()
    const request = { customerId, companyId: 1, priceId, paymentMethodId }
    await sandbox.subscribe(request, 'made elsewhere')
    await here.pass(30_000)
    const all = () => sandbox.subscriptionsOf(customerId)
    // Only once what was read is kept.
    await until('the second one has been ended', async () =>
      (await all()).every(({ status }) => status !== 'incomplete'),
    )
    expect((await all()).map(({ id, status }) => [id === first?.id, status])).toEqual([
      [false, 'incomplete_expired'],
      [true, 'active'],
    ])
    expect(await here.subscription()).toMatchObject({ status: 'active' })
  })
})
