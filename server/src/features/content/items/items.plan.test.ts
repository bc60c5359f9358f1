/** Planning over HTTP: whose items, for which account, by whom, and waiting for approval or not. */
import { expect, test } from 'vitest'
import { noTables } from '#features/content/index.ts'
import { createPost, idsOf } from '../../../testing/content-items.ts'
import { world } from '../../../testing/world.ts'
import { HOUR } from '../../../testing/world-with-sources.ts'

const ACCOUNTS = ['grove', 'market', { username: 'elsewhere', companyId: 2 }]
const [GROVE, MARKET, ELSEWHERE] = [1, 2, 3]
/** Ids of people in the order of `PEOPLE`. */
const [ADMIN, PRO, BASIC, FOREIGNER] = [1, 2, 3, 4]

test('a draft has an account and an assignee of its company, which a change can clear and a history names', async () => {
  const { ask } = await world({ accounts: ACCOUNTS })
  const plan = { accountId: GROVE, assigneeId: BASIC, needsApproval: true }
  const made = (await ask('pro', 'POST', '/api/content/posts', { caption: 'Six lemons', ...plan })).json()
  expect(made).toMatchObject({
    accountId: GROVE,
    account: { id: GROVE, username: 'grove', profilePicture: null },
    assignee: { id: BASIC, username: 'basic' },
    teamComments: 0,
    approvalAskedAt: made.createdTime,
  })
  expect((await ask('pro', 'GET', '/api/airtable/draft-posts')).json()).toEqual([made])
  expect((await ask('pro', 'GET', '/api/content/posts')).json()).toEqual([made])
  const change = { accountId: MARKET, assigneeId: null, version: 1 }
  const changed = (await ask('pro', 'PUT', `/api/airtable/posts/${made.id}`, change)).json()
  expect(changed).toMatchObject({ version: 2, account: { username: 'market' }, assignee: null, caption: 'Six lemons' })
  const [entry] = (await ask('pro', 'GET', `/api/content/posts/${made.id}/history`)).json()
  expect(entry.changes).toEqual([
    { field: 'account', from: 'grove', to: 'market' },
    { field: 'assignee', from: 'basic', to: null },
  ])
})

test.each([
  ['an account of another company', { accountId: ELSEWHERE }, 'Account not found'],
  ['an account that there is not', { accountId: 99 }, 'Account not found'],
  ['a user of another company', { assigneeId: FOREIGNER }, 'User not found'],
])('%s is answered like one that is missing', async (_what, plan, message) => {
  const here = await world({ accounts: ACCOUNTS })
  const { id } = await createPost(here)
  for (const [method, url] of [
    ['POST', '/api/content/posts'],
    ['PUT', `/api/airtable/posts/${id}`],
  ] as const) {
    const res = await here.ask('pro', method, url, plan)
    expect(res.statusCode, res.body).toBe(404)
    expect(res.json().message).toBe(message)
  }
  const many = await here.ask('pro', 'POST', '/api/content/posts/status', { posts: [{ id }], ...plan })
  expect(many.json()).toEqual({ changed: [], refused: [{ id, error: 'not_found', message }] })
  expect((await here.ask('pro', 'GET', '/api/content/counts')).json().total).toBe(1)
})

test('an administrator plans for a company: draft, account, assignee, lists, calendar and counts', async () => {
  const { ask } = await world({ accounts: ACCOUNTS })
  const plan = { companyId: 2, accountId: ELSEWHERE, assigneeId: ADMIN, publishDate: '2026-11-24' }
  const made = await ask('admin', 'POST', '/api/content/posts', plan)
  expect(made.statusCode, made.body).toBe(201)
  expect(made.json()).toMatchObject({ companyId: 2, account: { username: 'elsewhere' }, assignee: { id: ADMIN } })
  await ask('pro', 'POST', '/api/content/posts', { publishDate: '2026-11-24' })
  for (const url of ['/api/content/posts?', '/api/airtable/draft-posts?']) {
    expect(idsOf(await ask('admin', 'GET', `${url}companyId=2`))).toEqual([made.json().id])
    expect(idsOf(await ask('foreigner', 'GET', url))).toEqual([made.json().id])
    expect(idsOf(await ask('pro', 'GET', `${url}companyId=2`))).toEqual([])
  }
  const calendar = '/api/content/calendar?from=2026-11-01&to=2026-11-30'
  const { items } = (await ask('admin', 'GET', `${calendar}&companyId=2`)).json()
  expect(items).toMatchObject([{ id: made.json().id, account: { username: 'elsewhere' }, teamComments: 0 }])
  expect((await ask('admin', 'GET', calendar)).json().items).toHaveLength(2)
  expect((await ask('admin', 'GET', '/api/content/counts?companyId=2')).json().total).toBe(1)
  expect((await ask('admin', 'GET', `${calendar}&companyId=99`)).statusCode).toBe(404)
  expect((await ask('admin', 'POST', '/api/content/posts', { companyId: 99 })).statusCode).toBe(404)
  expect(
    (await ask('foreigner', 'PUT', `/api/airtable/posts/${made.json().id}`, { assigneeId: ADMIN })).statusCode,
  ).toBe(404)
  const foreign = await ask('pro', 'POST', '/api/content/posts', { companyId: 2 })
  expect(foreign.json()).toMatchObject({ error: 'invalid_input', fields: { companyId: 'is not your company' } })
})

