/** The demo workspace: filled in one call, apart from everything else, and gone without a rest. */
import { expect, test, vi } from 'vitest'
import { sharpImages } from '#adapters/images/sharp-images.ts'
import { DEMO, demoIn, filesIn, LONG, rowsIn, untilFilled, untilFollowed } from '../../../testing/demo.ts'
import { readTables } from '../../../testing/read-tables.ts'
import { world } from '../../../testing/world.ts'

test('one call fills it, apart from other companies, and one call removes every row and file', LONG, async () => {
  const here = await world({ accounts: ['nasa', 'demo.casaluma'] })
  const { ask, clock, database, folder } = here
  here.work()
  await ask('admin', 'POST', '/api/accounts/1/metrics', { followers: 1_000 })
  await ask('admin', 'POST', '/api/content/posts', { caption: 'Our own' })
  await untilFollowed(here)
  const before = { rows: await rowsIn(here), files: filesIn(folder) }
  const own = (await ask('admin', 'GET', '/api/metrics/global')).json()

  const opened = await ask('admin', 'POST', DEMO)
  expect(opened.statusCode).toBe(202)
  expect(opened.json()).toMatchObject({ state: 'filling', accounts: { total: 200 }, drafts: { total: 60 } })
  const filled = await untilFilled(here)
  expect(filled).toEqual({
    state: 'filled',
    accounts: { done: 200, total: 200 },
    drafts: { done: 60, total: 60 },
    reels: { done: 5, total: 5 },
    progress: 1,
    secondsLeft: null,
    message: null,
    companyIds: [3, 4, 5, 6, 7],
    isAlone: false,
    openedAt: new Date(clock.now()).toISOString(),
  })
  expect((await ask('admin', 'POST', DEMO)).json()).toEqual(filled)

  // Apart: what is one's own is what it was.
  expect((await ask('admin', 'GET', '/api/metrics/global')).json()).toEqual(own)
  expect(
    (await ask('admin', 'GET', '/api/accounts')).json().map(({ username }: { username: string }) => username),
  ).toEqual(['nasa', 'demo.casaluma'])
  expect((await ask('admin', 'GET', '/api/content/counts')).json()).toMatchObject({ total: 1 })
  expect((await ask('pro', 'GET', '/api/airtable/reels')).json()).toEqual([])

  // Filled: two years, of which the figures say that they are samples.
  const accounts = (await ask('admin', 'GET', `/api/accounts?companyId=${filled.companyIds[0]}`)).json()
  expect(accounts).toHaveLength(40)
  expect(accounts.every(({ username }: { username: string }) => username.startsWith('demo.'))).toBe(true)
  const { rows: days } = await database.queries
    .selectFrom('metric_snapshots')
    .select((row) => [row.fn.countAll<number>().as('count'), row.fn.min('source').as('least')])
    .where('company_id', '=', filled.companyIds[2] ?? 0)
    .execute()
    .then((rows) => ({ rows }))
  expect(Number(days[0]?.count)).toBe(40 * 731)
  expect(days[0]?.least).toBe('sample')
  expect((await ask('admin', 'GET', '/api/companies')).json()).toEqual(
    expect.arrayContaining([expect.objectContaining({ name: 'Casa Luma', isDemo: true, accounts: 40 })]),
  )

  // Its plans are its own: other companies neither see nor buy them. One of its companies has subscribed to one.
  const paying = `/api/companies/${filled.companyIds[0]}/subscription`
  const subscription = (await ask('admin', 'GET', paying)).json()
  expect(subscription).toMatchObject({ status: 'active', plan: { name: 'Studio' }, card: { last4: '4242' } })
  expect((await ask('admin', 'GET', `${paying}/invoices`)).json()).toMatchObject([{ status: 'paid', total: 5_900 }])
  const ofDemo = `/api/subscription-plans?companyId=${filled.companyIds[0]}`
  const names = async (who: 'admin' | 'pro', address: string) =>
    (await ask(who, 'GET', address)).json().map(({ name }: { name: string }) => name)
  expect(await names('admin', ofDemo)).toEqual(['Solo', 'Studio', 'Network'])
  expect(await names('pro', ofDemo)).toEqual([])
  expect(await names('pro', '/api/subscription-plans')).toEqual([])
  expect((await ask('admin', 'GET', '/api/subscription-plans')).json()).toEqual([])
  const order = { planId: subscription.planId, customerName: 'Mia', customerEmail: 'mia@example.test' }
  const refused = await ask('pro', 'POST', '/api/companies/1/subscription/setup', order)
  expect([refused.statusCode, refused.json().message]).toEqual([400, 'There is no such plan'])

  // A finished report of the first client, about the last month.
  const reports = (await ask('admin', 'GET', `/api/reports?companyId=${filled.companyIds[0]}`)).json()
  expect(reports).toMatchObject([{ subjectName: 'Casa Luma', accounts: 40, by: 'Demo' }])
  expect((await ask('admin', 'GET', '/api/reports')).json()).toEqual([])

  const removed = await ask('admin', 'DELETE', DEMO)
  expect(removed.json()).toMatchObject({ state: 'none', companyIds: [] })
  expect(await rowsIn(here)).toEqual(before.rows)
  expect(filesIn(folder)).toEqual(before.files)
})

