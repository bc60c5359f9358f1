import { readFileSync } from 'node:fs'
import { type Fault, type OpenaiOptions, openaiErrors, openaiStandIn } from '@tangelo/stand-ins'
import { describe, expect, test } from 'vitest'
import { aiSuite, anAnalysis, anySignal, failureOf, partsOf } from '../../testing/ai-suite.ts'
import { forOneTest } from '../../testing/instagram-suite.ts'
import { openaiCompatible } from './openai-compatible.ts'

const clock = { now: () => Date.parse('2026-11-21T12:00:00Z') }

async function startOpenai({
  wholeMs,
  key,
  model,
  ...options
}: OpenaiOptions & Partial<Parameters<typeof openaiCompatible>[0]> = {}) {
  const standIn = await forOneTest(openaiStandIn({ clock, ...options }).start())
  const ai = openaiCompatible({
    url: `${standIn.url}/v1`,
    key: key === undefined ? standIn.token : key,
    model: model ?? standIn.model,
    clock,
    ...(wholeMs && { wholeMs }),
  })
  return { standIn, ai }
}

const prompting = { companyName: 'Northlane', industry: 'bicycles', templatePrompt: null }

interface Sample {
  name: string
  operation: string
  part: 'request' | 'response' | 'error'
  status: number
  body: { choices?: [{ message: { content: string | null } }] }
}

const { samples } = JSON.parse(
  readFileSync(new URL('../../../../stand-ins/contracts/openai/samples.json', import.meta.url), 'utf8'),
) as { samples: Sample[] }
const ofChat = samples.filter(({ operation }) => operation === 'createChatCompletion')

describe('OpenAI', () => {
  aiSuite(async () => (await startOpenai()).ai)
})

describe('a server that only speaks alike', () => {
  aiSuite(async () => (await startOpenai({ isRelative: true, key: null })).ai)
})

