/** Subscriptions that are cancelled, and companies that are deleted after they had one. */
import { describe, expect, test } from 'vitest'
import { type Fails, failing } from '#testing/failing-payments.ts'
import { actsOf, at, CARDS, NEXT_MONTH, paying } from '#testing/paying.ts'
import { aReel } from '#testing/reels.ts'
import { START } from '#testing/world.ts'

describe('a subscription that is cancelled', () => {
  test('goes on to the end of its period, with its credits, and then ends with what is left of them', async () => {
    const here = await paying()
    await here.subscribe(here.plans.Starter)
    const cancelled = (await here.order('/cancel', {})).json()
    expect(cancelled).toMatchObject({ status: 'active', cancelAtPeriodEnd: true })
    expect((await here.order('/cancel', {})).json()).toMatchObject({ cancelAtPeriodEnd: true })
    expect(await here.credits()).toMatchObject({ remaining: 35, renewalDate: null })
    await aReel(here)
    await here.pass(NEXT_MONTH - START)
    expect(await here.subscription()).toMatchObject({ status: 'canceled' })
    // The first five were not the plan's. The one that was used was.
    expect(await here.credits()).toEqual({ total: 5, used: 0, remaining: 5, renewalDate: null })
    expect((await here.order('/resume')).json()).toMatchObject({ error: 'already_ended' })
    await here.subscribe(here.plans.Pro)
    expect((await here.credits()).remaining).toBe(105)
  })

  test('is taken back before that', async () => {
    const here = await paying()
    await here.subscribe(here.plans.Starter)
    await here.order('/cancel', {})
    expect((await here.order('/resume')).json()).toMatchObject({ status: 'active', cancelAtPeriodEnd: false })
    expect((await here.credits()).renewalDate).toBe(at(NEXT_MONTH))
    expect((await actsOf(here)).slice(-2)).toEqual(['subscription.cancelled pro', 'subscription.resumed pro'])
  })

  test('at once ends at once; what was paid for stays until its period is over', async () => {
    const here = await paying()
    await here.subscribe(here.plans.Starter)
    expect((await here.order('/cancel', { cancelImmediately: true })).json()).toMatchObject({ status: 'canceled' })
    expect(await here.credits()).toMatchObject({ remaining: 35, renewalDate: null })
    await here.pass(NEXT_MONTH - START)
    expect((await here.credits()).remaining).toBe(5)
  })

  test('is not there for a company that has none', async () => {
    const here = await paying()
    for (const path of ['/cancel', '/resume', '/card/setup'])
      expect((await here.order(path, path === '/cancel' ? {} : undefined)).json().error).toBe('not_subscribed')
  })
})

test('a company is not deleted while its subscription runs', async () => {
  const here = await paying()
  const { id } = (await here.ask('admin', 'POST', '/api/companies', { name: 'Short' })).json()
  await here.subscribe(here.plans.Starter, CARDS.good, 'admin', id)
  const refused = (await here.ask('admin', 'DELETE', `/api/companies/${id}`)).json()
  expect(refused).toMatchObject({ message: 'Short has a subscription that runs: cancel it at once first' })
  await here.order('/cancel', { cancelImmediately: true }, 'admin', id)
  expect((await here.ask('admin', 'DELETE', `/api/companies/${id}`)).statusCode).toBe(200)
})

test('a company is not deleted while its subscription is paid', async () => {
  const fails: Fails = {}
  const here = await paying({ payments: failing(fails) })
  const { id } = (await here.ask('admin', 'POST', '/api/companies', { name: 'Short' })).json()
  const pm = await here.saveCard(here.plans.Starter, CARDS.good, 'admin', id)
  fails.before = 'subscribe'
  await here.create(here.plans.Starter, pm, 'admin', id)
  delete fails.before
  const refused = (await here.ask('admin', 'DELETE', `/api/companies/${id}`)).json()
  expect(refused).toMatchObject({ message: 'For Short 1 payment is under way: wait for that to end' })
  // As long as it may still come to something.
  await here.pass(20_000)
  expect((await here.ask('admin', 'DELETE', `/api/companies/${id}`)).statusCode).toBe(409)
  await here.pass(20_000)
  expect((await here.ask('admin', 'DELETE', `/api/companies/${id}`)).statusCode).toBe(200)
})

test('a company is deleted though it had a subscription of a provider that is not connected any more', async () => {
  const here = await paying()
  const { id } = (await here.ask('admin', 'POST', '/api/companies', { name: 'Short' })).json()
  await here.subscribe(here.plans.Starter, CARDS.good, 'admin', id)
  for (const table of ['subscriptions', 'provider_customers'] as const)
    await here.database.queries
      .updateTable(table)
      .set({ provider: 'stripe:live' })
      .where('company_id', '=', id)
      .execute()
  expect((await here.ask('admin', 'DELETE', `/api/companies/${id}`)).statusCode).toBe(200)
})
