/** The demo workspace: filled in one call, apart from everything else, and gone without a rest. */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Demo } from '@tangelo/contract'
import { expect, test, vi } from 'vitest'
import { stored } from '../../../testing/stored.ts'
import { type World, world } from '../../../testing/world.ts'

const url = '/api/demo'
const LONG = { timeout: 300_000 }

const demoIn = async ({ ask }: World): Promise<Demo> => (await ask('admin', 'GET', url)).json()

async function untilFilled(here: World): Promise<Demo> {
  await vi.waitFor(
    async () => {
      const { state, reels } = await demoIn(here)
      expect(state).toBe('filled')
      expect(reels.done).toBe(reels.total)
    },
    { timeout: 240_000, interval: 200 },
  )
  return demoIn(here)
}

/** Every row of every table, but for the rounds of the clock, which begin when they are due. */
async function rowsIn({ database }: World) {
  // Alerts are evaluated meanwhile, and counted.
  const { jobs = [], job_kinds: _, alert_evaluations: __, ...rest } = await stored(database)
  return { ...rest, jobs: jobs.filter(({ kind, key }) => kind !== key) }
}

/** The worker has made every account known to the sources, which it does once and at a moment of its own. */
async function untilFollowed({ database }: World): Promise<void> {
  await vi.waitFor(
    async () => {
      const { accounts = [] } = await stored(database)
      expect(accounts.map((account) => account.is_followed)).toEqual(accounts.map(() => 1))
    },
    { timeout: 60_000, interval: 50 },
  )
}

