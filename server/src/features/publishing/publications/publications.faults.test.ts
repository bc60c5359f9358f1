import { publishingErrors } from '@tangelo/stand-ins'
import { expect, test } from 'vitest'
import { OWN, type PublishingTest, publishing } from '#testing/publishing.ts'

const isOver = ({ endedAt, state }: { endedAt: string | null; state: string }) =>
  endedAt !== null || state === 'unclear'

/** Nothing was published twice, and nothing was sent against the contract. */
function expectOnce({ stand, live }: PublishingTest, posts: number) {
  expect(stand.duplicates()).toEqual([])
  expect(live()).toHaveLength(posts)
  expect(stand.violations).toEqual([])
}

test.each(['createContainer', 'readNode', 'publishingLimit', 'listMedia', 'publish'])(
  'an answer of %s that is lost although it was done loses and doubles nothing',
  async (operation) => {
    const here = await publishing()
    here.stand.faults.next(1, 'drop', { of: operation })
    const { id } = await here.queued(await here.aPost())
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
    const { id } = await here.queued(await here.aPost())
    expect(await here.becomes(id, 'published')).toMatchObject({ mediaId: expect.any(String) })
    expectOnce(here, 1)
  },
)

test('an order whose post cannot be found is unclear, reported, and decided by a person', async () => {
  const here = await publishing()
  // Neither done nor answered.
  here.stand.faults.next(1, { status: 502, body: '<html></html>' }, { of: 'publish' })
  const itemId = await here.aPost()
  const { id } = await here.queued(itemId)
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
  const again = await here.queued(itemId)
  await here.becomes(again.id, 'published')
  expectOnce(here, 1)
})

