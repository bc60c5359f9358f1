/** Subscription Plans: who finds them, and the plans in all their faces. */
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { aCompany } from '../testing/admin.ts'
import { findButton } from '../testing/controls.ts'
import { noDemo } from '../testing/demo.ts'
import { failure, json } from '../testing/network.ts'
import { aUser } from '../testing/people.ts'
import { expectToast, findColumns, openPricing } from '../testing/pricing.ts'
import { aSubscription, PLANS } from '../testing/subscriptions.ts'

test('pro finds it in the sidebar', async () => {
  openPricing({}, { path: '/' })
  await userEvent.click(await screen.findByRole('link', { name: 'Pricing' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Subscription Plans' })).toBeTruthy()
  expect(screen.getByText('Choose the perfect plan for your needs')).toBeTruthy()
  expect(await screen.findByText('Sandbox: no charges')).toBeTruthy()
  await waitFor(() => expect(document.title).toBe('Pricing - tangelo'))
})

test('basic has no way to it', async () => {
  const asked = openPricing({}, { user: aUser({ role: 'basic' }) })
  expect(await screen.findByText('Access Denied')).toBeTruthy()
  expect(asked.some(({ name }) => name === 'GET /api/subscription-plans')).toBe(false)
})

describe('the plans', () => {
  test('differ in credits, and a table says what that means and what all of them include', async () => {
    openPricing()
    const table = within(await screen.findByRole('region', { name: 'Compare plans' }))
    expect(table.getByRole('row', { name: /^Reels/ }).textContent).toContain('15 new, or 30 videos')
    expect(table.getByRole('row', { name: /^Price of a new reel/ }).textContent).toContain('$1.93')
    expect(table.getByRole('row', { name: /^Accounts/ }).textContent).toContain('Unlimited')
  })

  test('each says what it costs and holds; one is the most popular', async () => {
    openPricing()
    expect((await findColumns()).map(({ textContent }) => textContent)).toEqual([
      'StarterFor one brand that posts every week$29/mo30 credits a monthReels in full lengthChoose Plan',
      'Most PopularProFor a team with several brands$79/mo100 credits a monthReels in full lengthImports from a driveChoose Plan',
      'AgencyFor agencies with many customers$199/mo400 credits a monthChoose Plan',
    ])
    expect(screen.queryByText('Invoices')).toBeNull()
  })

  test('a list that fails says so and can be asked for again', async () => {
    let fails = true
    openPricing({ 'GET /api/subscription-plans': () => (fails ? failure(503, 'The store is busy.') : json(PLANS)) })
    expect(await screen.findByText('The plans could not be loaded')).toBeTruthy()
    expect(screen.getByText('The store is busy.')).toBeTruthy()
    fails = false
    await userEvent.click(await findButton('Try Again'))
    expect(await findColumns()).toHaveLength(3)
  })

  test('without any, an administrator sets them up', async () => {
    const answer = Promise.withResolvers<Response>()
    let plans: readonly unknown[] = []
    openPricing(
      {
        'GET /api/subscription-plans': () => json(plans),
        'POST /api/init-subscription-plans': () => answer.promise,
      },
      { user: aUser() },
    )
    expect((await screen.findByRole('alert')).textContent).toBe('No subscription plans available')
    await userEvent.click(await findButton('Initialize Subscription Plans'))
    expect(await findButton('Initializing Plans...')).toBeTruthy()
    plans = PLANS
    answer.resolve(json({ success: true, created: 3, plans: PLANS }))
    await expectToast('Subscription plans initialized', '3 plans are on sale.')
    expect(await findColumns()).toHaveLength(3)
  })

  test('with plans of the demo alone, an administrator is led to them', async () => {
    openPricing(
      {
        'GET /api/companies': ({ url }) =>
          json([
            url.includes('ids=3')
              ? aCompany({ id: 3, name: 'Casa Luma', isDemo: true })
              : aCompany({ id: 1, name: 'My company' }),
          ]),
        'GET /api/demo': () => json({ ...noDemo, state: 'filled', companyIds: [3, 4] }),
        'GET /api/subscription-plans': ({ url }) => json(url.includes('companyId=3') ? PLANS : []),
        'GET /api/companies/3/subscription': () => json(aSubscription()),
        'GET /api/companies/3/subscription/invoices': () => json([]),
      },
      { user: aUser() },
    )
    await userEvent.click(await findButton("Show the demo's plans"))
    expect(await findColumns()).toHaveLength(3)
  })

  test('without a demo, an administrator is not led to it', async () => {
    const asked = openPricing({ 'GET /api/subscription-plans': () => json([]) }, { user: aUser() })
    await findButton('Initialize Subscription Plans')
    await waitFor(() => expect(asked.map(({ name }) => name)).toContain('GET /api/demo'))
    await act(async () => undefined)
    expect(screen.queryByRole('button', { name: "Show the demo's plans" })).toBeNull()
  })

  test.each([
    [() => failure(502, 'Stripe refused the key.'), 'Error initializing subscription plans', 'Stripe refused the key.'],
    [() => new TypeError('offline'), 'Error initializing plans', 'The server could not be reached'],
  ])('what goes wrong with that is shown', async (answer, title, description) => {
    openPricing(
      { 'GET /api/subscription-plans': () => json([]), 'POST /api/init-subscription-plans': answer },
      { user: aUser() },
    )
    await userEvent.click(await findButton('Initialize Subscription Plans'))
    await expectToast(title, description)
  })

  test('without any, others ask an administrator', async () => {
    openPricing({ 'GET /api/subscription-plans': () => json([]) })
    expect(await screen.findByText('Contact an administrator to set up subscription plans.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Initialize/ })).toBeNull()
  })

  test('an administrator sees the plans and the subscription of the client he works for', async () => {
    const user = aUser()
    window.sessionStorage.setItem('tangelo.client', `${user.id}:3`)
    const asked = openPricing(
      {
        'GET /api/companies': () => json([{ id: 3, name: 'Grove House' }]),
        'GET /api/companies/3/subscription': () => json(aSubscription({ plan: { name: 'Studio' } })),
        'GET /api/companies/3/subscription/invoices': () => json([]),
      },
      { user },
    )
    await findColumns()
    await waitFor(() => expect(asked.map(({ name }) => name)).toContain('GET /api/companies/3/subscription'))
    const plans = asked.filter(({ name }) => name.startsWith('GET /api/subscription-plans'))
    expect(plans.map(({ url }) => url)).toEqual(['/api/subscription-plans?companyId=3'])
    expect(asked.some(({ name }) => name === 'GET /api/companies/1/subscription')).toBe(false)
  })

  test('a user without a company is asked to have one added, and can choose no plan', async () => {
    const asked = openPricing({}, { user: aUser({ companyId: null, companyName: null }) })
    expect(await screen.findByText(/You're not in a company yet/)).toBeTruthy()
    for (const column of await findColumns())
      expect(within(column).getByRole<HTMLButtonElement>('button', { name: 'Choose Plan' }).disabled).toBe(true)
    expect(asked.some(({ name }) => name.includes('/companies/'))).toBe(false)
  })
})