test('approval is asked for a draft once, counted, and over with another status', async () => {
  const here = await world()
  const { ask, clock } = here
  const { id } = await createPost(here)
  await createPost(here)
  const url = `/api/airtable/posts/${id}`
  const { approvalAskedAt } = (await ask('pro', 'PUT', url, { needsApproval: true })).json()
  clock.moveBy(HOUR)
  expect((await ask('pro', 'PUT', url, { needsApproval: true })).json()).toMatchObject({ approvalAskedAt, version: 2 })
  const waiting = '/api/content/posts?status=needs_approval'
  expect(idsOf(await ask('pro', 'GET', waiting))).toEqual([id])
  expect((await ask('pro', 'GET', '/api/content/counts')).json()).toEqual({
    draft: 2,
    approved: 0,
    published: 0,
    total: 2,
    undated: 2,
    needsApproval: 1,
  })
  expect((await ask('pro', 'PUT', url, { status: 'Approved' })).json().approvalAskedAt).toBe(null)
  expect(idsOf(await ask('pro', 'GET', waiting))).toEqual([])
  await ask('pro', 'PUT', url, { status: 'Draft', needsApproval: true })
  expect((await ask('pro', 'PUT', url, { needsApproval: false })).json().approvalAskedAt).toBe(null)
})

test('what waits for approval is listed by when that was asked, the longest first, page by page', async () => {
  const here = await world({ accounts: ACCOUNTS })
  const { ask, clock } = here
  const drafts = [await createPost(here), await createPost(here, { accountId: GROVE }), await createPost(here)].map(
    ({ id }) => id,
  )
  await createPost(here)
  const [one = '', two = '', three = ''] = drafts
  for (const id of [three, one, two]) {
    clock.moveBy(HOUR)
    await ask('pro', 'PUT', `/api/airtable/posts/${id}`, { needsApproval: true })
  }
  const list = async (query: string) => idsOf(await ask('pro', 'GET', `/api/content/posts?sort=asked${query}`))
  for (const query of ['', '&status=needs_approval', '&status=draft,needs_approval', '&dated=false'])
    expect(await list(query), query).toEqual([three, one, two])
  expect(await list(`&status=needs_approval&accountId=${GROVE}`)).toEqual([two])
  expect(await list('&status=approved')).toEqual([])
  const first = await ask('pro', 'GET', '/api/content/posts?sort=asked&status=needs_approval&limit=2')
  expect([idsOf(first), first.headers['x-total-count']]).toEqual([[three, one], '3'])
  const next = /<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? ''
  expect(idsOf(await ask('pro', 'GET', next))).toEqual([two])
  expect((await ask('pro', 'GET', '/api/content/posts?sort=asked&limit=1')).headers['x-total-count']).toBe('3')
})

test('account and assignee are gone from a draft once they are deleted, or of another company', async () => {
  const here = await world({ accounts: ACCOUNTS })
  const { ask } = here
  const one = await createPost(here, { accountId: GROVE, assigneeId: BASIC })
  const other = await createPost(here, { accountId: MARKET, assigneeId: BASIC })
  expect((await ask('admin', 'DELETE', `/api/accounts/${GROVE}`)).statusCode).toBe(200)
  const user = { username: 'basic', role: 'basic', companyId: 2 }
  expect((await ask('admin', 'PUT', `/api/users/${BASIC}`, user)).statusCode).toBe(200)
  const read = async (id: string) => (await ask('pro', 'GET', `/api/content/posts/${id}`)).json()
  expect(await read(one.id)).toMatchObject({ accountId: null, account: null, assignee: null, version: 1 })
  expect(await read(other.id)).toMatchObject({ account: { username: 'market' }, assignee: null })
  expect((await ask('admin', 'DELETE', `/api/users/${BASIC}`)).statusCode).toBe(200)
  const [listed] = (await ask('pro', 'GET', `/api/content/posts?accountId=${MARKET}`)).json()
  expect(listed).toMatchObject({ id: other.id, assignee: null })
})

test('a table never learns what is ours of a plan, and takes nothing for it', async () => {
  const sent: unknown[] = []
  const here = await world({
    accounts: ACCOUNTS,
    writeThrough: {
      ...noTables,
      make: async ({ fields }, keep) => {
        sent.push(fields)
        return keep(null)
      },
      change: async (items, change) => {
        sent.push({ ...change })
        return new Map(items.map(({ id }) => [id, { tableChangedAt: 5 }]))
      },
    },
  })
  const { id } = await createPost(here, { caption: 'both', accountId: GROVE })
  await here.ask('pro', 'PUT', `/api/airtable/posts/${id}`, { assigneeId: PRO, needsApproval: true })
  await here.ask('pro', 'PUT', `/api/airtable/posts/${id}`, { caption: 'again', accountId: null })
  expect(sent).toEqual([{ caption: 'both', status: 'Draft' }, { caption: 'again' }])
})

test('many drafts are given an account, an assignee and a day in one action', async () => {
  const here = await world({ accounts: ACCOUNTS })
  const posts = [await createPost(here), await createPost(here)].map(({ id, version }) => ({ id, version }))
  const change = { accountId: GROVE, assigneeId: PRO, publishDate: '2026-12-01' }
  const { changed, refused } = (await here.ask('pro', 'POST', '/api/content/posts/status', { posts, ...change })).json()
  expect(refused).toEqual([])
  for (const post of changed)
    expect(post).toMatchObject({ version: 2, account: { id: GROVE }, assignee: { id: PRO }, publishDate: '2026-12-01' })
  expect((await here.ask('pro', 'POST', '/api/content/posts/status', { posts })).json().fields).toEqual({
    status: 'must say what to change',
  })
})