test('it may be removed while it is being filled, and opened again', LONG, async () => {
  const here = await world()
  const { ask, folder } = here
  here.work()
  const before = { rows: await rowsIn(here), files: filesIn(folder) }
  await ask('admin', 'POST', DEMO)
  await vi.waitFor(async () => expect((await demoIn(here)).companyIds).toHaveLength(5), { timeout: 60_000 })
  const [first, second] = await Promise.all([ask('admin', 'DELETE', DEMO), ask('admin', 'DELETE', DEMO)])
  expect(first.json()).toMatchObject({ state: 'none' })
  expect(second.json()).toMatchObject({ state: 'none' })
  expect(await rowsIn(here)).toEqual(before.rows)
  expect(filesIn(folder)).toEqual(before.files)
  expect((await ask('admin', 'DELETE', DEMO)).json()).toMatchObject({ state: 'none' })
})

test('one whose job is cancelled says that it was stopped, and is filled when it is opened again', async () => {
  const here = await world()
  const { ask } = here
  const jobs = async () => (await ask('admin', 'GET', '/api/activity')).json()
  await ask('admin', 'POST', DEMO)
  const [{ id }] = await jobs()
  expect((await ask('admin', 'POST', `/api/activity/${id}/cancel`)).json()).toEqual({ success: true })
  expect(await demoIn(here)).toMatchObject({
    state: 'failed',
    message: 'Filling the demo workspace was stopped. Open it again, or remove it.',
    secondsLeft: null,
  })
  expect((await ask('admin', 'POST', DEMO)).json()).toMatchObject({ state: 'filling', message: null })
  expect((await ask('admin', 'POST', DEMO)).json()).toMatchObject({ state: 'filling', message: null })
  expect(await jobs()).toMatchObject([{ kind: 'fill-demo', state: 'waiting' }])
  expect((await ask('admin', 'DELETE', DEMO)).json()).toMatchObject({ state: 'none' })
  expect(await jobs()).toEqual([])
})

test('one that could not be filled is filled when its job is tried again', LONG, async () => {
  const usual = sharpImages()
  let isBroken = true
  const draw = async (svg: string) => {
    if (isBroken) throw new Error('No picture can be drawn')
    return usual.draw(svg)
  }
  const here = await world({ images: { ...usual, draw } })
  const { ask, clock } = here
  here.work()
  await ask('admin', 'POST', DEMO)
  const untilFailed = async () => {
    clock.moveBy(60_000)
    expect((await demoIn(here)).state).toBe('failed')
  }
  await vi.waitFor(untilFailed, { timeout: 60_000, interval: 100 })
  isBroken = false
  const works: { id: string; kind: string }[] = (await ask('admin', 'GET', '/api/activity')).json()
  // By now rounds may be waiting, too, and stand before it.
  const { id } = works.find(({ kind }) => kind === 'fill-demo') ?? { id: 'none' }
  expect((await ask('admin', 'POST', `/api/activity/${id}/retry`)).json()).toEqual({ success: true })
  expect(await demoIn(here)).toMatchObject({ state: 'filling', message: null })
  await vi.waitFor(async () => expect((await demoIn(here)).companyIds).toHaveLength(5), { timeout: 60_000 })
  expect((await ask('admin', 'DELETE', DEMO)).json()).toMatchObject({ state: 'none' })
})

test(
  'a process that ends under it goes on where it was; one that ends while removing removes the rest',
  LONG,
  async () => {
    const here = await world()
    const { ask, database } = here
    await ask('admin', 'POST', DEMO)
    const first = here.work()
    await vi.waitFor(async () => expect((await demoIn(here)).accounts.done).toBeGreaterThanOrEqual(40), {
      timeout: 90_000,
    })
    await first.end()
    const halfway = await demoIn(here)
    expect(halfway.state).toBe('filling')
    here.work()
    const filled = await untilFilled(here)
    expect(filled).toMatchObject({ accounts: { done: 200 }, drafts: { done: 60 }, reels: { done: 5 } })
    const { count } = await database.queries
      .selectFrom('content_items')
      .select((row) => row.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(65)
    const { plans = [], subscriptions = [], sandbox_customers = [] } = await readTables(database)
    expect([plans.length, subscriptions.length, sandbox_customers.length]).toEqual([3, 1, 1])
    expect(subscriptions).toMatchObject([{ company_id: filled.companyIds[0], status: 'active' }])
    await database.queries.updateTable('demo_workspace').set({ state: 'removing' }).execute()
    expect((await ask('admin', 'POST', DEMO)).json()).toMatchObject({ error: 'demo_removing' })
    await here.services.demo.settle()
    expect(await demoIn(here)).toMatchObject({ state: 'none', companyIds: [] })
  },
)
