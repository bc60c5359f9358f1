/** The plans (D33): made once, here and at the provider, by an administrator who means it. */
import { expect, test } from 'vitest'
import { world } from '../../../testing/world.ts'

const PATH = '/api/init-subscription-plans'

test('making the plans twice, by either method, makes them once', async () => {
  const { ask } = await world()
  expect((await ask('pro', 'GET', '/api/subscription-plans')).json()).toEqual([])
  const made = (await ask('admin', 'GET', PATH)).json()
  expect(made).toMatchObject({ success: true, created: 3 })
  expect(made.plans).toMatchObject([
    { name: 'Starter', priceMonthly: 2_900, credits: 30, isPopular: false },
    { name: 'Pro', priceMonthly: 7_900, credits: 100, isPopular: true },
    { name: 'Agency', priceMonthly: 19_900, credits: 400, isPopular: false },
  ])
  const again = await Promise.all([ask('admin', 'POST', PATH), ask('admin', 'GET', PATH)])
  for (const res of again) expect(res.json()).toEqual({ ...made, created: 0 })
  expect((await ask('pro', 'GET', '/api/subscription-plans')).json()).toEqual(made.plans)
  expect((await ask('admin', 'GET', '/api/audit-log?group=payments')).json()).toHaveLength(1)
})

test.each([
  ['a navigation', { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'none' }],
  ['a prefetch', { 'sec-purpose': 'prefetch;prerender' }],
  ['an old prefetch', { purpose: 'prefetch' }],
  ['another site', { 'sec-fetch-mode': 'cors', 'sec-fetch-site': 'cross-site' }],
])('%s makes nothing', async (_, headers) => {
  const { ask } = await world()
  expect((await ask('admin', 'GET', PATH, undefined, headers)).statusCode).toBe(400)
  expect((await ask('admin', 'GET', '/api/subscription-plans')).json()).toEqual([])
})

test('a HEAD makes nothing; a script of ours makes them', async () => {
  const { app, ask, tokens } = await world()
  await app.inject({ method: 'HEAD', url: PATH, headers: { authorization: `Bearer ${tokens.admin}` } })
  expect((await ask('admin', 'GET', '/api/subscription-plans')).json()).toEqual([])
  const ours = { 'sec-fetch-mode': 'cors', 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' }
  expect((await ask('admin', 'GET', PATH, undefined, ours)).statusCode).toBe(200)
})
