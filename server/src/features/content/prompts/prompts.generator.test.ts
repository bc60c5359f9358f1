/** The generator of prompts over HTTP: what it takes, and how many texts a day has. */
import { openaiErrors } from '@tangelo/stand-ins'
import { expect, test } from 'vitest'
import { readTables } from '../../../testing/read-tables.ts'
import { aProvider } from '../../../testing/texts.ts'
import { setUpSharedWorld, world } from '../../../testing/world.ts'

const ABOUT = { companyName: 'Northlane', industry: 'bicycles' }

const shared = setUpSharedWorld()

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

test('a pause that a provider names with a fraction of a millisecond ends at the next one, and is shown', async () => {
  const { standIn, ai } = await aProvider()
  const { ask, clock } = await world({ ai })
  standIn.faults.next(1, openaiErrors.rateLimit({ 'Retry-After': '20.0625' }))
  expect((await ask('admin', 'POST', '/api/prompts/generate', ABOUT)).statusCode).toBe(429)
  const shown = await ask('admin', 'GET', '/api/connections')
  expect(shown.statusCode, shown.body).toBe(200)
  const pausedUntil = new Date(clock.now() + 20_063).toISOString()
  expect(shown.json()).toContainEqual(expect.objectContaining({ name: 'openai', pausedUntil }))
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
  const { ai_usage = [] } = await readTables(database, 'ai_usage')
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
