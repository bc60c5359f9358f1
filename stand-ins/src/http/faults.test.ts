/** Faults of a stand-in: which calls fail, and for how long. */
import { expect, test } from 'vitest'
import { graphErrors } from '../graph/graph-errors.ts'
import { askApify, askGraph } from '../testing/ask.ts'
import { beginning, startApify, startGraph } from '../testing/start-service.ts'
import { instagramWorld } from '../world/instagram-world.ts'
import { faultBook } from './faults.ts'

test('the next calls fail as configured, in order, and later ones succeed', async () => {
  const graph = await startGraph()
  graph.faults.next(2, graphErrors.userLimit())
  graph.faults.next(1, { status: 503, body: 'busy', headers: { 'Retry-After': '7' } })
  const answers: Response[] = []
  for (let call = 0; call < 4; call += 1) answers.push(await askGraph(graph, 'restless'))
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 503, 200])
  expect(answers[2]?.headers.get('Retry-After')).toBe('7')
  expect(await answers[0]?.json()).toMatchObject({ error: { code: 17 } })
  expect(graph.violations).toEqual([])
})

test('a fault can hold for ever, or until a time', async () => {
  const graph = await startGraph()
  graph.faults.always(graphErrors.tokenExpired())
  expect([(await askGraph(graph, 'a')).status, (await askGraph(graph, 'a')).status]).toEqual([400, 400])
  graph.faults.always(graphErrors.temporary(), { until: beginning + 1000 })
  expect((await askGraph(graph, 'a')).status).toBe(500)
  graph.moveTime(1000)
  expect((await askGraph(graph, 'a')).status).toBe(200)
})

test('a fault can be for some names', async () => {
  const graph = await startGraph()
  graph.faults.forNames(['Restless'], graphErrors.temporary())
  expect((await askGraph(graph, 'restless')).status).toBe(500)
  expect((await askGraph(graph, 'bursting')).status).toBe(200)
  graph.faults.clear()
  expect((await askGraph(graph, 'restless')).status).toBe(200)
})

test('a share of the calls is about that share, and the same one each time', () => {
  const picks = (seed: number) => {
    const book = faultBook()
    book.share(0.05, 'hang', seed)
    return Array.from({ length: 10_000 }, () => book.pick(['a'], 0) !== undefined)
  }
  expect(picks(3).filter(Boolean).length).toBeGreaterThan(400)
  expect(picks(3).filter(Boolean).length).toBeLessThan(600)
  expect(picks(3)).toEqual(picks(3))
  expect(picks(3)).not.toEqual(picks(4))
})

test('of several faults the one by name comes first, then the counted ones, then the share', () => {
  const book = faultBook()
  book.always('html')
  book.share(1, 'reset', 1)
  book.next(1, 'hang')
  book.forNames(['a'], 'huge')
  const order = [book.pick(['a'], 0), book.pick(['b'], 0), book.pick(['b'], 0)].map((picked) => picked?.fault)
  book.share(0, 'reset', 1)
  expect([...order, book.pick(['b'], 0)?.fault]).toEqual(['huge', 'hang', 'reset', 'html'])
})

test('an error item is for its names alone', async () => {
  const [graph, apify] = [await startGraph(), await startApify()]
  graph.faults.forNames(['restless'], { errorItem: 'not_found' })
  apify.faults.forNames(['restless'], { errorItem: 'no_items' })
  expect(await (await askGraph(graph, 'restless')).json()).toMatchObject({ error: { code: 110 } })
  const items = await (await askApify(apify, { usernames: ['restless', 'bursting'] })).json()
  expect(items).toHaveLength(2)
  expect(items).toContainEqual(expect.objectContaining({ error: 'no_items' }))
  expect(items).toContainEqual(expect.objectContaining({ username: 'bursting' }))
  expect([graph.violations, apify.violations]).toEqual([[], []])
})

test('a share of error items is a share of the names', async () => {
  const apify = await startApify()
  apify.faults.share(0.3, { errorItem: 'not_found' }, 5)
  const usernames = Array.from({ length: 200 }, (_, place) => `person_${place}`)
  const items = (await (await askApify(apify, { usernames })).json()) as object[]
  const failed = items.filter((item) => 'error' in item).length
  expect(failed).toBeGreaterThan(30)
  expect(failed).toBeLessThan(90)
})

test('late answers are right ones; a refused request uses no fault up', async () => {
  const graph = await startGraph({ latencyMs: 1 })
  graph.faults.next(1, { delayMs: 1 })
  expect((await askGraph(graph, 'restless', { fields: 'nonsense' })).status).toBe(400)
  expect((await askGraph(graph, 'restless')).status).toBe(200)
})

test('an answer of their own that breaks the contract is noted', async () => {
  // As a careless test would give it, past the types.
  const accounts = JSON.parse('{"broken": {"website": 5, "daysPerPost": 3}}') as Record<string, object>
  const world = instagramWorld({ seed: 7, now: beginning, accounts })
  const [graph, apify] = [await startGraph({ world }), await startApify({ world })]
  await askGraph(graph, 'broken')
  await askApify(apify, { usernames: ['broken'] })
  expect(graph.violations).toMatchObject([{ side: 'answer', operation: 'readObject' }])
  expect(apify.violations).toMatchObject([{ side: 'answer', problems: expect.arrayContaining([expect.any(String)]) }])
  expect(JSON.stringify(graph.violations)).toContain('website')
  expect(JSON.stringify(apify.violations)).toContain('externalUrl')
})
