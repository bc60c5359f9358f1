/** Answers that are faults: hung, reset, trickling, huge, empty, or not what they say they are. */
import { expect, test } from 'vitest'
import { askApify, askGraph } from '../testing/ask.ts'
import { startApify, startGraph } from '../testing/start-service.ts'

const short = { fields: 'followers_count' }

test('a call left hanging hears nothing until the end', async () => {
  const graph = await startGraph()
  graph.faults.next(2, 'hang')
  const asked = ['restless', 'bursting'].map((name) => expect(askGraph(graph, name)).rejects.toThrow('fetch failed'))
  await expect.poll(() => graph.calls.byStatus()).toEqual({ 0: 2 })
  expect(graph.calls.mostAtOnce).toBe(2)
  await graph.end()
  await Promise.all(asked)
})

test('an answer that is held comes when it is released, and the call is in the log before', async () => {
  const graph = await startGraph()
  graph.faults.next(1, 'held')
  let hasCome = false
  const answer = askGraph(graph, 'restless').finally(() => {
    hasCome = true
  })
  await expect.poll(() => graph.calls.timesAsked('restless')).toBe(1)
  await askGraph(graph, 'bursting')
  expect(hasCome).toBe(false)
  graph.faults.release()
  expect((await answer).status).toBe(200)
})

test('a reset comes after the head of an answer', async () => {
  const graph = await startGraph()
  graph.faults.next(1, 'reset')
  const answer = await askGraph(graph, 'restless')
  expect(answer.status).toBe(200)
  await expect(answer.text()).rejects.toThrow()
})

test('a trickling answer is the right one, in many chunks', async () => {
  const graph = await startGraph()
  const right = await (await askGraph(graph, 'restless', short)).json()
  graph.faults.next(1, { trickleMs: 0 })
  const { body } = await askGraph(graph, 'restless', short)
  const chunks: Uint8Array[] = []
  for await (const chunk of body ?? []) chunks.push(chunk)
  expect(chunks.length).toBeGreaterThan(1)
  expect(JSON.parse(Buffer.concat(chunks).toString())).toEqual(right)
})

test('a trickle of its own pace begins, and ends with the stand-in', async () => {
  const graph = await startGraph()
  graph.faults.next(1, 'trickle')
  const answer = await askGraph(graph, 'restless', short)
  expect(answer.status).toBe(200)
  await graph.end()
  await expect(answer.text()).rejects.toThrow()
  expect(graph.violations).toEqual([])
})

test('a page for people comes with status 200', async () => {
  const graph = await startGraph()
  graph.faults.next(1, 'html')
  const answer = await askGraph(graph, 'restless')
  expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(await answer.text()).toContain('<!DOCTYPE html>')
})

test('a huge answer has fifty megabytes and still looks like one', async () => {
  const graph = await startGraph()
  graph.faults.next(1, 'huge')
  const text = await (await askGraph(graph, 'restless', short)).text()
  expect(text.length).toBeGreaterThan(50 * 1024 * 1024)
  expect(Object.keys(JSON.parse(text))).toEqual(['business_discovery', 'id', 'filling'])
})

test('a huge answer that the client does not read to its end leaves nothing behind', async () => {
  const graph = await startGraph()
  graph.faults.next(1, 'huge')
  const answer = await askGraph(graph, 'restless', short)
  await answer.body?.cancel()
  expect((await askGraph(graph, 'restless')).status).toBe(200)
  expect(graph.violations).toEqual([])
})

test('an empty list is a good answer with nothing in it', async () => {
  const [graph, apify] = [await startGraph(), await startApify()]
  graph.faults.next(1, 'emptyList')
  apify.faults.next(1, 'emptyList')
  const { business_discovery } = (await (await askGraph(graph, 'restless')).json()) as { business_discovery: object }
  expect(business_discovery).toMatchObject({ username: 'restless', media: { data: [] } })
  const list = await askApify(apify, { usernames: ['restless'] })
  expect([list.status, await list.json()]).toEqual([201, []])
})

test('wrong types are words for numbers', async () => {
  const [graph, apify] = [await startGraph(), await startApify()]
  graph.faults.next(1, 'wrongTypes')
  apify.faults.next(1, 'wrongTypes')
  expect(await (await askGraph(graph, 'restless', short)).json()).toMatchObject({
    business_discovery: { followers_count: 'many' },
  })
  expect(await (await askApify(apify, { usernames: ['restless'] })).json()).toMatchObject([{ followersCount: 'many' }])
})

test('a truncated answer is complete as HTTP and broken as JSON', async () => {
  const graph = await startGraph()
  graph.faults.next(1, 'truncated')
  const answer = await askGraph(graph, 'restless')
  await expect(answer.json()).rejects.toThrow(SyntaxError)
})
