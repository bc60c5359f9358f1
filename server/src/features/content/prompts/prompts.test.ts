/** The library and the generator over HTTP. Image analyses have their own tests. */
import { openaiErrors } from '@tangelo/stand-ins'
import { expect, test } from 'vitest'
import { newSecret } from '#platform/secrets.ts'
import { aPixel } from '../../../testing/reels.ts'
import { stored } from '../../../testing/stored.ts'
import { aProvider } from '../../../testing/texts.ts'
import { formWith, sharedWorld, type World, world } from '../../../testing/world.ts'
import { BEGINNING, promptsView, promptTitles } from './prompts.view.ts'

const NEW = { title: 'Product on a table', prompt: 'Say what is on the table. {{mood}}' }
const ABOUT = { companyName: 'Northlane', industry: 'bicycles' }

const save = async ({ ask }: World, more: object = {}) =>
  (await ask('admin', 'POST', '/api/prompts/save', { ...NEW, ...more })).json()
const titles = async ({ ask }: World, query = '') =>
  (await ask('admin', 'GET', `/api/prompts${query}`)).json().map(({ title }: { title: string }) => title)

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
  const { audit_entries = [] } = await stored(here.database, 'audit_entries')
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
  const { audit_entries = [] } = await stored(here.database, 'audit_entries')
  const count = (act: string) => audit_entries.filter((entry) => entry.act === act).length
  expect(['prompt.changed', 'prompt.made-default', 'prompt.deleted'].map(count)).toEqual([20, 10, 10])
})

test('titles to choose from come page by page, and the texts are not read for them', async () => {
  const here = await world()
  for (const title of ['Table one', 'Elsewhere', 'Table two']) {
    await save(here, { title, prompt: 'x'.repeat(20_000) })
    here.clock.moveBy(1)
  }
  const first = await here.ask('admin', 'GET', '/api/airtable/prompts?q=table&limit=1')
  expect(first.json()).toEqual([{ id: expect.any(String), title: 'Table two', companyName: 'Citrus Studio' }])
  const next = String(first.headers.link).match(/<([^>]+)>/)?.[1] ?? ''
  const last = await here.ask('admin', 'GET', next)
  expect([last.headers.link, last.json()]).toEqual([undefined, [expect.objectContaining({ title: 'Table one' })]])
  const rows = await promptsView(here.database).page({ companyId: 1, after: BEGINNING, limit: 3 }, promptTitles)
  expect(JSON.stringify(rows).length).toBeLessThan(1_000)
})

test('is searched without regard to case, in titles and texts, page by page, newest first', async () => {
  const here = await world()
  const row = { company_id: 1, image_url: null }
  await here.database.queries
    .insertInto('prompts')
    .values(
      Array.from({ length: 1_203 }, (_, at) => {
        const title = at % 400 === 0 ? `Größe ${at}` : `Prompt ${at}`
        const id = `rec${String(at).padStart(14, '0')}`
        return { ...row, id, title, prompt: 'Text', search_text: `${title}\ntext`.toLowerCase(), created_at: at }
      }),
    )
    .execute()
  const first = await here.ask('admin', 'GET', '/api/prompts?limit=2')
  expect([first.headers['x-total-count'], first.json().map(({ title }: { title: string }) => title)]).toEqual([
    '1203',
    ['Prompt 1202', 'Prompt 1201'],
  ])
  const found = await here.ask('admin', 'GET', `/api/prompts?limit=3&q=${encodeURIComponent('GRÖßE')}`)
  expect(found.json().map(({ title }: { title: string }) => title)).toEqual(['Größe 1200', 'Größe 800', 'Größe 400'])
  const next = String(found.headers.link).match(/<([^>]+)>/)?.[1] ?? ''
  const last = await here.ask('admin', 'GET', next)
  expect([last.headers.link, last.json().map(({ title }: { title: string }) => title)]).toEqual([
    undefined,
    ['Größe 0'],
  ])
})

