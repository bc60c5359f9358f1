/** Publications under limits and faults: what is waited for, tried again, checked again, or left to a person. */
import { publishingErrors } from '@tangelo/stand-ins'
import { expect, test } from 'vitest'
import { OWN, publishing } from '#testing/publishing.ts'
import { until } from '#testing/queue-nodes.ts'
import { expectOnce } from '../../../testing/published-once.ts'

test('with the daily limit reached at the third of ten the others wait and go out when it is free again', async () => {
  const here = await publishing()
  here.stand.account(OWN).quotaTotal = 2
  const ids: string[] = []
  for (let at = 0; at < 4; at += 1) ids.push((await here.queueOrThrow(await here.aPost())).id)
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
  const { id } = await here.queueOrThrow(await here.aPost())
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
  const { id } = await here.queueOrThrow(await here.aPost())
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
  const good = await here.queueOrThrow(await here.aReel('Good in the end'))
  await here.becomes(good.id, 'published')
  here.stand.failContainers(10, 2207082)
  const bad = await here.queueOrThrow(await here.aReel('Never good'))
  expect(await here.becomes(bad.id, 'failed')).toMatchObject({
    sentence: expect.stringContaining('could not process the video'),
  })
  expectOnce(here, 1)
})

test('a file that cannot be fetched is tried three times, and then a person has to look', async () => {
  const here = await publishing()
  here.stand.refuseUrls(1)
  const good = await here.queueOrThrow(await here.aPost())
  await here.becomes(good.id, 'published')
  here.stand.refuseUrls(10)
  const bad = await here.queueOrThrow(await here.aPost())
  expect(await here.becomes(bad.id, 'failed')).toMatchObject({ sentence: expect.stringContaining('PUBLIC_URL') })
  expectOnce(here, 1)
})

test('an edit between queueing and publishing is checked again, and goes along', async () => {
  const here = await publishing()
  const itemId = await here.aPost({ caption: 'Before' })
  const { id } = await here.queueOrThrow(itemId, { at: new Date(here.clock.now() + 3_600_000).toISOString() })
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
  const { id } = await here.queueOrThrow(await here.aPost(), {
    at: new Date(here.clock.now() + 3_600_000).toISOString(),
  })
  here.clock.moveBy(3_590_000)
  await here.becomes(id, 'ready')
  await here.database.queries.updateTable('companies').set({ requires_approval: 1 }).where('id', '=', 1).execute()
  expect(await here.becomes(id, 'failed')).toMatchObject({ sentence: expect.stringContaining('has not approved') })
  expectOnce(here, 0)
})

test('a missed hour waits for a person, who plans it again', async () => {
  const here = await publishing({ works: false })
  const { id } = await here.queueOrThrow(await here.aPost(), {
    at: new Date(here.clock.now() + 3_600_000).toISOString(),
  })
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

test('a post that was taken for missed while the clock was ahead goes out at its time', async () => {
  const here = await publishing()
  const at = here.clock.now() + 3 * 3_600_000
  const { id } = await here.queueOrThrow(await here.aPost(), { at: new Date(at).toISOString() })
  here.clock.moveBy(10 * 3_600_000)
  await here.comesTo(id, ({ waitsFor }) => waitsFor === 'missed')
  here.clock.moveBy(at - 3 * 3_600_000 - here.clock.now())
  const waiting = here.database.queries.selectFrom('jobs').select('id').where('kind', '=', 'publish-post')
  await until('it is looked at again', async () => (await waiting.where('run_at', '<', at).execute()).length > 0)
  const published = await here.becomes(id, 'published')
  expect(Date.parse(String(published.publishedAt)) - at).toBeLessThan(60_000)
  expectOnce(here, 1)
})

test('a paused account sends nothing until it is resumed', async () => {
  const here = await publishing()
  const { id } = await here.queueOrThrow(await here.aPost(), { at: new Date(here.clock.now() + 600_000).toISOString() })
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
  const { id } = await here.queueOrThrow(await here.aReel('Sent from here'))
  await here.becomes(id, 'published')
  expectOnce(here, 1)
})
