/** Changing a subscription that one has for another plan: what it costs, and where it cannot be. */
import type { CompanySubscription } from '@tangelo/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { findButton } from '../testing/controls.ts'
import { bodiesOf, json } from '../testing/network.ts'
import {
  aConfirmation,
  choosePlan,
  expectToast,
  findColumn,
  openPricing,
  SUBSCRIPTION,
  withSubscription,
} from '../testing/pricing.ts'
import { aPlanChange, aSubscription } from '../testing/subscriptions.ts'

describe('what is held', () => {
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

  test('a subscription that ends has to be kept before another plan: the dialog says so, keeps it and shows the price', async () => {
    let cancelAtPeriodEnd = true
    const asked = openPricing({
      [`GET ${SUBSCRIPTION}`]: () => json(aSubscription({ cancelAtPeriodEnd })),
      [`POST ${SUBSCRIPTION}/resume`]: () => {
        cancelAtPeriodEnd = false
        return json(aSubscription())
      },
      [`POST ${SUBSCRIPTION}/change/preview`]: () => json(aPlanChange()),
    })
    await choosePlan('Pro')
    const dialog = within(await screen.findByRole('dialog', { name: 'Change to Pro' }))
    expect(dialog.getByText(/^Your subscription ends with its period\. Keep it first;/)).toBeTruthy()
    expect(dialog.queryByRole('button', { name: 'Change Plan' })).toBeNull()
    expect(bodiesOf(asked, `POST ${SUBSCRIPTION}/change/preview`)).toEqual([])
    await userEvent.click(dialog.getByRole('button', { name: 'Keep Subscription' }))
    await expectToast('Subscription resumed', 'It renews as before.')
    expect(await dialog.findByText('Due now')).toBeTruthy()
    expect(dialog.getByRole('button', { name: 'Pay $48.30 and Change' })).toBeTruthy()
  })

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
})
