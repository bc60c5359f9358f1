/** Subscription Plans: the plans in all their faces, subscribing step by step, what goes wrong, and what is held. */
import type { CompanySubscription } from '@tangelo/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { page } from '../testing/accounts.ts'
import { type Asked, failure, json } from '../testing/network.ts'
import { type Handlers, openApp } from '../testing/open-app.tsx'
import { aUser } from '../testing/people.ts'
import { anInvoice, aPlanChange, aSubscription, PLANS, pricingHandlers } from '../testing/subscriptions.ts'

const SUBSCRIPTION = '/api/companies/1/subscription'
const open = (handlers: Handlers = {}, { path = '/pricing', user = aUser({ role: 'pro', username: 'teo' }) } = {}) =>
  openApp(path, { 'GET /api/accounts': () => page([]), ...pricingHandlers(), ...handlers }, user)
const held = (part: Partial<CompanySubscription> = {}): Handlers => ({
  [`GET ${SUBSCRIPTION}`]: () => json(aSubscription(part)),
})
const bodies = (asked: readonly Asked[], name: string): unknown[] =>
  asked.filter((one) => one.name === name).map(({ body }) => JSON.parse(body ?? 'null'))
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })
const columns = async () => {
  const board = await screen.findByRole('list', { name: 'Plans' })
  return within(board)
    .getAllByRole('listitem')
    .filter((item) => item.parentElement === board)
}
const columnOf = async (name: string): Promise<HTMLElement> => {
  const found = (await columns()).find((column) => within(column).queryByRole('heading', { name }))
  if (!found) throw new Error(`No plan ${name}`)
  return found
}
const choose = async (name: string) =>
  userEvent.click(within(await columnOf(name)).getByRole('button', { name: 'Choose Plan' }))
const toastSays = async (title: string, description: string) => {
  const news = await screen.findByText(title, { selector: '.toast-title' })
  expect(news.closest('li')?.textContent).toContain(description)
}

