/** What a user puts off comes back in time, and first steps are hidden for good. */
import { expect, test } from 'vitest'
import { ATTENTION, itemOf, list, markRead, session } from '../../../testing/attention.ts'
import { itemsIn } from '../../../testing/content-items.ts'
import { DAY_MS, HOUR_MS } from '../../../testing/planted-accounts.ts'
import { START, world } from '../../../testing/world.ts'

test('later: until tomorrow morning, or until there is more of it; for this user alone', async () => {
  const here = await world({ session, accounts: ['nasa', 'marasea'] })
  await here.database.queries.updateTable('companies').set({ time_zone: 'Europe/Lisbon' }).execute()
  await markRead(here, 1, START - 3 * DAY_MS)
  await markRead(here, 2, START)
  const { id = '', number = 0 } = (await itemOf(here, 'unread')) ?? {}
  const put = await here.ask('admin', 'POST', `${ATTENTION}/later`, { id, number })
  expect(put.json()).toEqual({ until: '2026-11-21T07:00:00.000Z' })
  expect(await list(here)).toEqual({ items: [], later: { count: 1, until: '2026-11-21T07:00:00.000Z' } })
  expect((await list(here, 'pro')).items).toHaveLength(1)
  await markRead(here, 2, START - 3 * DAY_MS)
  expect((await list(here)).items).toHaveLength(1)
  await here.ask('admin', 'POST', `${ATTENTION}/later`, { id, number: 2 })
  expect((await list(here)).items).toHaveLength(0)
  expect((await here.ask('admin', 'DELETE', `${ATTENTION}/later`)).json()).toEqual({ success: true })
  expect((await list(here)).items).toHaveLength(1)
  await here.ask('admin', 'POST', `${ATTENTION}/later`, { id, number: 2 })
  here.clock.moveBy(22 * HOUR_MS)
  expect((await list(here)).items).toHaveLength(1)
})

test('one thing is shown again without the others that are put off', async () => {
  const here = await world({ session, accounts: ['nasa'] })
  await markRead(here, 1, START - 3 * DAY_MS)
  await itemsIn(here, [{ id: 'recDueToday', publishDate: '2026-11-20' }])
  const { items } = await list(here)
  expect(items.map(({ kind }) => kind)).toEqual(['due', 'unread'])
  for (const { id, number } of items) await here.ask('admin', 'POST', `${ATTENTION}/later`, { id, number })
  const query = new URLSearchParams({ id: items[1]?.id ?? '' })
  expect((await here.ask('admin', 'DELETE', `${ATTENTION}/later?${query}`)).statusCode).toBe(200)
  expect(await list(here)).toMatchObject({ items: [{ kind: 'unread' }], later: { count: 1 } })
})

test('tomorrow morning is seven on the clocks, also on the day that summer time begins', async () => {
  const here = await world({ session: { idleMs: 400 * DAY_MS, maxMs: 400 * DAY_MS }, accounts: ['nasa'] })
  await here.database.queries.updateTable('companies').set({ time_zone: 'Europe/Lisbon' }).execute()
  here.clock.moveBy(Date.parse('2027-03-27T12:00:00Z') - START)
  const { id = '', number = 0 } = (await itemOf(here, 'unread')) ?? {}
  const put = await here.ask('admin', 'POST', `${ATTENTION}/later`, { id, number })
  expect(put.json()).toEqual({ until: '2027-03-28T06:00:00.000Z' })
})

test('first steps are done by what is stored, and can be hidden by each user', async () => {
  const here = await world({ session })
  const steps = async () => (await here.ask('admin', 'GET', '/api/first-steps')).json()
  const toFirstSteps = (isDone: Record<string, boolean>, isHidden = false) => ({
    steps: Object.entries(isDone).map(([name, done]) => ({ name, isDone: done })),
    isHidden,
  })
  const before = { password: true, accounts: false, source: false, reel: false, colleague: true }
  expect(await steps()).toEqual(toFirstSteps(before))
  await here.ask('admin', 'POST', '/api/accounts', { username: 'nasa', companyId: 1 })
  expect(await steps()).toEqual(toFirstSteps({ ...before, accounts: true }))
  const hidden = await here.ask('admin', 'PUT', '/api/first-steps', { isHidden: true })
  expect(hidden.json()).toEqual(toFirstSteps({ ...before, accounts: true }, true))
  await here.ask('admin', 'PUT', '/api/first-steps', { isHidden: false })
  expect(await steps()).toMatchObject({ isHidden: false })
})