/** Every file of the data folder, but for the store itself. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.includes('.sqlite') && statSync(join(folder, name)).isFile())
    .sort()
}

test('one call fills it, apart from other companies, and one call removes every row and file', LONG, async () => {
  const here = await world({ accounts: ['nasa', 'demo.casaluma'] })
  const { ask, clock, database, folder } = here
  here.work()
  await ask('admin', 'POST', '/api/accounts/1/metrics', { followers: 1_000 })
  await ask('admin', 'POST', '/api/content/posts', { caption: 'Our own' })
  await untilFollowed(here)
  const before = { rows: await rowsIn(here), files: filesIn(folder) }
  const own = (await ask('admin', 'GET', '/api/metrics/global')).json()

  const opened = await ask('admin', 'POST', url)
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
  expect((await ask('admin', 'POST', url)).json()).toEqual(filled)

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

  const removed = await ask('admin', 'DELETE', url)
  expect(removed.json()).toMatchObject({ state: 'none', companyIds: [] })
  expect(await rowsIn(here)).toEqual(before.rows)
  expect(filesIn(folder)).toEqual(before.files)
})

test('it may be removed while it is being filled, and opened again', LONG, async () => {
  const here = await world()
  const { ask, folder } = here
  here.work()
  const before = { rows: await rowsIn(here), files: filesIn(folder) }
  await ask('admin', 'POST', url)
  await vi.waitFor(async () => expect((await demoIn(here)).companyIds).toHaveLength(5), { timeout: 60_000 })
  const [first, second] = await Promise.all([ask('admin', 'DELETE', url), ask('admin', 'DELETE', url)])
  expect(first.json()).toMatchObject({ state: 'none' })
  expect(second.json()).toMatchObject({ state: 'none' })
  expect(await rowsIn(here)).toEqual(before.rows)
  expect(filesIn(folder)).toEqual(before.files)
  expect((await ask('admin', 'DELETE', url)).json()).toMatchObject({ state: 'none' })
})

test(
  'without accounts of one’s own "all companies" are those of the demo, and no source is asked about them',
  LONG,
  async () => {
    const asked: string[] = []
    const here = await world({
      sources: () => [
        {
          name: 'graph',
          title: 'Instagram Graph API',
          namesPerCall: 1,
          callsPerHour: 200,
          readPosts: null,
          read: async (usernames) => {
            asked.push(...usernames)
            throw new Error('asked')
          },
        },
      ],
    })
    here.work()
    await here.ask('admin', 'POST', url)
    await vi.waitFor(async () => expect((await demoIn(here)).companyIds).toHaveLength(5), { timeout: 60_000 })
    const accounts = (await here.ask('admin', 'GET', '/api/accounts')).json()
    expect(accounts).toHaveLength(200)
    expect((await demoIn(here)).isAlone).toBe(true)
    // As the first administrator of an installation is.
    await here.database.queries.updateTable('users').set({ company_id: null }).where('role', '=', 'admin').execute()
    const plans = async (who: 'admin' | 'pro') =>
      (await here.ask(who, 'GET', '/api/subscription-plans')).json().map(({ name }: { name: string }) => name)
    await vi.waitFor(async () => expect(await plans('admin')).toEqual(['Solo', 'Studio', 'Network']), LONG)
    expect(await plans('pro')).toEqual([])
    expect((await here.ask('admin', 'POST', '/api/init-subscription-plans')).json()).toMatchObject({
      created: 3,
      plans: [{ name: 'Starter' }, { name: 'Pro' }, { name: 'Agency' }],
    })
    expect(await plans('admin')).toEqual(['Starter', 'Pro', 'Agency'])
    expect(await plans('pro')).toEqual(['Starter', 'Pro', 'Agency'])
    const refresh = await here.ask('admin', 'POST', `/api/accounts/${accounts[0].id}/refresh`)
    expect(refresh.json()).toMatchObject({ error: 'demo_account' })
    expect(asked).toEqual([])
    await here.ask('admin', 'DELETE', url)
    expect(await plans('admin')).toEqual(['Starter', 'Pro', 'Agency'])
  },
)

test('a first post of one’s own stands in no list with posts of the demo, whose accounts stay', LONG, async () => {
  const here = await world()
  const { ask, database } = here
  const ownUsers = await database.queries
    .selectFrom('users')
    .select('id')
    .where('username_key', '!=', 'admin')
    .execute()
  for (const { id } of ownUsers) await ask('admin', 'DELETE', `/api/users/${id}`)
  here.work()
  await ask('admin', 'POST', url)
  await untilFilled(here)
  expect((await ask('admin', 'GET', '/api/content/counts')).json().total).toBe(65)
  await ask('admin', 'POST', '/api/content/posts', { caption: 'Our own' })
  expect((await ask('admin', 'GET', '/api/content/counts')).json().total).toBe(1)
  expect((await ask('admin', 'GET', '/api/airtable/reels')).json()).toEqual([])
  expect((await ask('admin', 'GET', '/api/accounts')).json()).toHaveLength(200)
  expect((await demoIn(here)).isAlone).toBe(true)
  // Colleagues who came with the demo are no step of one's own.
  const { steps } = (await ask('admin', 'GET', '/api/first-steps')).json()
  expect(steps).toContainEqual({ name: 'colleague', isDone: false })
  await ask('admin', 'DELETE', url)
})

test('users who were put into its companies are in the way, and are named', LONG, async () => {
  const here = await world()
  const { ask } = here
  here.work()
  await ask('admin', 'POST', url)
  await vi.waitFor(async () => expect((await demoIn(here)).companyIds).toHaveLength(5), { timeout: 60_000 })
  const [companyId] = (await demoIn(here)).companyIds
  const users = (await ask('admin', 'GET', '/api/users')).json()
  const loner = users.find(({ username }: { username: string }) => username === 'loner')
  const { queries } = here.database
  await queries
    .updateTable('users')
    .set({ company_id: companyId ?? 0, role: 'pro' })
    .where('id', '=', loner.id)
    .execute()
  await ask('admin', 'POST', '/api/init-subscription-plans')
  const plans = await vi.waitFor(async () => {
    const found = (await ask('loner', 'GET', '/api/subscription-plans')).json()
    expect(found).toMatchObject([{ name: 'Solo' }, { name: 'Studio' }, { name: 'Network' }])
    return found
  }, LONG)
  expect(plans[1].features).toEqual([
    '80 credits every month',
    'About 40 reels, from images to video',
    'Unlimited accounts',
    'Reports of every account',
    'Change plan or cancel at any time',
  ])
  const refused = await ask('admin', 'DELETE', url)
  expect(refused.statusCode).toBe(409)
  expect(refused.json()).toMatchObject({ error: 'demo_in_use', users: ['loner'] })
  await ask('admin', 'PUT', `/api/users/${loner.id}`, { companyId: null })
  expect((await ask('admin', 'DELETE', url)).json()).toMatchObject({ state: 'none' })
})

test(
  'a process that ends under it goes on where it was; one that ends while removing removes the rest',
  LONG,
  async () => {
    const here = await world()
    const { ask, database } = here
    await ask('admin', 'POST', url)
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
    const { plans = [], subscriptions = [], sandbox_customers = [] } = await stored(database)
    expect([plans.length, subscriptions.length, sandbox_customers.length]).toEqual([3, 1, 1])
    expect(subscriptions).toMatchObject([{ company_id: filled.companyIds[0], status: 'active' }])
    await database.queries.updateTable('demo_workspace').set({ state: 'removing' }).execute()
    expect((await ask('admin', 'POST', url)).json()).toMatchObject({ error: 'demo_removing' })
    await here.services.demo.settle()
    expect(await demoIn(here)).toMatchObject({ state: 'none', companyIds: [] })
  },
)
