import { expect, test } from 'vitest'
import { askOpenai } from '../testing/ask.ts'
import { startOpenai } from '../testing/start-service.ts'
import { eventsOf } from './chat-answers.ts'
import { openaiErrors } from './openai-errors.ts'

const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const asking = (url: string, more: object = {}) => ({
  model: 'gpt-4o-mini',
  messages: [
    { role: 'system', content: 'You describe pictures.' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Describe it. Use a playful tone.' },
        { type: 'image_url', image_url: { url } },
      ],
    },
  ],
  max_completion_tokens: 800,
  ...more,
})

interface Chunk {
  choices: { delta: { content?: string | null; refusal?: string }; finish_reason: string | null }[]
  usage?: { total_tokens: number } | null
}

const chunks = async (answer: Response) => eventsOf(await answer.text()) as Chunk[]
const textOf = (events: Chunk[]) => events.map(({ choices: [choice] }) => choice?.delta.content ?? '').join('')

test('reads an image, and gives the same answer to the same question, whole or in chunks', async () => {
  const openai = await startOpenai()
  const whole = await askOpenai(openai, asking(pixel))
  const { choices, usage } = (await whole.json()) as {
    choices: { message: { content: string }; finish_reason: string }[]
    usage: { total_tokens: number }
  }
  expect(choices[0]).toMatchObject({ message: { content: expect.stringContaining('playful') }, finish_reason: 'stop' })
  const streamed = await askOpenai(openai, asking(pixel, { stream: true, stream_options: { include_usage: true } }))
  expect(streamed.headers.get('content-type')).toContain('text/event-stream')
  const events = await chunks(streamed)
  expect(textOf(events)).toBe(choices[0]?.message.content)
  expect(events.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: usage.total_tokens } })
  expect(openai.questions).toHaveLength(2)
  expect(openai.violations).toEqual([])
})

test('answers as configured: a refusal has no content, a long answer is cut off', async () => {
  const openai = await startOpenai()
  openai.say({ content: null, refusal: "I can't help with that." })
  openai.say({ content: 'A long', finishReason: 'length', chunkLength: 1 })
  const refused = await chunks(await askOpenai(openai, asking(pixel, { stream: true })))
  expect(refused.map(({ choices: [choice] }) => choice?.delta.refusal ?? '').join('')).toBe("I can't help with that.")
  const cut = await chunks(await askOpenai(openai, asking(pixel, { stream: true })))
  expect([textOf(cut), cut.length]).toEqual(['A long', 8])
  expect(cut.at(-1)?.choices[0]?.finish_reason).toBe('length')
  expect(openai.violations).toEqual([])
})

test.each([
  ['an address elsewhere', asking('https://files.example.test/x.png'), 'invalid_image_url'],
  ['a text as an image', asking(`data:image/png;base64,${btoa('hello')}`), 'invalid_image_format'],
  ['a model that is not there', asking(pixel, { model: 'gpt-nope' }), 'model_not_found'],
])('refuses %s', async (_, body, code) => {
  const openai = await startOpenai()
  expect(await (await askOpenai(openai, body)).json()).toMatchObject({ error: { code } })
  expect(openai.violations).toEqual([])
})

test('refuses a wrong key, and notes what is against the contract', async () => {
  const openai = await startOpenai()
  expect((await askOpenai(openai, asking(pixel), 'sk-wrong')).status).toBe(401)
  openai.faults.next(1, openaiErrors.rateLimit({ 'Retry-After': '20' }))
  const limited = await askOpenai(openai, asking(pixel))
  expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '20'])
  expect(openai.violations).toEqual([])
  expect((await askOpenai(openai, { model: 'gpt-4o-mini', messages: [] })).status).toBe(400)
  expect((await askOpenai(openai, asking('iVBORw0KGgo='))).status).toBe(400)
  const violation = { side: 'request', operation: 'createChatCompletion' }
  expect(openai.violations).toMatchObject([violation, violation])
})

test('plays a server that only speaks alike: no key, no usage, the old name of the limit', async () => {
  const openai = await startOpenai({ isRelative: true })
  expect((await askOpenai(openai, asking(pixel), '')).status).toBe(400)
  const { max_completion_tokens, ...body } = asking(pixel, { stream: true, stream_options: { include_usage: true } })
  const events = await chunks(await askOpenai(openai, { ...body, max_tokens: max_completion_tokens }, ''))
  expect(textOf(events)).toContain('playful')
  expect(events.some((event) => 'usage' in event)).toBe(false)
  expect(openai.violations).toEqual([])
})