test('sends the image as an address of its real type, with the prompt as it is, and shows every chunk as it comes', async () => {
  const { standIn, ai } = await startOpenai()
  standIn.say({ content: 'A 🍊 on a table.', chunkLength: 4 })
  const { chunks, uses } = await partsOf(ai.analyse(await anAnalysis(), anySignal))
  expect(chunks).toEqual(['A 🍊 ', 'on a', ' tab', 'le.'])
  expect(uses).toEqual([{ model: 'gpt-4o-mini', promptTokens: expect.any(Number), answerTokens: 4 }])
  const [question] = standIn.questions
  expect(question?.messages.at(-1)?.content).toEqual([
    { type: 'text', text: 'What is in it? Use a playful tone.' },
    { type: 'image_url', image_url: { url: expect.stringMatching(/^data:image\/jpeg;base64,\/9j\//) } },
  ])
  expect(standIn.violations).toEqual([])
})

test('the first chunk is there long before the last', async () => {
  const { standIn, ai } = await startOpenai()
  standIn.faults.next(1, { trickleMs: 0 })
  const parts = ai.analyse(await anAnalysis(), anySignal)
  const { value } = await parts.next()
  expect(value).toMatchObject({ text: expect.stringMatching(/^A picture/) })
  await parts.return()
  expect(standIn.violations).toEqual([])
})

test.each(ofChat.filter(({ part }) => part === 'response'))(
  'answers of the contract are read: $name',
  async ({ body, status, name }) => {
    const { standIn, ai } = await startOpenai()
    standIn.faults.next(1, { status, body })
    const { text, failure } = await partsOf(ai.analyse(await anAnalysis(), anySignal))
    expect(text).toBe(body.choices?.[0].message.content ?? '')
    expect(failure).toEqual(
      name === 'answer' ? null : expect.objectContaining({ kind: name === 'cut off' ? 'cut_off' : 'refused' }),
    )
  },
)

const KINDS: Record<string, [string, string]> = {
  '400 invalid_image_format': ['not_accepted', 'does not take this image'],
  '400 context_length_exceeded': ['not_accepted', 'too long'],
  '401 invalid_api_key': ['unauthorized', 'OPENAI_API_KEY'],
  '403 model_not_found': ['unauthorized', 'OPENAI_MODEL'],
  '404 model_not_found': ['unauthorized', 'OPENAI_MODEL'],
  '429 rate_limit_exceeded': ['limited', 'reached its rate limit'],
  '429 insufficient_quota': ['no_quota', 'used up'],
  '500 server_error': ['unavailable', 'status 500'],
  '503 server_error': ['unavailable', 'status 503'],
}
test.each(ofChat.filter(({ part }) => part === 'error'))(
  'errors of the contract have a name: $name',
  async ({ body, status, name }) => {
    const { standIn, ai } = await startOpenai()
    standIn.faults.next(1, { status, body })
    const { kind, message } = await failureOf(ai.generatePrompt(prompting, anySignal))
    expect([kind, message]).toEqual([KINDS[name]?.[0], expect.stringContaining(KINDS[name]?.[1] ?? 'no such row')])
  },
)

test.each<[string, Fault, string, string]>([
  ['a page for people', 'html', 'not_understood', ''],
  ['half of a stream', 'truncated', 'cut_off', 'A picture'],
  ['a connection that breaks', 'reset', 'unavailable', 'A picture'],
  ['50 MB', 'huge', '', 'A picture'],
  ['a stream without a chunk', 'emptyList', 'not_understood', ''],
  ['nothing', 'hang', 'unavailable', ''],
])('a broken answer has a name, and what came is kept: %s', async (_, fault, kind, begins) => {
  const { standIn, ai } = await startOpenai(fault === 'hang' ? { wholeMs: 200 } : {})
  standIn.faults.next(1, fault)
  const { text, failure } = await partsOf(ai.analyse(await anAnalysis(), anySignal))
  expect(text.startsWith(begins)).toBe(true)
  expect(failure).toEqual(kind === '' ? null : expect.objectContaining({ name: 'AiFailure', kind }))
})

const UNKNOWN_USE = { model: 'gpt-4o-mini', promptTokens: null, answerTokens: null }

test.each<[string, Fault, number | undefined]>([
  ['breaks', 'reset', undefined],
  ['stands still', { trickleMs: 60_000 }, 500],
  ['is far too long', { status: 200, body: { filling: 'x'.repeat(9 * 1024 * 1024) } }, undefined],
])('an answer that began and then %s was not for nothing; one that never began was', async (_, fault, wholeMs) => {
  const { standIn, ai } = await startOpenai(wholeMs ? { wholeMs } : {})
  standIn.faults.next(1, fault)
  expect((await failureOf(ai.generatePrompt(prompting, anySignal))).use).toEqual(UNKNOWN_USE)
  standIn.faults.next(1, openaiErrors.overloaded())
  expect((await failureOf(ai.generatePrompt(prompting, anySignal))).use).toBeNull()
})

test('a fault in the middle of a response does not make it free', async () => {
  const { standIn, ai } = await startOpenai()
  const body = 'data: {"choices":[{"delta":{"content":"Sky"}}]}\n\ndata: {"error":{"message":"overloaded"}}\n\n'
  standIn.faults.next(1, { status: 200, headers: { 'Content-Type': 'text/event-stream' }, body })
  const { text, failure } = await partsOf(ai.analyse(await anAnalysis(), anySignal))
  expect([text, failure]).toEqual(['Sky', expect.objectContaining({ kind: 'unavailable', use: UNKNOWN_USE })])
})

test("a model's refusal is returned in its own words, as text", async () => {
  const { standIn, ai } = await startOpenai()
  standIn.say({ content: null, refusal: 'I can’t help\nwith <b>that</b>.' })
  standIn.say({ content: 'A', finishReason: 'content_filter' })
  expect(await failureOf(ai.generatePrompt(prompting, anySignal))).toMatchObject({
    kind: 'refused',
    message: expect.stringMatching(/declines: I can’t help with <b>that<\/b>\.$/),
    use: { answerTokens: expect.any(Number) },
  })
  expect((await failureOf(ai.generatePrompt(prompting, anySignal))).kind).toBe('refused')
})

test('an answer of a megabyte ends after 8 KB, between two characters', async () => {
  const { standIn, ai } = await startOpenai()
  standIn.say({ content: `ab${'🍊'.repeat(250_000)}`, chunkLength: 1_000 })
  const { kind, text } = await failureOf(ai.generatePrompt(prompting, anySignal))
  expect([kind, Buffer.byteLength(text), text.includes('�')]).toEqual(['cut_off', 8_190, false])
})

test('Retry-After is used, and no call is repeated', async () => {
  const { standIn, ai } = await startOpenai()
  standIn.faults.always(openaiErrors.rateLimit({ 'Retry-After': '20' }))
  expect((await failureOf(ai.generatePrompt(prompting, anySignal))).retryAt).toBe(clock.now() + 20_000)
  standIn.faults.always(openaiErrors.overloaded())
  await failureOf(ai.generatePrompt(prompting, anySignal))
  expect(standIn.calls.total).toBe(2)
})

test('giving up closes the connection', async () => {
  const { standIn, ai } = await startOpenai()
  standIn.faults.next(1, 'hang')
  const ending = new AbortController()
  const parts = partsOf(ai.analyse(await anAnalysis(), ending.signal))
  await expect.poll(() => standIn.calls.total).toBe(1)
  ending.abort(new Error('given up'))
  expect((await parts).failure).toEqual(new Error('given up'))
})

test('the key stands in no failure, not even where the vendor repeats it', async () => {
  const { standIn, ai } = await startOpenai({ key: 'sk-wrong-key-0123456789' })
  standIn.faults.next(1, {
    status: 400,
    body: { error: { message: 'sk-wrong-key-0123456789 and sk-wr***6789', code: null } },
  })
  const failures = [await failureOf(ai.generatePrompt(prompting, anySignal)), await failureOf(ai.test(anySignal))]
  for (const { message, stack } of failures) expect(`${message} ${stack}`).not.toMatch(/sk-w|6789/)
  expect(failures.map(({ kind }) => kind)).toEqual(['not_accepted', 'unauthorized'])
})

test('a test distinguishes a missing model from an unreachable server', async () => {
  const { ai, standIn } = await startOpenai({ model: 'llava' })
  expect((await failureOf(ai.test(anySignal))).message).toContain('has no model “llava”')
  await standIn.end()
  expect((await failureOf(ai.test(anySignal))).kind).toBe('unavailable')
})

test('no redirect is followed with the key and the image', async () => {
  const { standIn, ai } = await startOpenai()
  const elsewhere = await startOpenai()
  standIn.faults.next(1, { status: 307, headers: { Location: `${elsewhere.standIn.url}/v1/chat/completions` } })
  expect((await failureOf(ai.generatePrompt(prompting, anySignal))).kind).toBe('unavailable')
  expect(elsewhere.standIn.calls.total).toBe(0)
})

test('reading ends where an answer is much too long, also without chunks', async () => {
  const { standIn, ai } = await startOpenai()
  standIn.faults.next(1, { status: 200, body: { filling: 'x'.repeat(9 * 1024 * 1024) } })
  expect(await failureOf(ai.generatePrompt(prompting, anySignal))).toMatchObject({
    kind: 'not_understood',
    message: expect.stringContaining('far more than an answer'),
  })
})