test('pro finds it in the sidebar', async () => {
  open({}, { path: '/' })
  await userEvent.click(await screen.findByRole('link', { name: 'Pricing' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Subscription Plans' })).toBeTruthy()
  expect(screen.getByText('Choose the perfect plan for your needs')).toBeTruthy()
  expect(await screen.findByText('Sandbox: no card is charged')).toBeTruthy()
  await waitFor(() => expect(document.title).toBe('Pricing - tangelo'))
})

test('basic has no way to it', async () => {
  const asked = open({}, { user: aUser({ role: 'basic' }) })
  expect(await screen.findByText('Access Denied')).toBeTruthy()
  expect(asked.some(({ name }) => name === 'GET /api/subscription-plans')).toBe(false)
})

describe('the plans', () => {
  test('differ in credits, and a table says what that means and what all of them include', async () => {
    open()
    const table = within(await screen.findByRole('region', { name: 'Compare plans' }))
    expect(table.getByRole('row', { name: /^Reels/ }).textContent).toContain('15 new, or 30 videos')
    expect(table.getByRole('row', { name: /^Price of a new reel/ }).textContent).toContain('$1.93')
    expect(table.getByRole('row', { name: /^Accounts/ }).textContent).toContain('Unlimited')
  })

  test('each says what it costs and holds; one is the most popular', async () => {
    open()
    expect((await columns()).map(({ textContent }) => textContent)).toEqual([
      'StarterFor one brand that posts every week$29/mo30 credits a monthReels in full lengthChoose Plan',
      'Most PopularProFor a team with several brands$79/mo100 credits a monthReels in full lengthImports from a driveChoose Plan',
      'AgencyFor agencies with many customers$199/mo400 credits a monthChoose Plan',
    ])
    expect(screen.queryByText('Invoices')).toBeNull()
  })

  test('a list that fails says so and can be asked for again', async () => {
    let fails = true
    open({ 'GET /api/subscription-plans': () => (fails ? failure(503, 'The store is busy.') : json(PLANS)) })
    expect(await screen.findByText('The plans could not be loaded')).toBeTruthy()
    expect(screen.getByText('The store is busy.')).toBeTruthy()
    fails = false
    await userEvent.click(await button('Try Again'))
    expect(await columns()).toHaveLength(3)
  })

  test('without any, an administrator sets them up', async () => {
    const answer = Promise.withResolvers<Response>()
    let plans: readonly unknown[] = []
    open(
      {
        'GET /api/subscription-plans': () => json(plans),
        'POST /api/init-subscription-plans': () => answer.promise,
      },
      { user: aUser() },
    )
    expect((await screen.findByRole('alert')).textContent).toBe('No subscription plans available')
    await userEvent.click(await button('Initialize Subscription Plans'))
    expect(await button('Initializing Plans...')).toBeTruthy()
    plans = PLANS
    answer.resolve(json({ success: true, created: 3, plans: PLANS }))
    await toastSays('Subscription plans initialized', '3 plans are on sale.')
    expect(await columns()).toHaveLength(3)
  })

  test.each([
    [() => failure(502, 'Stripe refused the key.'), 'Error initializing subscription plans', 'Stripe refused the key.'],
    [() => new TypeError('offline'), 'Error initializing plans', 'The server could not be reached'],
  ])('what goes wrong with that is told', async (answer, title, description) => {
    open(
      { 'GET /api/subscription-plans': () => json([]), 'POST /api/init-subscription-plans': answer },
      { user: aUser() },
    )
    await userEvent.click(await button('Initialize Subscription Plans'))
    await toastSays(title, description)
  })

  test('without any, others ask an administrator', async () => {
    open({ 'GET /api/subscription-plans': () => json([]) })
    expect(await screen.findByText('Contact an administrator to set up subscription plans.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Initialize/ })).toBeNull()
  })

  test('an administrator sees the plans and the subscription of the client he works for', async () => {
    const user = aUser()
    window.sessionStorage.setItem('tangelo.client', `${user.id}:3`)
    onTestFinished(() => window.sessionStorage.clear())
    const asked = open(
      {
        'GET /api/companies': () => json([{ id: 3, name: 'Grove House' }]),
        'GET /api/companies/3/subscription': () => json(aSubscription({ plan: { name: 'Studio' } })),
        'GET /api/companies/3/subscription/invoices': () => json([]),
      },
      { user },
    )
    await columns()
    await waitFor(() => expect(asked.map(({ name }) => name)).toContain('GET /api/companies/3/subscription'))
    const plans = asked.filter(({ name }) => name.startsWith('GET /api/subscription-plans'))
    expect(plans.map(({ url }) => url)).toEqual(['/api/subscription-plans?companyId=3'])
    expect(asked.some(({ name }) => name === 'GET /api/companies/1/subscription')).toBe(false)
  })

  test('somebody without a company is told so', async () => {
    const asked = open({}, { user: aUser({ companyId: null, companyName: null }) })
    expect(await screen.findByText(/You're not in a company yet/)).toBeTruthy()
    for (const column of await columns())
      expect(within(column).getByRole<HTMLButtonElement>('button', { name: 'Choose Plan' }).disabled).toBe(true)
    expect(asked.some(({ name }) => name.includes('/companies/'))).toBe(false)
  })
})

/** As far as the card. */
async function toTheCard(handlers: Handlers): Promise<Asked[]> {
  const asked = open({ [`POST ${SUBSCRIPTION}/setup`]: () => json({ clientSecret: 'seti_1_secret_1' }), ...handlers })
  await choose('Pro')
  await userEvent.type(await screen.findByRole('textbox', { name: 'Email' }), 'teo@example.test')
  await userEvent.click(await button('Continue'))
  return asked
}
async function payWith(label: string): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: new RegExp(`^${label},`) }))
  await userEvent.click(await button('Subscribe'))
}
const confirmed = (part: object = {}) => json({ outcome: 'succeeded', paymentMethodId: 'pm_1', message: null, ...part })

describe('subscribing', () => {
  test('name and address are judged before anything is asked', async () => {
    const asked = open()
    await choose('Pro')
    const dialog = await screen.findByRole('dialog', { name: 'Subscribe to Pro' })
    expect(within(dialog).getByText('Enter your details to complete the subscription')).toBeTruthy()
    const name = within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'Name' })
    const email = within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'Email' })
    expect([name.value, email.value]).toEqual(['teo', ''])
    await userEvent.clear(name)
    await userEvent.type(email, 'teo@')
    await userEvent.click(await button('Continue'))
    expect(within(dialog).getByText('Name is required')).toBeTruthy()
    expect(within(dialog).getByText('Invalid email address')).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(name))
    expect(asked.some(({ name }) => name.startsWith('POST'))).toBe(false)
  })

  test.each([
    [() => json({}), 'Error', 'Failed to create subscription. No client secret received.'],
    [() => failure(409, 'One is live already.'), 'Error creating subscription', 'One is live already.'],
  ])('what setting up comes to is told', async (answer, title, description) => {
    await toTheCard({ [`POST ${SUBSCRIPTION}/setup`]: answer })
    await toastSays(title, description)
    expect(screen.getByRole('dialog', { name: 'Subscribe to Pro' })).toBeTruthy()
  })

  test('card, subscription, payment: each once, in this order, and then the plan is there', async () => {
    let isPaid = false
    const asked = await toTheCard({
      [`GET ${SUBSCRIPTION}`]: () => json(isPaid ? aSubscription({ planId: 2, plan: { name: 'Pro' } }) : null),
      'POST /api/payments/sandbox/confirm': ({ body }) => {
        isPaid = body?.includes('"pi_1') ?? false
        return confirmed()
      },
      [`POST ${SUBSCRIPTION}`]: () =>
        json({ subscription: aSubscription({ status: 'incomplete' }), clientSecret: 'pi_1_secret_1' }),
    })
    const dialog = await screen.findByRole('dialog', { name: 'Complete Your Subscription' })
    expect(await within(dialog).findByText('$79/mo')).toBeTruthy()
    await payWith('Paid')
    expect(await button('Processing')).toBeTruthy()
    await toastSays('Payment Successful', 'Your Pro plan is being activated.')
    expect(await screen.findByText('Active Subscription')).toBeTruthy()
    expect(screen.getByRole('dialog')).toBeTruthy()
    await toastSays('Subscription Active', 'You are on the Pro plan now.')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const details = { planId: 2, customerName: 'teo', customerEmail: 'teo@example.test' }
    expect(bodies(asked, `POST ${SUBSCRIPTION}/setup`)).toEqual([details])
    expect(bodies(asked, `POST ${SUBSCRIPTION}`)).toEqual([{ ...details, paymentMethodId: 'pm_1' }])
    expect(bodies(asked, 'POST /api/payments/sandbox/confirm')).toEqual([
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
    const asked = await toTheCard({})
    await userEvent.type(await screen.findByRole('textbox', { name: 'Card number' }), '4242')
    await userEvent.click(await button('Subscribe'))
    expect(await screen.findByText('Your card number is incomplete.')).toBeTruthy()
    expect(screen.getByText('The date is incomplete.')).toBeTruthy()
    expect(asked.some(({ name }) => name.includes('sandbox'))).toBe(false)
  })

  test.each([
    [() => confirmed({ outcome: 'failed', message: 'Your card was declined.' }), 'Your card was declined.'],
    [() => confirmed({ outcome: 'failed' }), 'Payment setup failed'],
    [() => confirmed({ paymentMethodId: null }), 'Could not get payment method ID'],
  ])('a card that is not confirmed makes no subscription', async (answer, words) => {
    const asked = await toTheCard({ 'POST /api/payments/sandbox/confirm': answer })
    await payWith('Declined')
    await toastSays('Payment Failed', words)
    expect(bodies(asked, `POST ${SUBSCRIPTION}`)).toEqual([])
    expect(await button('Subscribe')).toBeTruthy()
  })

  test('a secret of another kind is an error', async () => {
    await toTheCard({ [`POST ${SUBSCRIPTION}/setup`]: () => json({ clientSecret: 'cs_1_secret_1' }) })
    await payWith('Paid')
    await toastSays('Payment Failed', 'Invalid payment configuration. Please try again later.')
  })

  test('a refused challenge is told, and the next try goes on with the payment, not with another subscription', async () => {
    const answers = [confirmed(), confirmed({ outcome: 'challenge', paymentMethodId: null }), confirmed()]
    const asked = await toTheCard({
      'POST /api/payments/sandbox/confirm': () => answers.shift() ?? failure(500, 'Once too often.'),
      'POST /api/payments/sandbox/challenge': () => confirmed({ outcome: 'failed' }),
      [`POST ${SUBSCRIPTION}`]: () => json({ subscription: aSubscription(), clientSecret: 'pi_1_secret_1' }),
    })
    await payWith('Challenge')
    const question = await screen.findByRole('dialog', { name: 'Confirm the payment' })
    await userEvent.click(await within(question).findByRole('button', { name: 'Refuse' }))
    await toastSays('Payment Failed', 'Payment confirmation failed')
    expect(bodies(asked, 'POST /api/payments/sandbox/challenge')).toEqual([
      { clientSecret: 'pi_1_secret_1', accepted: false },
    ])
    await userEvent.click(await button('Subscribe'))
    await toastSays('Payment Successful', 'Your Pro plan is being activated.')
    expect(bodies(asked, `POST ${SUBSCRIPTION}`)).toHaveLength(1)
    expect(bodies(asked, 'POST /api/payments/sandbox/confirm').at(-1)).toMatchObject({ clientSecret: 'pi_1_secret_1' })
  })
})

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
    const asked = await toTheCard({
      ...STRIPE,
      [`POST ${SUBSCRIPTION}`]: () => json({ subscription: aSubscription(), clientSecret: 'pi_9_secret_9' }),
    })
    expect(screen.queryByText('Sandbox: no card is charged')).toBeNull()
    await waitFor(() => expect(script.fields.size).toBe(3))
    await userEvent.click(await button('Subscribe'))
    expect(await screen.findByText('Your card number is incomplete.')).toBeTruthy()
    expect(script.asked).toEqual([['key', 'pk_test_sample']])
    act(() => script.complete())
    await userEvent.click(await button('Subscribe'))
    await toastSays('Payment Failed', 'Your card has expired.')
    await userEvent.click(await button('Subscribe'))
    await toastSays('Payment Successful', 'Your Pro plan is being activated.')
    const billing_details = { name: 'teo', email: 'teo@example.test' }
    const setup = [
      'setup',
      'seti_1_secret_1',
      { payment_method: { card: script.fields.get('cardNumber'), billing_details } },
    ]
    expect(script.asked.slice(1)).toEqual([setup, setup, ['payment', 'pi_9_secret_9', { payment_method: 'pm_9' }]])
    expect(bodies(asked, `POST ${SUBSCRIPTION}`)).toMatchObject([{ paymentMethodId: 'pm_9' }])
  })
})

