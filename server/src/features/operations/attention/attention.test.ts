/** What waits for a user, through its routes: every kind with its number, what is put off, and the first steps. */
import type { Attention } from '@tangelo/contract'
import { describe, expect, test } from 'vitest'
import { drafted, itemsIn } from '../../../testing/content-items.ts'
import { isQuiet } from '../../../testing/measured.ts'
import { DAY_MS, HOUR_MS, plant, plantDays, shiftFrom, TODAY } from '../../../testing/planted-accounts.ts'
import { until } from '../../../testing/queue-nodes.ts'
import { type Person, START, type World, world } from '../../../testing/world.ts'

const ATTENTION = '/api/attention'
async function list(here: World, who: Person = 'admin', query = ''): Promise<Attention> {
  const res = await here.ask(who, 'GET', ATTENTION + query)
  expect(res.statusCode, res.body).toBe(200)
  return res.json()
}
/** The people stay signed in through days of the clock. */
const session = { idleMs: 90 * DAY_MS, maxMs: 90 * DAY_MS }
const itemOf = async (here: World, kind: string, who: Person = 'admin', query = '') =>
  (await list(here, who, query)).items.find((item) => item.kind === kind)

async function read(here: World, id: number, at: number) {
  await here.database.queries
    .updateTable('accounts')
    .set({ captured_at: at, shown: null })
    .where('id', '=', id)
    .execute()
}

const dead = (part: object) => ({
  id: 'a',
  kind: 'content-pull',
  key: '1',
  company_id: 1,
  payload: '{}',
  state: 'failed' as const,
  priority: 0,
  run_at: 0,
  turn: null,
  lease_token: null,
  reason: 'The table is gone.',
  created_at: START - HOUR_MS,
  finished_at: START - HOUR_MS,
  ...part,
})

test('nothing waits in a new installation', async () => {
  const here = await world({ session })
  expect(await list(here)).toEqual({ items: [], later: { count: 0, until: null } })
})

describe('accounts without a reading', () => {
  test('are counted after two days, with the reason of a single one', async () => {
    const here = await world({ session, accounts: ['nasa', 'marasea', { username: 'grove', companyId: 2 }] })
    await read(here, 1, START - HOUR_MS)
    await read(here, 2, START - 3 * DAY_MS)
    await read(here, 3, START - HOUR_MS)
    expect(await itemOf(here, 'unread')).toMatchObject({
      number: 1,
      sentence: '@marasea has had no reading for 2 days',
      cause: 'No source is connected',
      accountId: 2,
    })
    here.clock.moveBy(3 * DAY_MS)
    expect(await itemOf(here, 'unread')).toMatchObject({
      number: 3,
      sentence: '3 accounts without a reading for 2 days',
      accountId: null,
    })
    expect(await itemOf(here, 'unread', 'foreigner')).toMatchObject({ number: 1, accountId: 3 })
    expect(await itemOf(here, 'unread', 'loner')).toBeUndefined()
  })

  test('of a company of others are not told of', async () => {
    const here = await world({ session, accounts: [{ username: 'grove', companyId: 2 }] })
    here.clock.moveBy(3 * DAY_MS)
    expect((await list(here, 'pro', '?companyId=2')).items).toEqual([])
    expect((await list(here, 'admin', '?companyId=1')).items).toEqual([])
    expect((await list(here, 'admin', '?companyId=2')).items).toHaveLength(1)
  })
})

test('posts due today: the next one by the clock of the company, published ones left out', async () => {
  const here = await world({ session, accounts: ['six.lemons'] })
  await read(here, 1, START)
  await drafted(here, { caption: 'Six lemons', publishDate: '2026-11-20T12:30:00.000Z', accountId: 1 })
  await drafted(here, { caption: 'A day', publishDate: '2026-11-20' })
  await drafted(here, { caption: 'Tomorrow', publishDate: '2026-11-21T08:00:00.000Z' })
  await itemsIn(here, [{ id: 'rec0A1b2C3d4E5f6G', status: 'Published', publishDate: '2026-11-20T10:00:00.000Z' }])
  expect(await itemOf(here, 'due', 'pro')).toMatchObject({
    number: 2,
    sentence: '2 posts due today',
    cause: 'Next: 12:30, @six.lemons',
    day: '2026-11-20',
  })
  here.clock.moveBy(5 * HOUR_MS)
  expect(await itemOf(here, 'due', 'pro')).toMatchObject({ cause: 'Its time has passed' })
})

test('approvals: how many drafts wait, and how long the oldest', async () => {
  const here = await world({ session })
  await drafted(here, { caption: 'First', needsApproval: true })
  await drafted(here, { caption: 'Not asked' })
  here.clock.moveBy(DAY_MS)
  await drafted(here, { caption: 'Second', needsApproval: true })
  here.clock.moveBy(DAY_MS)
  expect(await itemOf(here, 'approvals')).toMatchObject({
    number: 2,
    sentence: '2 approvals pending',
    cause: 'Oldest sent on Friday',
  })
})

test('failed work is for administrators; single readings and paid work are told of elsewhere', async () => {
  const here = await world({ session })
  await here.database.queries
    .insertInto('jobs')
    .values([dead({}), dead({ id: 'b', kind: 'refresh-account' }), dead({ id: 'c', kind: 'render-reel' })])
    .execute()
  expect(await itemOf(here, 'failed-work')).toMatchObject({
    number: 1,
    sentence: '1 background task failed',
    cause: 'The table is gone.',
  })
  expect(await itemOf(here, 'failed-work', 'pro')).toBeUndefined()
})

