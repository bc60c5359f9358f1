/** How a company subscribes: in the sandbox, by the clock. Permissions are in the access matrix. */
import { describe, expect, test } from 'vitest'
import { sandboxPayments } from '#adapters/payments/sandbox.ts'
import { actsOf, at, CARDS, customer, NEVER, NEXT_MONTH, paying } from '#testing/paying.ts'
import { payingStripe } from '#testing/paying-stripe.ts'
import { START } from '#testing/world.ts'

/** Records each read of what a customer has. */
const counting = (readings: string[]) => (parts: Parameters<typeof sandboxPayments>[0]) => {
  const sandbox = sandboxPayments(parts)
  return {
    ...sandbox,
    subscriptionsOf: (customerId: string) => {
      readings.push(customerId)
      return sandbox.subscriptionsOf(customerId)
    },
  }
}

describe('subscribing', () => {
  test('with a good card begins a plan, grants its credits, and says when they renew', async () => {
    const here = await paying()
    expect([await here.subscription(), await here.credits()]).toEqual([null, NEVER])
    const begun = await here.subscribe(here.plans.Starter)
    expect(begun.subscription).toMatchObject({ status: 'incomplete', problem: { kind: 'confirm', amountDue: 2_900 } })
    expect(await here.subscription()).toEqual({
      status: 'active',
      planId: here.plans.Starter.id,
      plan: { name: 'Starter' },
      nextPlan: null,
      periodStart: at(START),
      periodEnd: at(NEXT_MONTH),
      cancelAtPeriodEnd: false,
      card: { brand: 'visa', last4: '4242', expiryMonth: 12, expiryYear: 2040 },
      problem: null,
      readAt: at(START),
    })
    expect(await here.credits()).toEqual({ total: 35, used: 0, remaining: 35, renewalDate: at(NEXT_MONTH) })
    expect(await here.invoices()).toMatchObject([{ status: 'paid', total: 2_900, amountPaid: 2_900 }])
    expect(await actsOf(here)).toEqual(['plans.made admin', 'subscription.made pro', 'payment.made server'])
    // Nothing of it reaches the other company.
    expect([await here.subscription('foreigner', 2), await here.credits(2)]).toEqual([null, NEVER])
  })

  test('with a card that is declined when it is charged gives nothing, and another card goes on with the same one', async () => {
    const here = await paying()
    const pm = await here.saveCard(here.plans.Pro, CARDS.declinedWhenCharged)
    const { clientSecret } = (await here.create(here.plans.Pro, pm)).json()
    expect(clientSecret).toMatch(/^pi_/)
    expect(await here.typeCard(clientSecret, null)).toMatchObject({
      outcome: 'failed',
      message: 'Your card was declined.',
    })
    here.clock.moveBy(5_000)
    expect(await here.subscription()).toMatchObject({
      status: 'incomplete',
      problem: { kind: 'card', message: 'Your card was declined.', amountDue: 7_900 },
    })
    expect(await here.credits()).toEqual(NEVER)
    const again = (await here.order('/setup', { planId: here.plans.Pro.id, ...customer })).json()
    expect(again.clientSecret).toBe(clientSecret)
    expect((await here.typeCard(clientSecret)).outcome).toBe('succeeded')
    here.clock.moveBy(5_000)
    expect(await here.subscription()).toMatchObject({ status: 'active', card: { last4: '4242' } })
    expect((await here.credits()).remaining).toBe(105)
    expect(await here.invoices()).toHaveLength(1)
  })

  test('continues where a user closed the tab while the bank asked for confirmation', async () => {
    const here = await paying()
    const pm = await here.saveCard(here.plans.Starter, CARDS.asksAlways)
    const { clientSecret } = (await here.create(here.plans.Starter, pm)).json()
    const asked = await here.ask('pro', 'POST', '/api/payments/sandbox/confirm', { clientSecret })
    expect(asked.json().outcome).toBe('challenge')
    here.clock.moveBy(60_000)
    expect(await here.subscription()).toMatchObject({ status: 'incomplete', problem: { kind: 'confirm' } })
    expect((await here.order('/confirmation')).json()).toEqual({ clientSecret })
    expect((await here.typeCard(clientSecret, null)).outcome).toBe('succeeded')
    here.clock.moveBy(5_000)
    expect(await here.subscription()).toMatchObject({ status: 'active', problem: null })
    expect((await here.order('/confirmation')).json()).toMatchObject({ status: 409, error: 'nothing_due' })
  })

  test('that waits for its payment is read once for each question', async () => {
    const readings: string[] = []
    const here = await paying({ payments: counting(readings) })
    const pm = await here.saveCard(here.plans.Starter)
    await here.create(here.plans.Starter, pm)
    // The round that every server begins with reads it too.
    await here.pass(0)
    for (const ask of [
      () => here.order('/setup', { planId: here.plans.Starter.id, ...customer }),
      () => here.create(here.plans.Starter, pm),
      () => here.order('/confirmation'),
    ]) {
      readings.length = 0
      expect((await ask()).json().clientSecret).toMatch(/^pi_/)
      expect(readings).toHaveLength(1)
    }
  })

  test('sends receipts to the address that was given last', async () => {
    const here = await payingStripe()
    const request = { planId: here.plans.Starter.id, ...customer }
    expect((await here.order('/setup', { ...request, customerEmail: 'mai@example.test' })).statusCode).toBe(200)
    expect((await here.order('/setup', { ...request, customerName: 'Mia Grove' })).statusCode).toBe(200)
    const findCustomer = () => here.stripe.events.filter(({ type }) => type === 'customer.updated').at(-1)?.data.object
    expect(findCustomer()).toMatchObject({ name: 'Mia Grove', email: 'mia@example.test' })
    // Also while a payment waits to be confirmed.
    await here.create(here.plans.Starter, await here.saveCard(here.plans.Starter, '4000000000000341'))
    expect(await here.subscription()).toMatchObject({ status: 'incomplete' })
    expect((await here.order('/setup', { ...request, customerName: 'Mia Hill' })).statusCode).toBe(200)
    expect(findCustomer()).toMatchObject({ name: 'Mia Hill' })
    expect(here.stripe.counts().customers).toBe(1)
  })

  test.each([
    [{ customerName: '  ' }, 400, 'Name is required'],
    [{ customerEmail: 'mia@' }, 400, 'Invalid email address'],
    [{ planId: 999 }, 400, 'There is no such plan'],
  ])('is refused where something is missing: %o', async (part, status, message) => {
    const here = await paying()
    const res = await here.order('/setup', { planId: here.plans.Starter.id, ...customer, ...part })
    expect([res.statusCode, res.json().message]).toEqual([status, message])
  })
})
