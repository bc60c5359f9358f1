/** Planned items over HTTP: on one list, on the calendar, in counts, and for whom they can be planned. */
import type { ContentItem } from '@tangelo/contract'
import { expect, test } from 'vitest'
import { idsOf, itemsIn } from '../../../testing/content-items.ts'
import { world } from '../../../testing/world.ts'

const ACCOUNTS = ['grove', 'market', { username: 'elsewhere', companyId: 2 }]
const [GROVE, MARKET, ELSEWHERE] = [1, 2, 3]
/** Ids of people in the order of `PEOPLE`. */
const [ADMIN, PRO, BASIC] = [1, 2, 3]

test('a calendar shows of each item what the item shows, whether its text is kept ready or not', async () => {
  const here = await world({ accounts: ACCOUNTS })
  const { ask, clock, database } = here
  const picture = 'a'.repeat(64)
  await database.queries
    .updateTable('accounts')
    .set({ picture_hash: picture, shown: null })
    .where('id', '=', GROVE)
    .execute()
  const day = '2026-11-24'
  const plans = [
    { caption: 'She said "six" \\ 🍋', accountId: GROVE, assigneeId: ADMIN, needsApproval: true },
    { accountId: MARKET },
    { assigneeId: BASIC },
    { hashtags: ['citrus'] },
    { accountId: GROVE, caption: 'elsewhere now' },
  ]
  for (const plan of plans) {
    clock.moveBy(1)
    expect(
      (await ask('admin', 'POST', '/api/content/posts', { companyId: 1, publishDate: day, ...plan })).statusCode,
    ).toBe(201)
  }
  const { queries } = database
  await queries
    .updateTable('content_items')
    .set({ account_id: ELSEWHERE })
    .where('caption', 'like', 'elsewhere%')
    .execute()
  const calendar = async () => {
    const res = await ask('pro', 'GET', `/api/content/calendar?from=${day}&to=${day}`)
    expect(res.statusCode, res.body).toBe(200)
    return res.json().items as ContentItem[]
  }
  const items = await calendar()
  expect(items).toHaveLength(plans.length)
  for (const item of items)
    expect((await ask('pro', 'GET', `/api/content/posts/${item.id}`)).json()).toMatchObject(item)
  expect(items.map(({ account }) => account?.profilePicture?.slice(-64) ?? account?.username ?? null).sort()).toEqual(
    ['market', picture, null, null, null].sort(),
  )
  await queries.updateTable('content_items').set({ planned: null }).where('account_id', 'is not', null).execute()
  expect(await calendar()).toEqual(items)
})

test('assignees are the users of a company, and administrators where an administrator asks', async () => {
  const { ask } = await world()
  const names = async (who: 'admin' | 'pro' | 'loner', query = '') =>
    (await ask(who, 'GET', `/api/content/assignees${query}`))
      .json()
      .map(({ username }: { username: string }) => username)
  expect(await names('pro')).toEqual(['admin', 'basic', 'pro'])
  expect(await names('pro', '?companyId=2')).toEqual([])
  expect(await names('admin', '?companyId=2')).toEqual(['admin', 'foreigner'])
  expect(await names('loner')).toEqual([])
})

test('one list holds drafts, approved and published items, filtered and in the order of their days', async () => {
  const here = await world({ accounts: ACCOUNTS })
  const grove = { id: GROVE, username: 'grove', profilePicture: null }
  const pro = { id: PRO, username: 'pro' }
  await itemsIn(here, [
    {
      id: 'recDraft000000001',
      status: 'Draft',
      createdAt: 1,
      publishDate: '2026-11-25',
      account: grove,
      caption: 'Lemon',
    },
    { id: 'recDraft000000002', status: 'Draft', createdAt: 2, account: grove, assignee: pro, caption: 'lemon curd' },
    { id: 'recApproved000001', status: 'Approved', createdAt: 3, publishDate: '2026-11-24T09:00:00Z', assignee: pro },
    { id: 'recPublished00001', status: 'Published', createdAt: 4, publishDate: '2026-11-18', account: grove },
    { id: 'recFailed00000001', status: 'Failed', createdAt: 5, publishDate: '2026-11-19' },
    { id: 'recDelete00000001', status: 'Delete', createdAt: 6, publishDate: '2026-11-19', account: grove },
    { id: 'recForeign0000001', status: 'Draft', createdAt: 7, companyId: 2 },
  ])
  const list = async (query: string) => idsOf(await here.ask('pro', 'GET', `/api/content/posts?${query}`))
  expect(await list('')).toEqual([
    'recFailed00000001',
    'recPublished00001',
    'recApproved000001',
    'recDraft000000002',
    'recDraft000000001',
  ])
  expect(await list('status=draft,Approved')).toEqual(['recApproved000001', 'recDraft000000002', 'recDraft000000001'])
  expect(await list('sort=date')).toEqual([
    'recPublished00001',
    'recFailed00000001',
    'recApproved000001',
    'recDraft000000001',
  ])
  expect(await list('sort=-date&status=published,failed')).toEqual(['recFailed00000001', 'recPublished00001'])
  expect(await list('dated=false')).toEqual(['recDraft000000002'])
  expect(await list(`accountId=${GROVE}&dated=true`)).toEqual(['recPublished00001', 'recDraft000000001'])
  expect(await list(`accountId=${GROVE},${MARKET}&assigneeId=${PRO}`)).toEqual(['recDraft000000002'])
  expect(await list('sort=date&from=2026-11-24&to=2026-11-24')).toEqual(['recApproved000001'])
  expect(await list('q=LEMON&dated=true')).toEqual(['recDraft000000001'])
  const query = `accountId=${GROVE}&assigneeId=${PRO}`
  expect((await here.ask('pro', 'GET', `/api/content/counts?${query}`)).json()).toEqual({
    draft: 1,
    approved: 0,
    published: 0,
    total: 1,
    undated: 1,
    needsApproval: 0,
  })
  const first = await here.ask('pro', 'GET', '/api/content/posts?sort=date&limit=2')
  expect(first.headers['x-total-count']).toBe('4')
  const next = /<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? ''
  expect(idsOf(await here.ask('pro', 'GET', next))).toEqual(['recApproved000001', 'recDraft000000001'])
})