test('credits are low from a fifth on, and each one less is news', async () => {
  const here = await world({ session })
  const spend = (reason: string) =>
    here.database.queries
      .insertInto('credit_entries')
      .values({ company_id: 2, reason, kind: 'spend', credits: -1, user_id: null, at: START })
      .execute()
  await here.database.queries
    .insertInto('credit_entries')
    .values({ company_id: 2, reason: 'welcome', kind: 'grant', credits: 5, user_id: null, at: START })
    .execute()
  for (const reason of ['a', 'b', 'c']) await spend(reason)
  expect(await itemOf(here, 'credits')).toBeUndefined()
  await spend('d')
  const one = await itemOf(here, 'credits')
  expect(one).toMatchObject({
    number: 1,
    sentence: 'Grove Agency has 1 credit left',
    cause: 'Of 5; a reel takes one',
    companyId: 2,
  })
  expect(await itemOf(here, 'credits', 'pro')).toBeUndefined()
  await here.ask('admin', 'POST', `${ATTENTION}/later`, { id: one?.id ?? '', number: 1 })
  expect(await itemOf(here, 'credits')).toBeUndefined()
  await spend('e')
  expect(await itemOf(here, 'credits')).toMatchObject({ sentence: 'Grove Agency has no credits left' })
})

test('later: until tomorrow morning, or until there is more of it; for this user alone', async () => {
  const here = await world({ session, accounts: ['nasa', 'marasea'] })
  await here.database.queries.updateTable('companies').set({ time_zone: 'Europe/Lisbon' }).execute()
  await read(here, 1, START - 3 * DAY_MS)
  await read(here, 2, START)
  const { id = '', number = 0 } = (await itemOf(here, 'unread')) ?? {}
  const put = await here.ask('admin', 'POST', `${ATTENTION}/later`, { id, number })
  expect(put.json()).toEqual({ until: '2026-11-21T07:00:00.000Z' })
  expect(await list(here)).toEqual({ items: [], later: { count: 1, until: '2026-11-21T07:00:00.000Z' } })
  expect((await list(here, 'pro')).items).toHaveLength(1)
  await read(here, 2, START - 3 * DAY_MS)
  expect((await list(here)).items).toHaveLength(1)
  await here.ask('admin', 'POST', `${ATTENTION}/later`, { id, number: 2 })
  expect((await list(here)).items).toHaveLength(0)
  expect((await here.ask('admin', 'DELETE', `${ATTENTION}/later`)).json()).toEqual({ success: true })
  expect((await list(here)).items).toHaveLength(1)
  await here.ask('admin', 'POST', `${ATTENTION}/later`, { id, number: 2 })
  here.clock.moveBy(22 * HOUR_MS)
  expect((await list(here)).items).toHaveLength(1)
})

test('tomorrow morning is seven on the clocks, also on the day that summer time begins', async () => {
  const here = await world({ session: { idleMs: 400 * DAY_MS, maxMs: 400 * DAY_MS }, accounts: ['nasa'] })
  await here.database.queries.updateTable('companies').set({ time_zone: 'Europe/Lisbon' }).execute()
  here.clock.moveBy(Date.parse('2027-03-27T12:00:00Z') - START)
  const { id = '', number = 0 } = (await itemOf(here, 'unread')) ?? {}
  const put = await here.ask('admin', 'POST', `${ATTENTION}/later`, { id, number })
  expect(put.json()).toEqual({ until: '2027-03-28T06:00:00.000Z' })
})

test('what moved comes from the analysis: the largest first, once work has looked at the reading', async () => {
  const here = await world({ session, accounts: [] })
  const steady = await plant(here, 'steady', { days: plantDays({ count: 300, seed: 5 }) })
  const days = shiftFrom(plantDays({ count: 300, seed: 6 }), TODAY - 1, -0.03)
  const fallen = await plant(here, 'fallen', { days })
  expect(steady).not.toBe(fallen)
  const workers = here.work()
  await until('the moves are found', async () => (await isQuiet(here)) && (await itemOf(here, 'moved')) !== undefined)
  await workers.end()
  const item = await itemOf(here, 'moved')
  expect(item).toMatchObject({ number: 1, accountId: fallen, day: '2026-11-19', companyId: 1 })
  expect(item?.sentence).toMatch(/^@fallen lost 1,\d{3} followers on Nov 19$/)
  expect(item?.cause).toBe('Nothing we hold explains it')
  here.clock.moveBy(4 * DAY_MS)
  expect(await itemOf(here, 'moved')).toBeUndefined()
})

test('first steps are done by what is stored, and can be hidden by each user', async () => {
  const here = await world({ session })
  const steps = async () => (await here.ask('admin', 'GET', '/api/first-steps')).json()
  const named = (isDone: Record<string, boolean>, isHidden = false) => ({
    steps: Object.entries(isDone).map(([name, done]) => ({ name, isDone: done })),
    isHidden,
  })
  const before = { password: true, accounts: false, source: false, reel: false, colleague: true }
  expect(await steps()).toEqual(named(before))
  await here.ask('admin', 'POST', '/api/accounts', { username: 'nasa', companyId: 1 })
  expect(await steps()).toEqual(named({ ...before, accounts: true }))
  const hidden = await here.ask('admin', 'PUT', '/api/first-steps', { isHidden: true })
  expect(hidden.json()).toEqual(named({ ...before, accounts: true }, true))
  await here.ask('admin', 'PUT', '/api/first-steps', { isHidden: false })
  expect(await steps()).toMatchObject({ isHidden: false })
})