test('a search finds each prompt once, in order, also where it goes on after two thousand', async () => {
  const here = await world()
  const COUNT = 4_100
  const places = [1, 1_999, 2_000, 2_001, 2_002, 4_000, 4_001, COUNT]
  const row = { company_id: 1, prompt: 'Text', image_url: null }
  await here.database.queries
    .insertInto('prompts')
    .values(
      Array.from({ length: COUNT }, (_, at) => {
        const place = at + 1
        const title = places.includes(place) ? `Found ${place}` : `Prompt ${place}`
        // Several of one moment: then the id decides.
        const [age, id] = [COUNT - place, `rec${String(COUNT - place).padStart(14, '0')}`]
        return { ...row, id, title, search_text: title.toLowerCase(), created_at: Math.floor(age / 7) }
      }),
    )
    .execute()
  const expected = places.map((place) => `Found ${place}`)
  expect(await titles(here, '?q=found')).toEqual(expected)
  const paged: string[] = []
  let next: string | undefined = '/api/prompts?q=found&limit=3'
  while (next) {
    const res = await here.ask('admin', 'GET', next)
    paged.push(...res.json().map(({ title }: { title: string }) => title))
    next = String(res.headers.link).match(/<([^>]+)>/)?.[1]
  }
  expect(paged).toEqual(expected)
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

const shared = sharedWorld()

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
  expect(await stored(here.database, 'prompts')).toEqual({ prompts: [] })
})

test.each([
  ['no company', { industry: 'bicycles' }, 'Please enter both company name and industry.'],
  ['a company of spaces', { companyName: ' ', industry: 'bicycles' }, 'Please enter both company name and industry.'],
  [
    'a template of 100 kB',
    { ...ABOUT, templatePrompt: 'x'.repeat(100_000) },
    'A template has at most 20,000 characters',
  ],
])('%s makes no prompt', async (_, body, message) => {
  const res = await (await shared()).ask('admin', 'POST', '/api/prompts/generate', body)
  expect([res.statusCode, res.json().message]).toEqual([400, message])
})

test('a template is filled; unknown names stay, and so do unclosed braces', async () => {
  const templatePrompt = 'For {{companyName}}: {{mood}}, {{industry}}, {{companyName'
  const { ask } = await world()
  expect((await ask('admin', 'POST', '/api/prompts/generate', { ...ABOUT, templatePrompt })).json()).toEqual({
    prompt: 'For Northlane: {{mood}}, bicycles, {{companyName',
    note: null,
  })
})

test('a day has so many texts; what failed for nothing is not counted, and tomorrow there are new ones', async () => {
  const { standIn, ai } = await aProvider()
  const { ask, clock, database } = await world({ ai, aiCallsPerDay: 2 })
  const generate = () => ask('admin', 'POST', '/api/prompts/generate', ABOUT)
  standIn.faults.next(1, openaiErrors.rateLimit({ 'Retry-After': '20' }))
  const limited = await generate()
  expect([limited.statusCode, limited.json().error, limited.headers['retry-after']]).toEqual([429, 'ai_limited', '20'])
  clock.moveBy(20_000)
  standIn.say({ content: 'Half of it', finishReason: 'length' })
  expect((await generate()).json()).toEqual({ prompt: 'Half of it', note: expect.stringMatching(/\S/) })
  expect((await generate()).statusCode).toBe(200)
  expect((await generate()).json()).toMatchObject({
    error: 'quota_reached',
    message: 'Your company has asked for 2 texts today, which is all it may. Try again tomorrow.',
    retryAfterSeconds: 15 * 3_600 - 20,
  })
  const provider = (await ask('admin', 'GET', '/api/prompts/provider')).json()
  expect(provider).toMatchObject({ isBuiltIn: false, model: 'gpt-4o-mini', callsToday: 2, callsPerDay: 2 })
  const { ai_usage = [] } = await stored(database, 'ai_usage')
  expect(ai_usage.map(({ kind, outcome }) => [kind, outcome])).toEqual([
    ['prompt', 'cut_off'],
    ['prompt', 'answered'],
  ])
  const tokens = ai_usage.reduce((sum, row) => sum + Number(row.prompt_tokens) + Number(row.answer_tokens), 0)
  expect(provider.tokensToday).toBe(tokens)
  clock.moveBy(16 * 3_600_000)
  expect((await generate()).statusCode).toBe(200)
})

test('of many at once none is one too many', async () => {
  const { ask } = await world({ aiCallsPerDay: 3 })
  const all = await Promise.all(Array.from({ length: 6 }, () => ask('admin', 'POST', '/api/prompts/generate', ABOUT)))
  expect(all.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 200, 429, 429, 429])
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
