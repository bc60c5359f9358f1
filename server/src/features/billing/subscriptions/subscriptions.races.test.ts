/** Several requests at once: whatever two tabs and the customer's bank do, one subscription is paid. */
import { describe, expect, test } from 'vitest'
import { sandboxPayments } from '#adapters/payments/sandbox.ts'
import type { Payments } from '#ports/payments.ts'
import { customer, paying } from '#testing/paying.ts'

interface Meanwhile {
  pays?: () => Promise<unknown>
}

/** The customer pays between the last read and the end of the subscription. */
const overtaken = (meanwhile: Meanwhile) => (parts: Parameters<typeof sandboxPayments>[0]) =>
  new Proxy(sandboxPayments(parts), {
    get: (payments, name: keyof Payments & string) => {
      const asked = payments[name]
      if (typeof asked !== 'function' || (name !== 'cancelNow' && name !== 'endUnpaid')) return asked
      return async (...args: never[]) => {
        await meanwhile.pays?.()
        return Reflect.apply(asked, payments, args)
      }
    },
  })

describe('subscribing', () => {
  test('clicked five times is one subscription and one charge', async () => {
    const here = await paying()
    const pm = await here.saveCard(here.plans.Starter)
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => here.create(here.plans.Starter, pm)))
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    const [secret = '', ...others] = new Set(answers.map((res) => res.json().clientSecret))
    expect(others).toEqual([])
    await here.typeCard(secret, null)
    expect(await here.invoices()).toMatchObject([{ status: 'paid' }])
    expect((await here.create(here.plans.Starter, pm)).json()).toMatchObject({ subscription: { status: 'active' } })
    expect(
      (await here.order('', { planId: here.plans.Pro.id, paymentMethodId: pm, ...customer })).json(),
    ).toMatchObject({
      error: 'already_subscribed',
      message: 'Your company is subscribed to Starter already. Change the plan instead.',
    })
    expect(await here.invoices()).toHaveLength(1)
  })

  test('in two tabs at once, for two plans with two cards, is one subscription', async () => {
    const here = await paying()
    const [one, other] = [await here.saveCard(here.plans.Starter), await here.saveCard(here.plans.Pro)]
    const answers = await Promise.all([here.create(here.plans.Starter, one), here.create(here.plans.Pro, other)])
    for (const res of answers) expect([200, 409]).toContain(res.statusCode)
    for (const { clientSecret } of answers.map((res) => res.json()))
      if (clientSecret) await here.typeCard(clientSecret, null)
    await here.pass(5_000)
    const paid = (await here.invoices()).filter(({ status }) => status === 'paid')
    expect(paid).toHaveLength(1)
    expect(await here.subscription()).toMatchObject({ status: 'active' })
  })

  test('in a second tab never ends what the first one has paid for a moment ago', async () => {
    const meanwhile: Meanwhile = {}
    const here = await paying({ payments: overtaken(meanwhile) })
    const { clientSecret } = (await here.create(here.plans.Starter, await here.saveCard(here.plans.Starter))).json()
    const other = await here.saveCard(here.plans.Pro)
    meanwhile.pays = () => here.typeCard(clientSecret, null)
    expect((await here.create(here.plans.Pro, other)).json()).toMatchObject({
      error: 'already_subscribed',
      message: 'Your company is subscribed to Starter already. Change the plan instead.',
    })
    expect(await here.subscription()).toMatchObject({ status: 'active', plan: { name: 'Starter' } })
    expect((await here.credits()).remaining).toBe(35)
    expect(await here.invoices()).toMatchObject([{ status: 'paid', total: 2_900 }])
    expect(await here.database.queries.selectFrom('billing_operations').selectAll().execute()).toEqual([])
  })

  test('cancelled at the very moment it is paid continues, and reports that', async () => {
    const meanwhile: Meanwhile = {}
    const here = await paying({ payments: overtaken(meanwhile) })
    const { clientSecret } = (await here.create(here.plans.Starter, await here.saveCard(here.plans.Starter))).json()
    meanwhile.pays = () => here.typeCard(clientSecret, null)
    const refused = await here.order('/cancel', {})
    expect([refused.statusCode, refused.json().error]).toEqual([409, 'payment_refused'])
    expect(await here.subscription()).toMatchObject({ status: 'active' })
    expect((await here.credits()).remaining).toBe(35)
  })
})
