/** The library of prompts over HTTP. Image analyses have their own tests. */
import { expect, test } from 'vitest'
import { newSecret } from '#platform/secrets.ts'
import { NEW, save, titles } from '../../../testing/prompts.ts'
import { readTables } from '../../../testing/read-tables.ts'
import { aPixel } from '../../../testing/reels.ts'
import { formWith, setUpSharedWorld, type World, world } from '../../../testing/world.ts'

test('a prompt is kept, found, changed and deleted, and the audit log knows', async () => {
  const here = await world()
  const made = await save(here)
  expect(made).toEqual({
    ...NEW,
    id: expect.stringMatching(/^rec[A-Za-z0-9]{14}$/),
    companyId: 1,
    companyName: 'Citrus Studio',
    createdTime: '2026-11-20T09:00:00.000Z',
    imageUrl: null,
    isDefault: false,
    isOwnDefault: false,
    isCompanyDefault: false,
  })
  expect((await here.ask('admin', 'GET', `/api/prompts/${made.id}`)).json()).toEqual(made)
  expect((await here.ask('admin', 'GET', '/api/airtable/prompts')).json()).toEqual([
    { id: made.id, title: NEW.title, companyName: 'Citrus Studio' },
  ])
  const change = { title: '100 % renamed', prompt: 'Nothing of before' }
  expect((await here.ask('admin', 'PUT', `/api/prompts/${made.id}`, change)).json()).toEqual({ ...made, ...change })
  expect(await titles(here, '?q=table')).toEqual([])
  expect(await titles(here, '?q=100%20%25%20RENAMED')).toEqual(['100 % renamed'])
  expect((await here.ask('admin', 'DELETE', `/api/prompts/${made.id}`)).json()).toEqual({ success: true })
  expect((await here.ask('admin', 'GET', `/api/prompts/${made.id}`)).statusCode).toBe(404)
  const { audit_entries = [] } = await readTables(here.database, 'audit_entries')
  expect(new Map(audit_entries.map(({ act, details }) => [act, details]))).toEqual(
    new Map([
      ['prompt.made', '{}'],
      ['prompt.changed', '{"title":{"from":"Product on a table","to":"100 % renamed"},"newText":true}'],
      ['prompt.deleted', '{}'],
    ]),
  )
})

test('simultaneous changes of a prompt are all stored, and each is published once', async () => {
  const here = await world()
  const answers = async (asked: ReturnType<World['ask']>[]) =>
    (await Promise.all(asked)).map(({ statusCode }) => statusCode).sort()
  for (let round = 0; round < 10; round += 1) {
    const { id } = await save(here, { title: `Old ${round}` })
    const change = (body: object) => here.ask('admin', 'PUT', `/api/prompts/${id}`, body)
    const choose = (of: string) => here.ask('admin', 'PUT', `/api/prompts/${id}/default`, { of, isDefault: true })
    const remove = () => here.ask('admin', 'DELETE', `/api/prompts/${id}`)
    expect(await answers([change({ title: `New ${round}` }), change({ prompt: 'New text' })])).toEqual([200, 200])
    const { title, prompt } = (await here.ask('admin', 'GET', `/api/prompts/${id}`)).json()
    expect([title, prompt]).toEqual([`New ${round}`, 'New text'])
    expect(await answers([choose('company'), choose('company')])).toEqual([200, 200])
    expect(await answers([remove(), remove()])).toEqual([200, 404])
  }
  const { audit_entries = [] } = await readTables(here.database, 'audit_entries')
  const count = (act: string) => audit_entries.filter((entry) => entry.act === act).length
  expect(['prompt.changed', 'prompt.made-default', 'prompt.deleted'].map(count)).toEqual([20, 10, 10])
})

test('stores an own image, and refuses one of another company', async () => {
  const here = await world()
  const form = () => formWith(aPixel(), 'a.gif', 'images')
  const own = (await here.ask('admin', 'POST', '/api/upload/images', form())).json().imageUrls[0]
  const foreign = (await here.ask('foreigner', 'POST', '/api/upload/images', form())).json().imageUrls[0]
  expect((await save(here, { imageUrl: own })).imageUrl).toBe(own)
  for (const imageUrl of [foreign, 'https://elsewhere.test/a.png', '']) {
    const res = await here.ask('admin', 'POST', '/api/prompts/save', { ...NEW, imageUrl })
    expect([res.statusCode, res.json().message]).toEqual([400, 'imageUrl must be an image of POST /api/upload/images'])
  }
})

