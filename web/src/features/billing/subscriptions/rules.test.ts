/** Prices, what the button of a plan is for, and what is wrong with a name or an address. */
import { describe, expect, test } from 'vitest'
import {
  countIncluded,
  customerProblems,
  formatAmount,
  formatPrice,
  kindOfSecret,
  planAction,
  statusText,
} from './rules.ts'

test('prices are whole dollars, amounts are to the cent', () => {
  expect([2_900, 19_900, 120_000].map(formatPrice)).toEqual(['$29', '$199', '$1,200'])
  expect([2_440, -1_420, 0].map(formatAmount)).toEqual(['$24.40', '-$14.20', '$0.00'])
})

test.each([
  ['seti_1_secret_2', 'setup'],
  ['pi_1_secret_2', 'payment'],
  ['cs_1_secret_2', 'unknown'],
  ['', 'unknown'],
])('%j begins a %s', (secret, kind) => expect(kindOfSecret(secret)).toBe(kind))

test.each([
  [null, 'subscribe'],
  [{ status: 'canceled', planId: 2, nextPlan: null }, 'subscribe'],
  [{ status: 'incomplete', planId: 2, nextPlan: null }, 'subscribe'],
  [{ status: 'incomplete_expired', planId: 2, nextPlan: null }, 'subscribe'],
  [{ status: 'active', planId: 2, nextPlan: null }, 'current'],
  [{ status: 'past_due', planId: 2, nextPlan: null }, 'current'],
  [{ status: 'active', planId: 1, nextPlan: null }, 'change'],
  [{ status: 'active', planId: 1, nextPlan: { id: 2, name: 'Pro' } }, 'next'],
  [{ status: 'trialing', planId: 1, nextPlan: null }, 'change'],
  [{ status: 'past_due', planId: 1, nextPlan: null }, 'blocked'],
  [{ status: 'unpaid', planId: 1, nextPlan: null }, 'blocked'],
] as const)('with %j the button of plan 2 is there to %s', (subscription, action) => {
  expect(planAction({ id: 2 }, subscription)).toBe(action)
})

test('only an active one has another name than its raw status', () => {
  expect((['active', 'past_due', 'canceled'] as const).map((status) => statusText({ status }))).toEqual([
    'Active Subscription',
    'past_due',
    'canceled',
  ])
})

describe('details', () => {
  const good = { customerName: 'Mia', customerEmail: 'mia@example.test' }
  test('a name and an address are enough', () => expect(customerProblems(good)).toEqual({}))
  test.each(['', '   '])('%j is no name', (customerName) =>
    expect(customerProblems({ ...good, customerName })).toEqual({ name: 'Name is required' }),
  )
  test('a name has an end', () =>
    expect(customerProblems({ ...good, customerName: 'm'.repeat(121) }).name).toMatch(/at most 120/))
  test.each([
    '',
    'mia',
    'mia@',
    '@example.test',
    'mia@example',
    'mia @example.test',
    'mia..a@example.test',
    'a@b@c.de',
  ])('%j is no address', (customerEmail) =>
    expect(customerProblems({ ...good, customerEmail })).toEqual({ email: 'Invalid email address' }),
  )
})

test('a new reel takes two credits, one for its images and one for its video', () => {
  expect(countIncluded({ credits: 30, priceMonthly: 2_900 })).toEqual({
    newReels: 15,
    rendersOnly: 30,
    centsPerReel: expect.closeTo(193.33, 2),
  })
})