test('two posts that fit are for a person, who says which one it is', async () => {
  const here = await publishing()
  here.stand.faults.next(1, 'drop', { of: 'publish' })
  here.stand.faults.next(1, { status: 500, body: {} }, { of: 'listMedia' })
  const { id } = await here.queued(await here.aPost({ caption: 'Twice' }), {
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
  for (const caption of captions) queued.push(await here.queued(await here.aPost({ caption }), { at }))
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
  const { id } = await here.queued(await here.aPost())
  await here.comesTo(id, ({ steps }) => steps.some(({ title }) => title === 'Order to publish'))
  here.stand.postByHand(OWN, { caption: 'Something else' })
  expect(await here.becomes(id, 'unclear')).toMatchObject({ mediaId: null, candidates: [] })
})

test('an object that cannot be read is no proof of failure', async () => {
  const here = await publishing()
  const { status, body } = publishingErrors.noSuchObject()
  here.stand.faults.next(2, { status, body }, { of: 'readNode' })
  here.stand.faults.next(1, 'drop', { of: 'publish' })
  const { id } = await here.queued(await here.aPost())
  await here.becomes(id, 'published')
  expectOnce(here, 1)
})

test('with the daily limit reached at the third of ten the others wait and go out when it is free again', async () => {
  const here = await publishing()
  here.stand.account(OWN).quotaTotal = 2
  const ids: string[] = []
  for (let at = 0; at < 4; at += 1) ids.push((await here.queued(await here.aPost())).id)
  await here.comesTo(ids[0] ?? '', () => here.live().length === 2)
  const waiting = await Promise.all(ids.map(here.read))
  expect(waiting.filter(({ state }) => state === 'published')).toHaveLength(2)
  here.stand.account(OWN).quotaTotal = 50
  for (const id of ids) await here.becomes(id, 'published')
  expectOnce(here, 4)
})

test('the minutes of a limit are waited for', async () => {
  const here = await publishing()
  const { status, body, headers } = publishingErrors.accountLimit(here.stand.account(OWN).id, 19)
  here.stand.faults.next(1, { status, body, ...(headers && { headers }) }, { of: 'createContainer' })
  const began = here.clock.now()
  const { id } = await here.queued(await here.aPost())
  const waits = await here.comesTo(id, ({ waitsUntil }) => waitsUntil !== null)
  expect(Date.parse(waits.waitsUntil ?? '') - began).toBeGreaterThanOrEqual(19 * 60_000)
  expect(await here.becomes(id, 'published')).toMatchObject({ waitsUntil: null })
  expect(here.clock.now() - began).toBeGreaterThanOrEqual(19 * 60_000)
  expectOnce(here, 1)
})

test('a token that ends midway keeps the post until its person has signed in again', async () => {
  const here = await publishing()
  const { status, body } = publishingErrors.tokenExpired()
  here.stand.faults.next(1, { status, body }, { of: 'publishingLimit' })
  const { id } = await here.queued(await here.aPost())
  const waits = await here.comesTo(id, ({ waitsFor }) => waitsFor !== null)
  expect(waits).toMatchObject({
    waitsFor: 'sign_in',
    state: 'ready',
    sentence: expect.stringContaining('connect it again'),
  })
  expectOnce(here, 0)
})

test('a container that failed is made anew, three times, and then the post fails with a sentence', async () => {
  const here = await publishing()
  here.stand.failContainers(2, 2207082)
  const good = await here.queued(await here.aReel('Good in the end'))
  await here.becomes(good.id, 'published')
  here.stand.failContainers(10, 2207082)
  const bad = await here.queued(await here.aReel('Never good'))
  expect(await here.becomes(bad.id, 'failed')).toMatchObject({
    sentence: expect.stringContaining('could not process the video'),
  })
  expectOnce(here, 1)
})

test('a file that cannot be fetched is tried three times, and then a person has to look', async () => {
  const here = await publishing()
  here.stand.refuseUrls(1)
  const good = await here.queued(await here.aPost())
  await here.becomes(good.id, 'published')
  here.stand.refuseUrls(10)
  const bad = await here.queued(await here.aPost())
  expect(await here.becomes(bad.id, 'failed')).toMatchObject({ sentence: expect.stringContaining('PUBLIC_URL') })
  expectOnce(here, 1)
})

test('an edit between queueing and publishing is checked again, and goes along', async () => {
  const here = await publishing()
  const itemId = await here.aPost({ caption: 'Before' })
  const { id } = await here.queued(itemId, { at: new Date(here.clock.now() + 3_600_000).toISOString() })
  here.clock.moveBy(3_590_000)
  await here.becomes(id, 'ready')
  const edited = await here.ask('pro', 'PUT', `/api/airtable/posts/${itemId}`, { caption: 'After' })
  expect(edited.statusCode, edited.body).toBe(200)
  await here.becomes(id, 'published')
  expect(here.live()).toEqual(['After'])
  expectOnce(here, 1)
})

test('a post that needs an approval does not go out without one', async () => {
  const here = await publishing()
  await here.database.queries.updateTable('companies').set({ requires_approval: 1 }).where('id', '=', 1).execute()
  const res = await here.queue(await here.aPost())
  expect(res.json()).toMatchObject({ error: 'rehearsal_failed', checks: [{ key: 'approval', fix: 'ask_approval' }] })
})

test('an approval that is required after queueing is asked for again right before the post goes out', async () => {
  const here = await publishing()
  const { id } = await here.queued(await here.aPost(), { at: new Date(here.clock.now() + 3_600_000).toISOString() })
  here.clock.moveBy(3_590_000)
  await here.becomes(id, 'ready')
  await here.database.queries.updateTable('companies').set({ requires_approval: 1 }).where('id', '=', 1).execute()
  expect(await here.becomes(id, 'failed')).toMatchObject({ sentence: expect.stringContaining('has not approved') })
  expectOnce(here, 0)
})

test('a missed hour waits for a person, who plans it again', async () => {
  const here = await publishing({ works: false })
  const { id } = await here.queued(await here.aPost(), { at: new Date(here.clock.now() + 3_600_000).toISOString() })
  here.clock.moveBy(3 * 3_600_000)
  here.work()
  expect(await here.comesTo(id, ({ waitsFor }) => waitsFor !== null)).toMatchObject({
    waitsFor: 'missed',
    state: 'planned',
  })
  expectOnce(here, 0)
  const planned = await here.ask('pro', 'PUT', `/api/publications/${id}`, {})
  expect(planned.json()).toMatchObject({ state: 'planned', waitsFor: null })
  await here.becomes(id, 'published')
  expectOnce(here, 1)
})

test('a paused account sends nothing until it is resumed', async () => {
  const here = await publishing()
  const { id } = await here.queued(await here.aPost(), { at: new Date(here.clock.now() + 600_000).toISOString() })
  const address = `/api/accounts/${here.accountId}/publishing`
  expect((await here.ask('pro', 'PUT', address, { isPaused: true })).json()).toMatchObject({
    pausedBecause: 'pro paused it.',
  })
  await here.comesTo(id, ({ waitsFor }) => waitsFor === 'paused')
  await here.ask('pro', 'PUT', address, { isPaused: false })
  await here.becomes(id, 'published')
  expectOnce(here, 1)
})

test('what Instagram can only fetch is refused ahead of time where it cannot be reached, and offered as a reel', async () => {
  const here = await publishing({ publicUrl: null })
  const itemId = await here.aPost()
  const res = await here.ask('pro', 'POST', '/api/publications/rehearsal', { itemId, accountId: here.accountId })
  expect(res.json()).toMatchObject({ mayGoOut: false })
  expect(res.json().checks).toContainEqual(expect.objectContaining({ key: 'way', state: 'blocked', fix: 'as_reel' }))
  const { id } = await here.queued(await here.aReel('Sent from here'))
  await here.becomes(id, 'published')
  expectOnce(here, 1)
})

test('a post that is held for spam and not live is unclear, and its account is paused', async () => {
  const here = await publishing()
  const { status, body } = publishingErrors.takenForSpam()
  here.stand.faults.next(1, { status, body }, { of: 'publish' })
  const { id } = await here.queued(await here.aPost())
  await here.becomes(id, 'unclear')
  const settings = await here.ask('pro', 'GET', `/api/accounts/${here.accountId}/publishing`)
  expect(settings.json().pausedBecause).toContain('spam')
  const attention = await here.ask('pro', 'GET', '/api/attention')
  expect(attention.json().items).toContainEqual(
    expect.objectContaining({ kind: 'publications', sentence: `A post to @${OWN} needs you` }),
  )
})
