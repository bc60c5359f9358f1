/** The subscription that is held: ended, paid with another card, changed to another plan. */
import type { CompanySubscription } from '@tangelo/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { findButton } from '../testing/controls.ts'
import { bodiesOf, failure, json } from '../testing/network.ts'
import {
  aConfirmation,
  choosePlan,
  expectToast,
  findColumn,
  openPricing,
  SUBSCRIPTION,
  withSubscription,
} from '../testing/pricing.ts'
import { anInvoice, aPlanChange, aSubscription } from '../testing/subscriptions.ts'

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

  test('canceling that fails is told', async () => {
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

  test('another plan shows what it costs now and later before it is changed, anew where that was too long ago', async () => {
    const previews = [aPlanChange(), aPlanChange({ quote: 'quote-2', amountDue: 4_829 })]
    let subscription = aSubscription()
    const asked = openPricing({
      [`GET ${SUBSCRIPTION}`]: () => json(subscription),
      [`POST ${SUBSCRIPTION}/change/preview`]: () => json(previews.shift()),
      [`POST ${SUBSCRIPTION}/change`]: ({ body }) => {
        if (body?.includes('quote-1'))
          return json({ error: 'quote_over', message: 'Too old.', status: 409, success: false }, 409)
        subscription = aSubscription({ planId: 2, plan: { name: 'Pro' } })
        return json({ subscription })
      },
    })
    await choosePlan('Pro')
    const dialog = await screen.findByRole('dialog', { name: 'Change to Pro' })
    await within(dialog).findByText('Due now')
    expect(
      within(dialog)
        .getAllByRole('definition')
        .map(({ textContent }) => textContent),
    ).toEqual(['-$28.04', '$76.34', '$48.30', '$79.00/mo'])
    expect(within(dialog).getByText('70 credits are added at once, on top of what is left.')).toBeTruthy()
    await userEvent.click(await findButton('Pay $48.30 and Change'))
    await expectToast('The price has changed', 'The quote had expired. Please review the new price.')
    await userEvent.click(await findButton('Pay $48.29 and Change'))
    await expectToast('Plan changed', 'You are on the Pro plan now.')
    expect(bodiesOf(asked, `POST ${SUBSCRIPTION}/change`)).toEqual([
      { planId: 2, quote: 'quote-1' },
      { planId: 2, quote: 'quote-2' },
    ])
  })

  test.each([
    [
      409,
      "This plan isn't available right now",
      'The subscription ends with its period. Keep it, then change the plan.',
      0,
    ],
    [503, "Couldn't load the price", 'The payment provider cannot be reached.', 1],
  ])(
    'why another plan cannot be had is said, with another try where that helps: %i',
    async (status, title, message, tries) => {
      openPricing({
        ...withSubscription(),
        [`POST ${SUBSCRIPTION}/change/preview`]: () => json({ error: 'no', message, status, success: false }, status),
      })
      await choosePlan('Pro')
      const dialog = within(await screen.findByRole('dialog', { name: 'Change to Pro' }))
      expect(await dialog.findByText(message)).toBeTruthy()
      expect(dialog.getByRole('heading', { name: title })).toBeTruthy()
      expect(dialog.queryAllByRole('button', { name: 'Try Again' })).toHaveLength(tries)
      expect(dialog.getByRole('button', { name: 'Change Plan' }).hasAttribute('disabled')).toBe(true)
    },
  )

  test('another plan that only the browser saw paid is said to be on its way', async () => {
    openPricing({
      ...withSubscription(),
      [`POST ${SUBSCRIPTION}/change/preview`]: () => json(aPlanChange()),
      [`POST ${SUBSCRIPTION}/change`]: () => json({ subscription: aSubscription(), clientSecret: 'pi_4_secret_4' }),
      'POST /api/payments/sandbox/confirm': () => aConfirmation(),
    })
    await choosePlan('Pro')
    await userEvent.click(await findButton('Pay $48.30 and Change'))
    await expectToast('Change on its way', 'The Pro plan begins as soon as the provider has confirmed the payment.')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.queryByText('Plan changed')).toBeNull()
    expect(screen.getByText('Active Subscription')).toBeTruthy()
  })

  test('a plan that is to begin with the next period is named, and can be taken back', async () => {
    let nextPlan: CompanySubscription['nextPlan'] = { id: 1, name: 'Starter' }
    const asked = openPricing({
      [`GET ${SUBSCRIPTION}`]: () => json(aSubscription({ planId: 2, plan: { name: 'Pro' }, nextPlan })),
      [`POST ${SUBSCRIPTION}/change/preview`]: () => json(aPlanChange({ kind: 'later', quote: 'quote-3' })),
      [`POST ${SUBSCRIPTION}/change`]: () => {
        nextPlan = null
        return json({ subscription: aSubscription({ planId: 2 }) })
      },
    })
    expect(await screen.findByText('Changes to Starter on Dec 20, 2026')).toBeTruthy()
    const next = within(await findColumn('Starter')).getByRole<HTMLButtonElement>('button', { name: 'Next Plan' })
    expect(next.disabled).toBe(true)
    await userEvent.click(await findButton('Stay on Pro'))
    await expectToast('Plan kept', 'You stay on the Pro plan.')
    expect(bodiesOf(asked, `POST ${SUBSCRIPTION}/change`)).toEqual([{ planId: 2, quote: 'quote-3' }])
    expect(await screen.findByText('Renews on Dec 20, 2026 for $79')).toBeTruthy()
  })

  test('a way back from the provider is told once and leaves the address', async () => {
    openPricing(withSubscription(), { path: '/pricing?success=true' })
    await expectToast('Subscription Activated', 'Your credits come with it.')
    await waitFor(() => expect(window.location.search).toBe(''))
  })
})
