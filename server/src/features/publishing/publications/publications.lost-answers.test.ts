/** Publications whose answers are lost: what may be live is looked up, and decided by a person where that does not tell. */
import { publishingErrors } from '@tangelo/stand-ins'
import { expect, test } from 'vitest'
import { OWN, publishing } from '#testing/publishing.ts'
import { expectOnce, isOver } from '../../../testing/published-once.ts'

test.each(['createContainer', 'readNode', 'publishingLimit', 'listMedia', 'publish'])(
  'an answer of %s that is lost although it was done loses and doubles nothing',
  async (operation) => {
    const here = await publishing()
    here.stand.faults.next(1, 'drop', { of: operation })
    const { id } = await here.queueOrThrow(await here.aPost())
    expect(await here.comesTo(id, isOver)).toMatchObject({ state: 'published', mediaId: expect.any(String) })
    expectOnce(here, 1)
  },
)

test.each([
  ['a page of a front end', publishingErrors.gateway(502)],
  ['a fault at the service', publishingErrors.serverFault()],
  ['taken for spam', publishingErrors.takenForSpam()],
  ['an unknown error', publishingErrors.unknown()],
])(
  'an order that is answered with %s although the post is live is looked up, and not sent again',
  async (_, { status, body, headers }) => {
    const here = await publishing()
    here.stand.faults.next(1, { actsThen: { status, body, ...(headers && { headers }) } }, { of: 'publish' })
    const { id } = await here.queueOrThrow(await here.aPost())
    expect(await here.becomes(id, 'published')).toMatchObject({ mediaId: expect.any(String) })
    expectOnce(here, 1)
  },
)

test('an order whose post cannot be found is unclear, reported, and decided by a person', async () => {
  const here = await publishing()
  // Neither done nor answered.
  here.stand.faults.next(1, { status: 502, body: '<html></html>' }, { of: 'publish' })
  const itemId = await here.aPost()
  const { id } = await here.queueOrThrow(itemId)
  const unclear = await here.becomes(id, 'unclear')
  expect(unclear).toMatchObject({ waitsFor: 'person', candidates: [], mediaId: null })
  expect(unclear.steps.filter(({ title }) => title === 'Looked').length).toBeGreaterThan(2)
  expect((await here.queue(itemId)).json()).toMatchObject({ error: 'already_queued' })
  expect(
    (await here.ask('foreigner', 'POST', `/api/publications/${id}/decision`, { published: false })).statusCode,
  ).toBe(404)
  const decided = await here.ask('pro', 'POST', `/api/publications/${id}/decision`, { published: false })
  expect(decided.json()).toMatchObject({
    state: 'failed',
    sentence: 'pro looked and it is not live. Plan it again when you like.',
  })
  const again = await here.queueOrThrow(itemId)
  await here.becomes(again.id, 'published')
  expectOnce(here, 1)
})

test('two posts that fit are for a person, who says which one it is', async () => {
  const here = await publishing()
  here.stand.faults.next(1, 'drop', { of: 'publish' })
  here.stand.faults.next(1, { status: 500, body: {} }, { of: 'listMedia' })
  const { id } = await here.queueOrThrow(await here.aPost({ caption: 'Twice' }), {
    at: new Date(here.clock.now() + 3_600_000).toISOString(),
  })
  here.clock.moveBy(3_600_000)
  await here.comesTo(
    id,
    ({ state, steps }) =>
      state === 'unclear' || steps.some(({ title }) => title === 'The answer was lost') || state === 'published',
  )
  const seen = await here.read(id)
  if (seen.state === 'publishing') here.stand.postByHand(OWN, { caption: 'Twice' })
  const over = await here.comesTo(id, isOver)
  if (over.state === 'unclear') {
    expect(over.candidates).toHaveLength(2)
    const [, first] = over.candidates
    const decision = { published: true, mediaId: first?.mediaId }
    const decided = await here.ask('pro', 'POST', `/api/publications/${id}/decision`, decision)
    expect(decided.json()).toMatchObject({ state: 'published', mediaId: first?.mediaId, permalink: first?.permalink })
  }
  expect(here.stand.duplicates()).toEqual([])
})

test('posts that waited for the lost answer of another one follow it at once, one after the other', async () => {
  const here = await publishing()
  here.stand.faults.next(1, 'drop', { of: 'publish' })
  const captions = ['First', 'Second', 'Third', 'Fourth']
  const at = new Date(here.clock.now() + 600_000).toISOString()
  const queued = []
  for (const caption of captions) queued.push(await here.queueOrThrow(await here.aPost({ caption }), { at }))
  for (const { id } of queued) await here.comesTo(id, ({ endedAt }) => endedAt !== null)
  const done = await Promise.all(queued.map(({ id }) => here.read(id)))
  expect(here.live().toSorted()).toEqual(captions.toSorted())
  const timeOf = (wanted: string, { steps }: (typeof done)[number]) =>
    steps.flatMap(({ title, at }) => (title === wanted ? Date.parse(at) : [])).at(-1) ?? 0
  const [found = 0, last = 0] = [
    Math.max(
      ...done
        .filter(({ steps }) => steps.some(({ title }) => title === 'The answer was lost'))
        .map((one) => timeOf('Published', one)),
    ),
    Math.max(...done.map((one) => timeOf('Published', one))),
  ]
  expect(found).toBeGreaterThan(0)
  // Each by its own look would take nine seconds. One look is missed where the wait of a post is written after it was hastened.
  expect(last - found).toBeLessThan(6_000)
  expect(here.stand.duplicates()).toEqual([])
})

test('a post by hand with another caption is not taken for ours', async () => {
  const here = await publishing()
  here.stand.faults.next(1, { status: 504, body: 'gone' }, { of: 'publish' })
  const { id } = await here.queueOrThrow(await here.aPost())
  await here.comesTo(id, ({ steps }) => steps.some(({ title }) => title === 'Order to publish'))
  here.stand.postByHand(OWN, { caption: 'Something else' })
  expect(await here.becomes(id, 'unclear')).toMatchObject({ mediaId: null, candidates: [] })
})

test('an object that cannot be read is no proof of failure', async () => {
  const here = await publishing()
  const { status, body } = publishingErrors.noSuchObject()
  here.stand.faults.next(2, { status, body }, { of: 'readNode' })
  here.stand.faults.next(1, 'drop', { of: 'publish' })
  const { id } = await here.queueOrThrow(await here.aPost())
  await here.becomes(id, 'published')
  expectOnce(here, 1)
})

test('a post that is held for spam and not live is unclear, and its account is paused', async () => {
  const here = await publishing()
  const { status, body } = publishingErrors.takenForSpam()
  here.stand.faults.next(1, { status, body }, { of: 'publish' })
  const { id } = await here.queueOrThrow(await here.aPost())
  await here.becomes(id, 'unclear')
  const settings = await here.ask('pro', 'GET', `/api/accounts/${here.accountId}/publishing`)
  expect(settings.json().pausedBecause).toContain('spam')
  const attention = await here.ask('pro', 'GET', '/api/attention')
  expect(attention.json().items).toContainEqual(
    expect.objectContaining({ kind: 'publications', sentence: `A post to @${OWN} needs you` }),
  )
})