describe('what is held', () => {
  test('an active one says its plan, its card and when it renews, and can be canceled', async () => {
    let isCanceled = false
    const asked = open({
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
    const current = within(await columnOf('Starter')).getByRole<HTMLButtonElement>('button', { name: 'Current Plan' })
    expect(current.disabled).toBe(true)
    expect((await screen.findByRole('link', { name: 'View invoice TANGELO-0001' })).getAttribute('href')).toBe(
      'https://pay.example.test/in_1',
    )
    await userEvent.click(await button('Cancel Subscription'))
    const dialog = await screen.findByRole('alertdialog', { name: 'Cancel Subscription' })
    const question =
      "Are you sure you want to cancel your subscription? You'll still have access until the end of your billing period."
    expect(within(dialog).getByText(question)).toBeTruthy()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel Subscription' }))
    await toastSays('Subscription canceled', 'You have access until Dec 20, 2026.')
    expect(bodies(asked, `POST ${SUBSCRIPTION}/cancel`)).toEqual([{ cancelImmediately: false }])
    expect(await screen.findByText('Ends on Dec 20, 2026. Access and credits stay until then.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Cancel Subscription' })).toBeNull()
    expect(await button('Keep Subscription')).toBeTruthy()
  })

  test('canceling that fails is told', async () => {
    open({ ...held(), [`POST ${SUBSCRIPTION}/cancel`]: () => failure(503, 'Stripe does not answer.') })
    await userEvent.click(await button('Cancel Subscription'))
    const dialog = await screen.findByRole('alertdialog')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel Subscription' }))
    await toastSays('Error canceling subscription', 'Stripe does not answer.')
  })

  test('a payment that failed says what is due and what comes with it; another card pays it', async () => {
    const problem = {
      kind: 'card' as const,
      message: 'Your card was declined.',
      amountDue: 2_900,
      invoiceUrl: 'https://pay.example.test/in_2',
    }
    let isDue = true
    const asked = open({
      [`GET ${SUBSCRIPTION}`]: () => json(aSubscription(isDue ? { status: 'past_due', problem } : {})),
      [`POST ${SUBSCRIPTION}/card/setup`]: () => json({ clientSecret: 'seti_2_secret_2' }),
      'POST /api/payments/sandbox/confirm': () => confirmed({ paymentMethodId: 'pm_2' }),
      [`POST ${SUBSCRIPTION}/card`]: () => {
        isDue = false
        return json({ subscription: aSubscription() })
      },
    })
    expect(await screen.findByText('past_due')).toBeTruthy()
    const words = 'Your card was declined. $29.00 is due. New credits come as soon as it is paid.'
    expect(screen.getByText(words)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Cancel Subscription' })).toBeNull()
    expect(within(await columnOf('Pro')).getByRole<HTMLButtonElement>('button', { name: 'Choose Plan' }).disabled).toBe(
      true,
    )
    await userEvent.click(await button('Pay With Another Card'))
    await userEvent.click(await screen.findByRole('button', { name: /^Paid,/ }))
    await userEvent.click(await button('Pay $29.00'))
    await toastSays('Payment Successful', 'Your Starter plan is being activated.')
    expect(bodies(asked, `POST ${SUBSCRIPTION}/card`)).toEqual([{ paymentMethodId: 'pm_2' }])
    expect(await screen.findByText('Active Subscription')).toBeTruthy()
  })

  test('a payment that waits for the person goes on with the card that is kept', async () => {
    const problem = { kind: 'confirm' as const, message: null, amountDue: 2_900, invoiceUrl: null }
    const asked = open({
      ...held({ status: 'incomplete', problem }),
      [`POST ${SUBSCRIPTION}/confirmation`]: () => json({ clientSecret: 'pi_3_secret_3' }),
      'POST /api/payments/sandbox/confirm': () => confirmed(),
    })
    expect(await screen.findByText('The first payment for the Starter plan is not confirmed yet')).toBeTruthy()
    await userEvent.click(await button('Confirm Payment'))
    await toastSays('Payment Successful', 'Your Starter plan is being activated.')
    expect(bodies(asked, 'POST /api/payments/sandbox/confirm')).toEqual([{ clientSecret: 'pi_3_secret_3' }])
  })

  test('another plan shows what it costs now and later before it is changed, anew where that was too long ago', async () => {
    const previews = [aPlanChange(), aPlanChange({ quote: 'quote-2', amountDue: 4_829 })]
    let subscription = aSubscription()
    const asked = open({
      [`GET ${SUBSCRIPTION}`]: () => json(subscription),
      [`POST ${SUBSCRIPTION}/change/preview`]: () => json(previews.shift()),
      [`POST ${SUBSCRIPTION}/change`]: ({ body }) => {
        if (body?.includes('quote-1'))
          return json({ error: 'quote_over', message: 'Too old.', status: 409, success: false }, 409)
        subscription = aSubscription({ planId: 2, plan: { name: 'Pro' } })
        return json({ subscription })
      },
    })
    await choose('Pro')
    const dialog = await screen.findByRole('dialog', { name: 'Change to Pro' })
    await within(dialog).findByText('Due now')
    expect(
      within(dialog)
        .getAllByRole('definition')
        .map(({ textContent }) => textContent),
    ).toEqual(['-$28.04', '$76.34', '$48.30', '$79.00/mo'])
    expect(within(dialog).getByText('70 credits are added at once, on top of what is left.')).toBeTruthy()
    await userEvent.click(await button('Pay $48.30 and Change'))
    await toastSays('The price has changed', 'The quote had expired. Please review the new price.')
    await userEvent.click(await button('Pay $48.29 and Change'))
    await toastSays('Plan changed', 'You are on the Pro plan now.')
    expect(bodies(asked, `POST ${SUBSCRIPTION}/change`)).toEqual([
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
      open({
        ...held(),
        [`POST ${SUBSCRIPTION}/change/preview`]: () => json({ error: 'no', message, status, success: false }, status),
      })
      await choose('Pro')
      const dialog = within(await screen.findByRole('dialog', { name: 'Change to Pro' }))
      expect(await dialog.findByText(message)).toBeTruthy()
      expect(dialog.getByRole('heading', { name: title })).toBeTruthy()
      expect(dialog.queryAllByRole('button', { name: 'Try Again' })).toHaveLength(tries)
      expect(dialog.getByRole('button', { name: 'Change Plan' }).hasAttribute('disabled')).toBe(true)
    },
  )

  test('another plan that only the browser saw paid is said to be on its way', async () => {
    open({
      ...held(),
      [`POST ${SUBSCRIPTION}/change/preview`]: () => json(aPlanChange()),
      [`POST ${SUBSCRIPTION}/change`]: () => json({ subscription: aSubscription(), clientSecret: 'pi_4_secret_4' }),
      'POST /api/payments/sandbox/confirm': () => confirmed(),
    })
    await choose('Pro')
    await userEvent.click(await button('Pay $48.30 and Change'))
    await toastSays('Change on its way', 'The Pro plan begins as soon as the provider has confirmed the payment.')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.queryByText('Plan changed')).toBeNull()
    expect(screen.getByText('Active Subscription')).toBeTruthy()
  })

  test('a plan that is to begin with the next period is named, and can be taken back', async () => {
    let nextPlan: CompanySubscription['nextPlan'] = { id: 1, name: 'Starter' }
    const asked = open({
      [`GET ${SUBSCRIPTION}`]: () => json(aSubscription({ planId: 2, plan: { name: 'Pro' }, nextPlan })),
      [`POST ${SUBSCRIPTION}/change/preview`]: () => json(aPlanChange({ kind: 'later', quote: 'quote-3' })),
      [`POST ${SUBSCRIPTION}/change`]: () => {
        nextPlan = null
        return json({ subscription: aSubscription({ planId: 2 }) })
      },
    })
    expect(await screen.findByText('Changes to Starter on Dec 20, 2026')).toBeTruthy()
    const next = within(await columnOf('Starter')).getByRole<HTMLButtonElement>('button', { name: 'Next Plan' })
    expect(next.disabled).toBe(true)
    await userEvent.click(await button('Stay on Pro'))
    await toastSays('Plan kept', 'You stay on the Pro plan.')
    expect(bodies(asked, `POST ${SUBSCRIPTION}/change`)).toEqual([{ planId: 2, quote: 'quote-3' }])
    expect(await screen.findByText('Renews on Dec 20, 2026 for $79')).toBeTruthy()
  })

  test('a way back from the provider is told once and leaves the address', async () => {
    open(held(), { path: '/pricing?success=true' })
    await toastSays('Subscription Activated', 'Your credits come with it.')
    await waitFor(() => expect(window.location.search).toBe(''))
  })
})
