/** The demo workspace beside accounts, posts and users of one’s own. */
import { expect, test, vi } from 'vitest'
import { DEMO, demoIn, LONG, untilFilled } from '../../../testing/demo.ts'
import { world } from '../../../testing/world.ts'

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
    await here.ask('admin', 'POST', DEMO)
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
    await here.ask('admin', 'DELETE', DEMO)
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
  await ask('admin', 'POST', DEMO)
  await untilFilled(here)
  const countItems = async () => (await ask('admin', 'GET', '/api/content/counts')).json().total
  expect(await countItems()).toBe(65)
  // An account of one's own does not stand beside the posts of the demo.
  const { id } = (await ask('admin', 'POST', '/api/accounts', { username: 'nasa', companyId: 1 })).json()
  expect(await countItems()).toBe(0)
  expect((await ask('admin', 'GET', '/api/attention')).json().items).toEqual([])
  await ask('admin', 'DELETE', `/api/accounts/${id}`)
  expect(await countItems()).toBe(65)
  await ask('admin', 'POST', '/api/content/posts', { caption: 'Our own' })
  expect(await countItems()).toBe(1)
  expect((await ask('admin', 'GET', '/api/airtable/reels')).json()).toEqual([])
  expect((await ask('admin', 'GET', '/api/accounts')).json()).toHaveLength(200)
  expect((await demoIn(here)).isAlone).toBe(true)
  // Colleagues who came with the demo are no step of one's own.
  const { steps } = (await ask('admin', 'GET', '/api/first-steps')).json()
  expect(steps).toContainEqual({ name: 'colleague', isDone: false })
  await ask('admin', 'DELETE', DEMO)
})

test('users who were put into its companies are in the way, and are named', LONG, async () => {
  const here = await world()
  const { ask } = here
  here.work()
  await ask('admin', 'POST', DEMO)
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
  const refused = await ask('admin', 'DELETE', DEMO)
  expect(refused.statusCode).toBe(409)
  expect(refused.json()).toMatchObject({ error: 'demo_in_use', users: ['loner'] })
  await ask('admin', 'PUT', `/api/users/${loner.id}`, { companyId: null })
  expect((await ask('admin', 'DELETE', DEMO)).json()).toMatchObject({ state: 'none' })
})
