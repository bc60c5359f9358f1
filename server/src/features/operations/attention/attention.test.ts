/** What waits for a user, through its routes: every kind with its number. */
import { describe, expect, test } from 'vitest'
import { ATTENTION, itemOf, list, markRead, session } from '../../../testing/attention.ts'
import { createPost, itemsIn } from '../../../testing/content-items.ts'
import { DAY_MS, HOUR_MS, plant, plantDays, shiftFrom, TODAY } from '../../../testing/planted-accounts.ts'
import { until } from '../../../testing/queue-nodes.ts'
import { START, world } from '../../../testing/world.ts'
import { isQuiet, makeWorldWithSources } from '../../../testing/world-with-sources.ts'

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
    await markRead(here, 1, START - HOUR_MS)
    await markRead(here, 2, START - 3 * DAY_MS)
    await markRead(here, 3, START - HOUR_MS)
    expect(await itemOf(here, 'unread')).toMatchObject({
      number: 1,
      sentence: '@marasea has had no reading for more than 2 days',
      cause: 'No source is connected',
      accountId: 2,
    })
    here.clock.moveBy(3 * DAY_MS)
    expect(await itemOf(here, 'unread')).toMatchObject({
      number: 3,
      sentence: '3 accounts without a reading for more than 2 days',
      accountId: null,
    })
    expect(await itemOf(here, 'unread', 'foreigner')).toMatchObject({ number: 1, accountId: 3 })
    expect(await itemOf(here, 'unread', 'loner')).toBeUndefined()
  })

  test('are named by how long they have been without one, those never read since they were added', async () => {
    const here = await makeWorldWithSources({ session, accounts: ['never', 'short', 'long'] })
    here.clock.moveBy(4 * DAY_MS)
    await markRead(here, 2, START + DAY_MS)
    await markRead(here, 3, START - 5 * DAY_MS)
    expect(await itemOf(here, 'unread')).toMatchObject({ number: 3, cause: '@long, @never and 1 more' })
  })

  test('of a company of others are not shown', async () => {
    const here = await world({ session, accounts: [{ username: 'grove', companyId: 2 }] })
    here.clock.moveBy(3 * DAY_MS)
    expect((await list(here, 'pro', '?companyId=2')).items).toEqual([])
    expect((await list(here, 'admin', '?companyId=1')).items).toEqual([])
    expect((await list(here, 'admin', '?companyId=2')).items).toHaveLength(1)
  })
})

test('posts due today: the next one by the clock of the company, published ones left out', async () => {
  const here = await world({ session, accounts: ['six.lemons'] })
  await markRead(here, 1, START)
  await createPost(here, { caption: 'Six lemons', publishDate: '2026-11-20T12:30:00.000Z', accountId: 1 })
  await createPost(here, { caption: 'A day', publishDate: '2026-11-20' })
  await createPost(here, { caption: 'Tomorrow', publishDate: '2026-11-21T08:00:00.000Z' })
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
  await createPost(here, { caption: 'First', needsApproval: true })
  await createPost(here, { caption: 'Not asked' })
  here.clock.moveBy(DAY_MS)
  await createPost(here, { caption: 'Second', needsApproval: true })
  here.clock.moveBy(DAY_MS)
  expect(await itemOf(here, 'approvals')).toMatchObject({
    number: 2,
    sentence: '2 approvals pending',
    cause: 'Oldest sent on Friday',
  })
})

test('failed work is for administrators; single readings and paid work are shown elsewhere', async () => {
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
