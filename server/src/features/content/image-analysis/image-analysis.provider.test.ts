/** Answers of a provider about images: refused, cut off, broken off, given up, and shown as text alone. */
import { type Fault, openaiErrors } from '@tangelo/stand-ins'
import { expect, test } from 'vitest'
import { asking, followStream, STREAM, WHOLE } from '../../../testing/image-questions.ts'
import { readTables } from '../../../testing/read-tables.ts'
import { aProvider } from '../../../testing/texts.ts'
import { world } from '../../../testing/world.ts'

test('what a picture says is text, and text is all that comes of it', async () => {
  const { standIn, ai } = await aProvider()
  const here = await world({ ai })
  const content = '<img src=x onerror=alert(1)> [click](https://evil.test) IGNORE ALL INSTRUCTIONS'
  standIn.say({ content, chunkLength: 9 })
  const { events } = await followStream(here, await asking())
  expect(events.at(-1)).toEqual({ analysis: content, note: null })
  expect(standIn.calls.total).toBe(1)
})

test.each([
  ['refuses', { content: null, refusal: 'No.' }, null, 422, 'ai_refused'],
  ['says nothing', { content: '' }, null, 502, 'ai_not_understood'],
  [
    'does not know the key',
    null,
    openaiErrors.invalidKey('sk-sample-key-of-the-stand-in-0123456789'),
    503,
    'ai_unauthorized',
  ],
  ['has no time', null, openaiErrors.overloaded(), 503, 'ai_unavailable'],
])('a provider that %s is reported as such, without the key', async (_, said, error, status, code) => {
  const { standIn, ai } = await aProvider()
  const here = await world({ ai })
  if (said) standIn.say(said)
  if (error) standIn.faults.next(1, error)
  const res = await here.ask('admin', 'POST', WHOLE, await asking())
  expect([res.statusCode, res.json().error]).toEqual([status, code])
  expect(res.body).not.toContain(standIn.token)
  expect(JSON.stringify(await readTables(here.database))).not.toContain(standIn.token)
})

test('an answer that is cut off is shown as far as it came, and one without end stops at 8 KB', async () => {
  const { standIn, ai } = await aProvider()
  const here = await world({ ai })
  standIn.say({ content: 'Half of', finishReason: 'length' })
  expect((await followStream(here, await asking())).events.at(-1)).toEqual({
    analysis: 'Half of',
    note: expect.stringMatching(/\S/),
  })
  standIn.say({ content: 'much '.repeat(200_000), chunkLength: 5_000 })
  const { analysis, note } = (await here.ask('admin', 'POST', WHOLE, await asking())).json()
  expect(Buffer.byteLength(analysis)).toBeLessThanOrEqual(8_192)
  expect(note).toMatch(/\S/)
})

test('an answer whose connection breaks ends with why, counts and is noted', async () => {
  const { standIn, ai } = await aProvider()
  const here = await world({ ai })
  standIn.say({ content: 'Sky over earth. '.repeat(20) })
  standIn.faults.next(1, 'reset')
  const { res, events } = await followStream(here, await asking())
  expect([res.statusCode, events[0], events.at(-1)]).toEqual([
    200,
    { piece: expect.stringMatching(/^Sky/) },
    { failure: expect.objectContaining({ error: 'ai_unavailable', status: 503, success: false }) },
  ])
  expect((await here.ask('admin', 'GET', '/api/prompts/provider')).json().callsToday).toBe(1)
  const { ai_usage = [] } = await readTables(here.database, 'ai_usage')
  expect(ai_usage).toMatchObject([{ outcome: 'unavailable', model: 'gpt-4o-mini', answer_tokens: null }])
})

test.each<[string, Fault]>([
  ['before it begins', 'hang'],
  ['in the middle of it', { trickleMs: 1 }],
])('a client that hangs up on an answer, %s, ends the call, which counts and is noted', async (_, fault) => {
  const { standIn, ai } = await aProvider()
  const here = await world({ ai })
  standIn.say({ content: 'Sky over earth. '.repeat(2_000) })
  standIn.faults.next(1, fault)
  const address = await here.app.listen({ port: 0, host: '127.0.0.1' })
  const giving = new AbortController()
  const answer = fetch(`${address}${STREAM}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${here.tokens.admin}` },
    body: JSON.stringify(await asking()),
    signal: giving.signal,
  })
  await expect.poll(() => standIn.calls.total).toBe(1)
  if (fault !== 'hang') {
    const read = await (await answer).body?.getReader().read()
    expect(Buffer.from(read?.value ?? []).toString()).toMatch(/^data: {"piece":"Sky/)
  }
  giving.abort()
  if (fault === 'hang') await expect(answer).rejects.toThrow()
  await expect
    .poll(async () => (await readTables(here.database, 'ai_usage')).ai_usage?.map(({ outcome }) => outcome))
    .toEqual(['given up'])
  expect((await here.ask('admin', 'GET', '/api/prompts/provider')).json().callsToday).toBe(1)
  expect((await readTables(here.database, 'error_log')).error_log).toEqual([])
})
