/** Subscribing step by step: the details, the card, the payment, and what goes wrong. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { findButton } from '../testing/controls.ts'
import { bodiesOf, failure, json } from '../testing/network.ts'
import { aConfirmation, choosePlan, expectToast, goToCard, openPricing, SUBSCRIPTION } from '../testing/pricing.ts'
import { aSubscription } from '../testing/subscriptions.ts'

async function payWith(label: string): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: new RegExp(`^${label},`) }))
  await userEvent.click(await findButton('Subscribe'))
}

describe('subscribing', () => {
  test.each([
    ['sandbox', 0],
    ['stripe', 1],
  ])('receipts are spoken of where there are any: %s', async (provider, hints) => {
    openPricing({ 'GET /api/payments/provider': () => json({ provider, publishableKey: null }) })
    await choosePlan('Pro')
    const dialog = within(await screen.findByRole('dialog', { name: 'Subscribe to Pro' }))
    expect(dialog.queryAllByText('Receipts are sent here.')).toHaveLength(hints)
  })

  test('name and address are judged before anything is asked', async () => {
    const asked = openPricing()
    await choosePlan('Pro')
    const dialog = await screen.findByRole('dialog', { name: 'Subscribe to Pro' })
    expect(within(dialog).getByText('Enter your details to complete the subscription')).toBeTruthy()
    const name = within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'Name' })
    const email = within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'Email' })
    expect([name.value, email.value]).toEqual(['teo', ''])
    await userEvent.clear(name)
    await userEvent.type(email, 'teo@')
    await userEvent.click(await findButton('Continue'))
    expect(within(dialog).getByText('Name is required')).toBeTruthy()
    expect(within(dialog).getByText('Invalid email address')).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(name))
    expect(asked.some(({ name }) => name.startsWith('POST'))).toBe(false)
  })

  test.each([
    [() => json({}), 'Error', 'Failed to create subscription. No client secret received.'],
    [() => failure(409, 'One is live already.'), 'Error creating subscription', 'One is live already.'],
  ])('what setting up comes to is shown', async (answer, title, description) => {
    await goToCard({ [`POST ${SUBSCRIPTION}/setup`]: answer })
    await expectToast(title, description)
    expect(screen.getByRole('dialog', { name: 'Subscribe to Pro' })).toBeTruthy()
  })

  test('card, subscription, payment: each once, in this order, and then the plan is there', async () => {
    let isPaid = false
    const asked = await goToCard({
      [`GET ${SUBSCRIPTION}`]: () => json(isPaid ? aSubscription({ planId: 2, plan: { name: 'Pro' } }) : null),
      'POST /api/payments/sandbox/confirm': ({ body }) => {
        isPaid = body?.includes('"pi_1') ?? false
        return aConfirmation()
      },
      [`POST ${SUBSCRIPTION}`]: () =>
        json({ subscription: aSubscription({ status: 'incomplete' }), clientSecret: 'pi_1_secret_1' }),
    })
    const dialog = await screen.findByRole('dialog', { name: 'Complete Your Subscription' })
    expect(await within(dialog).findByText('$79/mo')).toBeTruthy()
    await payWith('Paid')
    expect(await findButton('Processing')).toBeTruthy()
    await expectToast('Payment Successful', 'Your Pro plan is being activated.')
    expect(await screen.findByText('Active Subscription')).toBeTruthy()
    expect(screen.getByRole('dialog')).toBeTruthy()
    await expectToast('Subscription Active', 'You are on the Pro plan now.')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const details = { planId: 2, customerName: 'teo', customerEmail: 'teo@example.test' }
    expect(bodiesOf(asked, `POST ${SUBSCRIPTION}/setup`)).toEqual([details])
    expect(bodiesOf(asked, `POST ${SUBSCRIPTION}`)).toEqual([{ ...details, paymentMethodId: 'pm_1' }])
    expect(bodiesOf(asked, 'POST /api/payments/sandbox/confirm')).toEqual([
      {
        clientSecret: 'seti_1_secret_1',
        card: { number: '4242424242424242', expiryMonth: 12, expiryYear: 2034, code: '123' },
      },
      // Another card may have been handed over for the same plan meanwhile.
      { clientSecret: 'pi_1_secret_1', paymentMethodId: 'pm_1' },
    ])
    // spec §4: refreshed once, and once more two seconds later.
    expect(asked.filter(({ name }) => name === `GET ${SUBSCRIPTION}`)).toHaveLength(3)
  })

  test('a card that is missing something is sent nowhere', async () => {
    const asked = await goToCard({})
    await userEvent.type(await screen.findByRole('textbox', { name: 'Card number' }), '4242')
    await userEvent.click(await findButton('Subscribe'))
    expect(await screen.findByText('Your card number is incomplete.')).toBeTruthy()
    expect(screen.getByText('The date is incomplete.')).toBeTruthy()
    expect(asked.some(({ name }) => name.includes('sandbox'))).toBe(false)
  })

  test.each([
    [() => aConfirmation({ outcome: 'failed', message: 'Your card was declined.' }), 'Your card was declined.'],
    [() => aConfirmation({ outcome: 'failed' }), 'Payment setup failed'],
    [() => aConfirmation({ paymentMethodId: null }), 'Could not get payment method ID'],
  ])('a card that is not confirmed makes no subscription', async (answer, words) => {
    const asked = await goToCard({ 'POST /api/payments/sandbox/confirm': answer })
    await payWith('Declined')
    await expectToast('Payment Failed', words)
    expect(bodiesOf(asked, `POST ${SUBSCRIPTION}`)).toEqual([])
    expect(await findButton('Subscribe')).toBeTruthy()
  })

  test('a secret of another kind is an error', async () => {
    await goToCard({ [`POST ${SUBSCRIPTION}/setup`]: () => json({ clientSecret: 'cs_1_secret_1' }) })
    await payWith('Paid')
    await expectToast('Payment Failed', 'Invalid payment configuration. Please try again later.')
  })

  test('a refused challenge is shown, and the next try goes on with the payment, not with another subscription', async () => {
    const answers = [aConfirmation(), aConfirmation({ outcome: 'challenge', paymentMethodId: null }), aConfirmation()]
    const asked = await goToCard({
      'POST /api/payments/sandbox/confirm': () => answers.shift() ?? failure(500, 'Once too often.'),
      'POST /api/payments/sandbox/challenge': () => aConfirmation({ outcome: 'failed' }),
      [`POST ${SUBSCRIPTION}`]: () => json({ subscription: aSubscription(), clientSecret: 'pi_1_secret_1' }),
    })
    await payWith('Challenge')
    const question = await screen.findByRole('dialog', { name: 'Confirm the payment' })
    await userEvent.click(await within(question).findByRole('button', { name: 'Refuse' }))
    await expectToast('Payment Failed', 'Payment confirmation failed')
    expect(bodiesOf(asked, 'POST /api/payments/sandbox/challenge')).toEqual([
      { clientSecret: 'pi_1_secret_1', accepted: false },
    ])
    await userEvent.click(await findButton('Subscribe'))
    await expectToast('Payment Successful', 'Your Pro plan is being activated.')
    expect(bodiesOf(asked, `POST ${SUBSCRIPTION}`)).toHaveLength(1)
    expect(bodiesOf(asked, 'POST /api/payments/sandbox/confirm').at(-1)).toMatchObject({
      clientSecret: 'pi_1_secret_1',
    })
  })
})
