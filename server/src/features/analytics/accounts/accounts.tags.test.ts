/** Tags of accounts up to their limits, through HTTP. */
import type { AccountTag } from '@tangelo/contract'
import { ACCOUNTS_AT_ONCE_MAX, TAGS_PER_ACCOUNT_MAX, TAGS_PER_COMPANY_MAX } from '@tangelo/contract/limits'
import type { KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import { type Person, type World, world } from '../../../testing/world.ts'
import { showAgain } from './service/render-accounts.ts'
import { tagsStore } from './store/tags.ts'

const change = (here: World, body: object, who: Person = 'basic') => here.ask(who, 'PUT', '/api/account-tags', body)
const tags = async (here: World, who: Person = 'basic', query = '') =>
  (await here.ask(who, 'GET', `/api/account-tags${query}`)).json<AccountTag[]>()
const buildTagNames = (first: number, count: number) => Array.from({ length: count }, (_, at) => `Tag ${first + at}`)

test('a company has at most 50 tags: what goes beyond changes nothing, and one that goes makes room', async () => {
  const here = await world({ accounts: ['a', 'b', 'c', 'd', 'e', 'f', { username: 'other', companyId: 2 }] })
  for (let id = 1; id <= 5; id += 1)
    expect(
      (await change(here, { accountIds: [id], add: buildTagNames(id * 10, TAGS_PER_ACCOUNT_MAX) })).statusCode,
    ).toBe(200)
  expect(await tags(here)).toHaveLength(TAGS_PER_COMPANY_MAX)
  const beyond = await change(here, { accountIds: [6], add: ['Tag 10', 'One more'] })
  expect([beyond.statusCode, beyond.json().error]).toEqual([409, 'too_many_tags'])
  expect((await tags(here)).find(({ name }) => name === 'Tag 10')).toMatchObject({ accounts: 1 })
  expect((await here.ask('basic', 'GET', '/api/accounts/6')).json().account.tags).toEqual([])
  // A known name is none more, and another company has limits of its own.
  expect((await change(here, { accountIds: [6], add: ['tAG 10'] })).json().changed).toBe(1)
  expect((await change(here, { accountIds: [7], add: ['One more'] }, 'foreigner')).json().changed).toBe(1)
  // The last account that has a tag takes it along.
  expect((await change(here, { accountIds: [5], remove: ['tag 59'] })).json().changed).toBe(1)
  expect((await change(here, { accountIds: [6], add: ['One more'] })).json().changed).toBe(1)
  expect(await tags(here)).toHaveLength(TAGS_PER_COMPANY_MAX)
})

test('ten tags fill an account; one of ten is exchanged in one request', async () => {
  const here = await world({ accounts: ['a'] })
  await change(here, { accountIds: [1], add: buildTagNames(10, TAGS_PER_ACCOUNT_MAX) })
  expect((await change(here, { accountIds: [1], add: ['Next'] })).statusCode).toBe(409)
  expect((await change(here, { accountIds: [1], add: ['Next'], remove: ['tag 10'] })).json()).toMatchObject({
    changed: 1,
  })
  expect((await tags(here)).map(({ name }) => name)).toEqual(['Next', ...buildTagNames(11, TAGS_PER_ACCOUNT_MAX - 1)])
})

test('an account moves to a company with 50 tags only when it brings none of its own, and stays as it is otherwise', async () => {
  const here = await world({
    accounts: ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((username) => ({ username, companyId: username < 'f' ? 1 : 2 })),
  })
  for (let id = 1; id <= 5; id += 1)
    await change(here, { accountIds: [id], add: buildTagNames(id * 10, TAGS_PER_ACCOUNT_MAX) })
  await change(here, { accountIds: [6], add: ['Tag 10', 'One more'] }, 'foreigner')
  await change(here, { accountIds: [7], add: ['tag 10'] }, 'foreigner')
  const refused = await here.ask('admin', 'PUT', '/api/accounts/6', { companyId: 1 })
  expect([refused.statusCode, refused.json().error]).toEqual([409, 'too_many_tags'])
  expect((await here.ask('foreigner', 'GET', '/api/accounts/6')).json().account.tags).toEqual(['One more', 'Tag 10'])
  const moved = await here.ask('admin', 'PUT', '/api/accounts/company', { accountIds: [6, 7], companyId: 1 })
  expect(moved.json()).toEqual({
    done: [7],
    failed: [{ accountId: 6, error: 'too_many_tags', message: 'A company has at most 50 tags' }],
  })
  expect(await tags(here)).toHaveLength(TAGS_PER_COMPANY_MAX)
})

test('500 accounts are tagged at once, and 501 are refused', async () => {
  const names = Array.from({ length: ACCOUNTS_AT_ONCE_MAX + 1 }, (_, at) => `name_${at}`)
  const here = await world({ accounts: names })
  const ids = names.map((_, at) => at + 1)
  expect((await change(here, { accountIds: ids, add: ['Launch'] })).statusCode).toBe(400)
  const accountIds = ids.slice(1)
  expect((await change(here, { accountIds, add: ['Launch', 'autumn'] })).json()).toEqual({
    changed: ACCOUNTS_AT_ONCE_MAX,
    tags: [
      { companyId: 1, name: 'autumn', accounts: ACCOUNTS_AT_ONCE_MAX },
      { companyId: 1, name: 'Launch', accounts: ACCOUNTS_AT_ONCE_MAX },
    ],
  })
  expect((await change(here, { accountIds, add: ['launch'] })).json().changed).toBe(0)
  const first = await here.ask('basic', 'GET', '/api/accounts?tag=launch&sort=growth-desc&limit=3')
  expect(first.headers['x-total-count']).toBe(String(ACCOUNTS_AT_ONCE_MAX))
  expect((await change(here, { accountIds, remove: ['LAUNCH', 'Autumn'] })).json()).toEqual({
    changed: ACCOUNTS_AT_ONCE_MAX,
    tags: [],
  })
})

test('accounts that are tagged together keep the tags of their own, in lists, in the table of tags and in the account', async () => {
  const here = await world({ accounts: ['a', 'b', 'c', 'd', 'e', { username: 'other', companyId: 2 }] })
  await change(here, { accountIds: [1, 2], add: ['Old', 'Gone'] })
  await change(here, { accountIds: [3], add: [`it's "quoted" \\ 10%`, 'Gone'] })
  await change(here, { accountIds: [5], add: ['Apart', 'Gone'] })
  await change(here, { accountIds: [6], add: ['Gone'] }, 'foreigner')
  expect((await change(here, { accountIds: [1, 2, 3, 4], add: ['New'], remove: ['gone'] })).json().changed).toBe(4)
  const expected = {
    a: ['New', 'Old'],
    b: ['New', 'Old'],
    c: [`it's "quoted" \\ 10%`, 'New'],
    d: ['New'],
    e: ['Apart', 'Gone'],
  }
  const listed = (await here.ask('basic', 'GET', '/api/accounts')).json<{ username: string; tags: string[] }[]>()
  expect(Object.fromEntries(listed.map((row) => [row.username, row.tags]))).toEqual(expected)
  for (const [at, own] of Object.values(expected).entries())
    expect((await here.ask('basic', 'GET', `/api/accounts/${at + 1}`)).json().account.tags).toEqual(own)
  const rows = await here.database.queries.selectFrom('account_tags').select(['account_id', 'tag']).execute()
  expect(new Set(rows.map(({ account_id, tag }) => `${account_id} ${tag}`))).toEqual(
    new Set([...Object.values(expected), ['Gone']].flatMap((own, at) => own.map((tag) => `${at + 1} ${tag}`))),
  )
})

test('500 accounts are tagged, and shown again, with as many statements as two', async () => {
  const names = Array.from({ length: ACCOUNTS_AT_ONCE_MAX }, (_, at) => `name_${at}`)
  const here = await world({ accounts: names })
  const statements = async (count: number): Promise<number> => {
    let counted = 0
    const counter: KyselyPlugin = {
      transformQuery: ({ node }) => {
        counted += 1
        return node
      },
      transformResult: async ({ result }) => result,
    }
    await here.database.transaction(async (tx) => {
      const all = Array.from({ length: count }, (_, at) => ({
        id: at + 1,
        tags: new Map([[`tag ${at}`, `Tag ${at}`]]),
      }))
      const inside = tx.withPlugin(counter)
      await tagsStore(inside, here.database.engine).set(1, all)
      await showAgain(
        inside,
        all.map(({ id }) => id),
      )
    })
    return counted
  }
  const ofTwo = await statements(2)
  expect(ofTwo).toBeGreaterThan(3)
  expect(await statements(ACCOUNTS_AT_ONCE_MAX)).toBe(ofTwo)
})

test('tags of another company are neither seen nor found nor changed', async () => {
  const here = await world({ accounts: ['own', { username: 'other', companyId: 2 }] })
  await change(here, { accountIds: [2], add: ['Secret'] }, 'foreigner')
  expect(await tags(here)).toEqual([])
  expect(await tags(here, 'basic', '?companyId=2')).toEqual([])
  expect((await here.ask('basic', 'GET', '/api/accounts?tag=secret')).json()).toEqual([])
  for (const accountIds of [[2], [1, 2]])
    expect((await change(here, { accountIds, add: ['Mine'], remove: ['Secret'] })).statusCode).toBe(404)
  expect(await tags(here, 'foreigner')).toEqual([{ companyId: 2, name: 'Secret', accounts: 1 }])
  // An administrator tags across companies: each company has a spelling of its own.
  expect((await change(here, { accountIds: [1, 2], add: ['SECRET'] }, 'admin')).json()).toEqual({
    changed: 1,
    tags: [
      { companyId: 1, name: 'SECRET', accounts: 1 },
      { companyId: 2, name: 'Secret', accounts: 1 },
    ],
  })
})

test('an account that moves has its tags as its new company spells them', async () => {
  const here = await world({ accounts: ['a', { username: 'other', companyId: 2 }] })
  await change(here, { accountIds: [1], add: ['autumn', 'launch'] })
  await change(here, { accountIds: [2], add: ['Launch'] }, 'foreigner')
  const moved = await here.ask('admin', 'PUT', '/api/accounts/1', { companyId: 2 })
  expect(moved.json()).toMatchObject({ companyId: 2, tags: ['autumn', 'Launch'] })
  expect((await here.ask('foreigner', 'GET', '/api/accounts/1')).json().account.tags).toEqual(['autumn', 'Launch'])
  expect(await tags(here, 'foreigner')).toEqual([
    { companyId: 2, name: 'autumn', accounts: 1 },
    { companyId: 2, name: 'Launch', accounts: 2 },
  ])
  await change(here, { accountIds: [2], remove: ['launch'] }, 'foreigner')
  expect(await tags(here, 'foreigner')).toMatchObject([{ name: 'autumn' }, { name: 'Launch' }])
})
