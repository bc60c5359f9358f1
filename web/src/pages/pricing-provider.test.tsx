/** Subscribing with a provider: its script, and the card that goes there and nowhere else. */
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { findButton } from '../testing/controls.ts'
import { bodiesOf, json } from '../testing/network.ts'
import type { Handlers } from '../testing/open-app.tsx'
import { expectToast, goToCard, SUBSCRIPTION } from '../testing/pricing.ts'
import { aSubscription } from '../testing/subscriptions.ts'

describe('with a provider', () => {
  /** As much of its script as the page uses; it says what it was asked. */
  function aScript(confirmCardSetup: (secret: string, given: object) => object) {
    const changes = new Map<string, (event: object) => void>()
    const asked: unknown[][] = []
    const fieldOf = (elementType: string) => ({
      mount: () => undefined,
      destroy: () => undefined,
      update: () => undefined,
      focus: () => undefined,
      on: (event: string, handle: (event: object) => void) => event === 'change' && changes.set(elementType, handle),
      off: () => undefined,
    })
    const fields = new Map<string, object>()
    vi.stubGlobal(
      'OffscreenCanvas',
      class {
        getContext = () => null
      },
    )
    vi.stubGlobal('Stripe', (key: string) => {
      asked.push(['key', key])
      return {
        elements: () => ({
          create: (type: string) => {
            fields.set(type, fieldOf(type))
            return fields.get(type)
          },
          getElement: (type: string | { __elementType: string }) =>
            fields.get(typeof type === 'string' ? type : type.__elementType) ?? null,
          update: () => undefined,
        }),
        createToken: () => undefined,
        createPaymentMethod: () => undefined,
        confirmCardSetup: async (...given: [string, object]) => {
          asked.push(['setup', ...given])
          return confirmCardSetup(...given)
        },
        confirmCardPayment: async (...given: unknown[]) => {
          asked.push(['payment', ...given])
          return { paymentIntent: { status: 'succeeded' } }
        },
      }
    })
    const complete = (isComplete = true) => {
      for (const [elementType, change] of changes) change({ elementType, complete: isComplete, empty: false })
    }
    return { asked, complete, fields }
  }
  const STRIPE: Handlers = {
    'GET /api/payments/provider': () => json({ provider: 'stripe', publishableKey: 'pk_test_sample' }),
  }

  test('its script is used once a dialog asks for it; a card goes there and nowhere else, refusals come from there', async () => {
    const answers = [
      { error: { type: 'card_error', message: 'Your card has expired.' } },
      { setupIntent: { status: 'succeeded', payment_method: 'pm_9' } },
    ]
    const script = aScript(() => answers.shift() ?? {})
    const asked = await goToCard({
      ...STRIPE,
      [`POST ${SUBSCRIPTION}`]: () => json({ subscription: aSubscription(), clientSecret: 'pi_9_secret_9' }),
    })
    expect(screen.queryByText('Sandbox: no charges')).toBeNull()
    await waitFor(() => expect(script.fields.size).toBe(3))
    await userEvent.click(await findButton('Subscribe'))
    expect(await screen.findByText('Your card number is incomplete.')).toBeTruthy()
    expect(script.asked).toEqual([['key', 'pk_test_sample']])
    act(() => script.complete())
    await userEvent.click(await findButton('Subscribe'))
    await expectToast('Payment Failed', 'Your card has expired.')
    await userEvent.click(await findButton('Subscribe'))
    await expectToast('Payment Successful', 'Your Pro plan is being activated.')
    const billing_details = { name: 'teo', email: 'teo@example.test' }
    const setup = [
      'setup',
      'seti_1_secret_1',
      { payment_method: { card: script.fields.get('cardNumber'), billing_details } },
    ]
    expect(script.asked.slice(1)).toEqual([setup, setup, ['payment', 'pi_9_secret_9', { payment_method: 'pm_9' }]])
    expect(bodiesOf(asked, `POST ${SUBSCRIPTION}`)).toMatchObject([{ paymentMethodId: 'pm_9' }])
  })
})