test('each user has a default, or that of the company, and a deleted prompt is no default', async () => {
  const here = await world()
  const [one, other] = [await save(here), await save(here, { title: 'Another' })]
  const choose = (id: string, of: 'user' | 'company', isDefault = true) =>
    here.ask('admin', 'PUT', `/api/prompts/${id}/default`, { of, isDefault })
  const defaults = async () =>
    (await here.ask('admin', 'GET', '/api/prompts'))
      .json()
      .filter(({ isDefault }: { isDefault: boolean }) => isDefault)
      .map(({ id }: { id: string }) => id)
  expect((await choose(one.id, 'company')).json()).toMatchObject({ isDefault: true, isCompanyDefault: true })
  expect((await choose(other.id, 'user')).json()).toMatchObject({ isDefault: true, isOwnDefault: true })
  expect(await defaults()).toEqual([other.id])
  const users = (await here.ask('admin', 'GET', '/api/users')).json()
  expect(users[0]).toMatchObject({ username: 'admin', defaultPromptId: other.id })
  // Of two tabs the second clears what is not chosen any more.
  await choose(one.id, 'user', false)
  expect(await defaults()).toEqual([other.id])
  await here.ask('admin', 'DELETE', `/api/prompts/${other.id}`)
  expect(await defaults()).toEqual([one.id])
  // A choice of a prompt that is not there, or not any more, counts for nothing.
  await here.ask('admin', 'PUT', '/api/users/1', { defaultPromptId: 'rec00000000000000' })
  expect(await defaults()).toEqual([one.id])
  expect((await here.ask('admin', 'GET', `/api/prompts/${one.id}`)).json()).toMatchObject({ isDefault: true })
  await choose(one.id, 'company', false)
  expect(await defaults()).toEqual([])
})

test("the machine's own viewer is no user and has no default", async () => {
  const operatorKey = newSecret()
  const here = await world({ app: { operatorKey } })
  const { id } = await save(here)
  const choose = (of: 'user' | 'company') =>
    here.app.inject({
      method: 'PUT',
      url: `/api/prompts/${id}/default`,
      headers: { authorization: `Bearer ${operatorKey}` },
      payload: { of, isDefault: true },
    })
  const own = await choose('user')
  expect([own.statusCode, own.json()]).toMatchObject([409, { error: 'no_user' }])
  expect((await choose('company')).json()).toMatchObject({ isDefault: true, isOwnDefault: false })
})

const shared = setUpSharedWorld()

test.each([
  ['no title', { prompt: 'x' }, 'Please enter a title for this prompt.'],
  ['a title of spaces', { ...NEW, title: '  ' }, 'Please enter a title for this prompt.'],
  ['no prompt', { title: 'x', prompt: ' \n' }, 'There is no prompt to save.'],
  ['a prompt of 100 kB', { ...NEW, prompt: 'x'.repeat(100_000) }, 'A prompt has at most 20,000 characters'],
  ['a company that is not there', { ...NEW, companyId: 77 }, 'There is no such company'],
])('%s is not kept', async (_, body, message) => {
  const here = await shared()
  const res = await here.ask('admin', 'POST', '/api/prompts/save', body)
  expect([res.statusCode, res.json().message]).toEqual([400, message])
  expect(await readTables(here.database, 'prompts')).toEqual({ prompts: [] })
})

test('a company takes its prompts along', async () => {
  const here = await world()
  const company = (await here.ask('admin', 'POST', '/api/companies', { name: 'Short-lived' })).json()
  const made = await save(here, { companyId: company.id })
  expect(made.companyName).toBe('Short-lived')
  expect(await titles(here, `?companyId=${company.id}`)).toEqual([NEW.title])
  expect((await here.ask('admin', 'DELETE', `/api/companies/${company.id}`)).statusCode).toBe(200)
  expect(await titles(here)).toEqual([])
})

test('a request that is repeated with its key saves once', async () => {
  const here = await world()
  const key = { 'idempotency-key': 'one' }
  const answers = await Promise.all([1, 2].map(() => here.ask('admin', 'POST', '/api/prompts/save', NEW, key)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201])
  expect(await titles(here)).toEqual([NEW.title])
  const other = await here.ask('admin', 'POST', '/api/prompts/save', { ...NEW, title: 'Another' }, key)
  expect([other.statusCode, other.json().error]).toEqual([422, 'key_reused'])
  const elsewhere = { ...NEW, companyId: 999 }
  expect(
    (await here.ask('admin', 'POST', '/api/prompts/save', elsewhere, { 'idempotency-key': 'two' })).statusCode,
  ).toBe(400)
})
