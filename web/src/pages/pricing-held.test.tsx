/** The subscription that is held: ended, paid with another card, changed to another plan. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { findButton } from '../testing/controls.ts'
import { bodiesOf, failure, json } from '../testing/network.ts'
import {
  aConfirmation,
  expectToast,
  findColumn,
  openPricing,
  SUBSCRIPTION,
  withSubscription,
} from '../testing/pricing.ts'
import { anInvoice, aSubscription } from '../testing/subscriptions.ts'

describe('what is held', () => {
  test('an active one says its plan, its card and when it renews, and can be canceled', async () => {
    let isCanceled = false
    const asked = openPricing({
      [`GET ${SUBSCRIPTION}`]: () => json(aSubscription({ cancelAtPeriodEnd: isCanceled })),
      [`GET ${SUBSCRIPTION}/invoices`]: () => json([anInvoice({ url: 'https://pay.example.test/in_1' })]),
      [`POST ${SUBSCRIPTION}/cancel`]: () => {
        isCanceled = true
        return json(aSubscription({ cancelAtPeriodEnd: true }))
      },
    })
    const panel = await screen.findByRole('region', { name: 'Your subscription' })
    expect(panel.textContent).toBe(
      "Active SubscriptionYou're currently on the Starter planRenews on Dec 20, 2026 for $29Visa ending in 4242, expires 04/34Use Another CardCancel Subscription",
    )
    const current = within(await findColumn('Starter')).getByRole<HTMLButtonElement>('button', { name: 'Current Plan' })
    expect(current.disabled).toBe(true)
    expect((await screen.findByRole('link', { name: 'View invoice TANGELO-0001' })).getAttribute('href')).toBe(
      'https://pay.example.test/in_1',
    )
    await userEvent.click(await findButton('Cancel Subscription'))
    const dialog = await screen.findByRole('alertdialog', { name: 'Cancel Subscription' })
    const question =
      "Are you sure you want to cancel your subscription? You'll still have access until the end of your billing period."
    expect(within(dialog).getByText(question)).toBeTruthy()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel Subscription' }))
    await expectToast('Subscription canceled', 'You have access until Dec 20, 2026.')
    expect(bodiesOf(asked, `POST ${SUBSCRIPTION}/cancel`)).toEqual([{ cancelImmediately: false }])
    expect(await screen.findByText('Ends on Dec 20, 2026. Access and credits stay until then.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Cancel Subscription' })).toBeNull()
    expect(await findButton('Keep Subscription')).toBeTruthy()
  })

  test('canceling and keeping by keyboard leave the focus on the button, which says the other of the two', async () => {
    let cancelAtPeriodEnd = false
    const answer = (isEnding: boolean) => () => {
      cancelAtPeriodEnd = isEnding
      return json(aSubscription({ cancelAtPeriodEnd }))
    }
    openPricing({
      [`GET ${SUBSCRIPTION}`]: () => json(aSubscription({ cancelAtPeriodEnd })),
      [`POST ${SUBSCRIPTION}/cancel`]: answer(true),
      [`POST ${SUBSCRIPTION}/resume`]: answer(false),
    })
    const button = await findButton('Cancel Subscription')
    button.focus()
    await userEvent.keyboard('{Enter}')
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Cancel Subscription' }))
    dialog.getByRole('button', { name: 'Cancel Subscription' }).focus()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(button.textContent).toBe('Keep Subscription')
    await waitFor(() => expect(document.activeElement).toBe(button))
    await userEvent.keyboard('{Enter}')
    await expectToast('Subscription resumed', 'It renews as before.')
    expect(button.textContent).toBe('Cancel Subscription')
    expect(document.activeElement).toBe(button)
  })

  test('canceling that fails is shown', async () => {
    openPricing({
      ...withSubscription(),
      [`POST ${SUBSCRIPTION}/cancel`]: () => failure(503, 'Stripe does not answer.'),
    })
    await userEvent.click(await findButton('Cancel Subscription'))
    const dialog = await screen.findByRole('alertdialog')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel Subscription' }))
    await expectToast('Error canceling subscription', 'Stripe does not answer.')
  })

  test('a payment that failed says what is due and what comes with it; another card pays it', async () => {
    const problem = {
      kind: 'card' as const,
      message: 'Your card was declined.',
      amountDue: 2_900,
      invoiceUrl: 'https://pay.example.test/in_2',
    }
    let isDue = true
    const asked = openPricing({
      [`GET ${SUBSCRIPTION}`]: () => json(aSubscription(isDue ? { status: 'past_due', problem } : {})),
      [`POST ${SUBSCRIPTION}/card/setup`]: () => json({ clientSecret: 'seti_2_secret_2' }),
      'POST /api/payments/sandbox/confirm': () => aConfirmation({ paymentMethodId: 'pm_2' }),
      [`POST ${SUBSCRIPTION}/card`]: () => {
        isDue = false
        return json({ subscription: aSubscription() })
      },
    })
    expect(await screen.findByText('past_due')).toBeTruthy()
    const words = 'Your card was declined. $29.00 is due. New credits come as soon as it is paid.'
    expect(screen.getByText(words)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Cancel Subscription' })).toBeNull()
    expect(
      within(await findColumn('Pro')).getByRole<HTMLButtonElement>('button', { name: 'Choose Plan' }).disabled,
    ).toBe(true)
    await userEvent.click(await findButton('Pay With Another Card'))
    await userEvent.click(await screen.findByRole('button', { name: /^Paid,/ }))
    await userEvent.click(await findButton('Pay $29.00'))
    await expectToast('Payment Successful', 'Your Starter plan is being activated.')
    expect(bodiesOf(asked, `POST ${SUBSCRIPTION}/card`)).toEqual([{ paymentMethodId: 'pm_2' }])
    expect(await screen.findByText('Active Subscription')).toBeTruthy()
  })

  test('a payment that waits for the person goes on with the card that is kept', async () => {
    const problem = { kind: 'confirm' as const, message: null, amountDue: 2_900, invoiceUrl: null }
    const asked = openPricing({
      ...withSubscription({ status: 'incomplete', problem }),
      [`POST ${SUBSCRIPTION}/confirmation`]: () => json({ clientSecret: 'pi_3_secret_3' }),
      'POST /api/payments/sandbox/confirm': () => aConfirmation(),
    })
    expect(await screen.findByText('The first payment for the Starter plan is not confirmed yet')).toBeTruthy()
    await userEvent.click(await findButton('Confirm Payment'))
    await expectToast('Payment Successful', 'Your Starter plan is being activated.')
    expect(bodiesOf(asked, 'POST /api/payments/sandbox/confirm')).toEqual([{ clientSecret: 'pi_3_secret_3' }])
  })

  test('a payment can be confirmed, too, where the provider was not known at first', async () => {
    let isAway = true
    const problem = { kind: 'confirm' as const, message: null, amountDue: 2_900, invoiceUrl: null }
    const asked = openPricing({
      ...withSubscription({ status: 'incomplete', problem }),
      'GET /api/payments/provider': () =>
        isAway ? failure(503, 'The server is busy') : json({ provider: 'sandbox', publishableKey: null }),
      [`POST ${SUBSCRIPTION}/confirmation`]: () => json({ clientSecret: 'pi_3_secret_3' }),
      'POST /api/payments/sandbox/confirm': () => aConfirmation(),
    })
    const confirm = await findButton('Confirm Payment')
    await userEvent.click(confirm)
    await expectToast('Error confirming payment', 'The server is busy')
    isAway = false
    await userEvent.click(confirm)
    await expectToast('Payment Successful', 'Your Starter plan is being activated.')
    expect(bodiesOf(asked, 'POST /api/payments/sandbox/confirm')).toEqual([{ clientSecret: 'pi_3_secret_3' }])
  })

  test('a way back from the provider is shown once and leaves the address', async () => {
    openPricing(withSubscription(), { path: '/pricing?success=true' })
    await expectToast('Subscription Activated', 'Your credits come with it.')
    await waitFor(() => expect(window.location.search).toBe(''))
  })
})
