/** Cards of the sandbox whose response is lost or late. Permissions are in the access matrix. */
import { expect, test } from 'vitest'
import { sandboxPayments } from '#adapters/payments/sandbox.ts'
import type { Payments } from '#ports/payments.ts'
import { PaymentsFailure } from '#ports/payments-failure.ts'
import { CARDS, customer, paying } from '../../../testing/paying.ts'

const CONFIRM = '/api/payments/sandbox/confirm'
const CHALLENGE = '/api/payments/sandbox/challenge'

test('a card and a payment that are confirmed again, because no answer came, are kept and charged once', async () => {
  const here = await paying()
  const { Starter } = here.plans
  const { clientSecret } = (await here.order('/setup', { planId: Starter.id, ...customer })).json()
  const kept = await here.typeCard(clientSecret)
  expect(await here.typeCard(clientSecret)).toEqual(kept)
  const begun = (await here.create(Starter, kept.paymentMethodId ?? '')).json()
  const paid = await here.typeCard(begun.clientSecret, null)
  expect(paid.outcome).toBe('succeeded')
  expect(await here.typeCard(begun.clientSecret, CARDS.declined)).toEqual(paid)
  expect(await here.invoices()).toMatchObject([{ status: 'paid', amountPaid: 2_900 }])
})

test('the client secret of another company answers like one that does not exist, and changes nothing', async () => {
  const here = await paying()
  const { clientSecret } = (await here.order('/setup', { planId: here.plans.Starter.id, ...customer })).json()
  const card = { number: CARDS.good, expiryMonth: 12, expiryYear: 2040, code: '123' }
  const answers = async (secret: string) => {
    const confirmed = await here.ask('foreigner', 'POST', CONFIRM, { clientSecret: secret, card })
    const answered = await here.ask('foreigner', 'POST', CHALLENGE, { clientSecret: secret, accepted: true })
    return [confirmed, answered].map((res) => [res.statusCode, res.json()])
  }
  const foreign = await answers(clientSecret)
  expect(foreign).toEqual(await answers(clientSecret.replace(/.{5}$/, 'XXXXX')))
  expect(foreign).toEqual(await answers('seti_AAAAAAAAAAAAAA1234_secret_1234'))
  expect(foreign.map(([status]) => status)).toEqual([409, 409])
  expect((await here.typeCard(clientSecret)).outcome).toBe('succeeded')
  // Administrators look after the payments of every company.
  const again = await here.ask('admin', 'POST', CONFIRM, { clientSecret, card })
  expect(again.json().outcome).toBe('succeeded')
})

test('what is done is not said to have failed because what happened cannot be read at that moment', async () => {
  let isAway = false
  const away = (parts: Parameters<typeof sandboxPayments>[0]): Payments => {
    const sandbox = sandboxPayments(parts)
    return {
      ...sandbox,
      async *eventsSince(at) {
        if (isAway)
          throw new PaymentsFailure(
            'unavailable',
            'Several changes for this customer are being handled at once. Try again.',
          )
        yield* sandbox.eventsSince(at)
      },
    }
  }
  const here = await paying({ payments: away })
  const { Starter } = here.plans
  const begun = (await here.create(Starter, await here.saveCard(Starter))).json()
  isAway = true
  expect((await here.typeCard(begun.clientSecret, null)).outcome).toBe('succeeded')
  isAway = false
  await here.pass(20_000)
  expect(await here.subscription()).toMatchObject({ status: 'active' })
})

test('two users who subscribe to the same plan at once pay once, with the card of the one who confirms', async () => {
  const here = await paying()
  const { Starter } = here.plans
  const [one, other] = [await here.saveCard(Starter), await here.saveCard(Starter, CARDS.asksAlways)]
  const { clientSecret } = (await here.create(Starter, one)).json()
  expect((await here.create(Starter, other)).json().clientSecret).toBe(clientSecret)
  const confirm = (paymentMethodId: string) =>
    here.ask('pro', 'POST', '/api/payments/sandbox/confirm', { clientSecret, paymentMethodId })
  expect((await confirm('pm_of_nobody')).statusCode).toBe(409)
  expect((await confirm(other)).json().outcome).toBe('challenge')
  const answer = { clientSecret, accepted: true }
  await here.ask('pro', 'POST', '/api/payments/sandbox/challenge', answer)
  await here.pass(5_000)
  expect(await here.subscription()).toMatchObject({ status: 'active', card: { last4: '3184' } })
  expect(await here.invoices()).toMatchObject([{ status: 'paid' }])
})
