/** A post that is queued has the date of its publication: nothing shows one on which it does not go out. */
import { expect, test } from 'vitest'
import { publishing } from '#testing/publishing.ts'

const HOUR_MS = 60 * 60_000

async function queueOne() {
  const here = await publishing()
  const hoursAhead = (hours: number) => new Date(here.clock.now() + hours * HOUR_MS).toISOString()
  const itemId = await here.aPost({ caption: 'Fresh bread' })
  const planned = await here.queueOrThrow(itemId, { at: hoursAhead(24) })
  const change = (fields: object, who: 'pro' | 'basic' = 'pro') =>
    here.ask(who, 'PUT', `/api/airtable/posts/${itemId}`, fields)
  const readDate = async () => (await here.ask('pro', 'GET', `/api/content/posts/${itemId}`)).json().publishDate
  return { here, hoursAhead, itemId, planned, change, readDate }
}

test.each(['pro', 'basic'] as const)('a %s user who gives a queued post another date is refused', async (who) => {
  const { here, hoursAhead, planned, change, readDate } = await queueOne()
  for (const publishDate of [hoursAhead(48), null]) {
    const res = await change({ caption: 'Rolls', publishDate }, who)
    expect([res.statusCode, res.json()]).toEqual([
      409,
      expect.objectContaining({
        error: 'already_queued',
        message:
          'This post is queued for @sample.bakery and keeps its date. Choose another time in the queue, or withdraw it first.',
        publicationId: planned.id,
      }),
    ])
  }
  expect([await readDate(), (await here.read(planned.id)).plannedAt]).toEqual([planned.plannedAt, planned.plannedAt])
  expect((await change({ caption: 'Rolls' }, who)).json()).toMatchObject({ caption: 'Rolls' })
})

test('many posts get a date at once, but for those that are queued', async () => {
  const { here, hoursAhead, itemId, planned, readDate } = await queueOne()
  const other = await here.aPost({ caption: 'Not queued' })
  const publishDate = hoursAhead(48)
  const res = await here.ask('pro', 'POST', '/api/content/posts/status', {
    posts: [{ id: itemId }, { id: other }],
    publishDate,
  })
  expect(res.json()).toMatchObject({
    changed: [{ id: other, publishDate }],
    refused: [{ id: itemId, error: 'already_queued' }],
  })
  expect(await readDate()).toBe(planned.plannedAt)
})

test('a post gets any date again with its publication, and once that is withdrawn', async () => {
  const { here, hoursAhead, planned, change, readDate } = await queueOne()
  const at = hoursAhead(48)
  expect((await here.ask('pro', 'PUT', `/api/publications/${planned.id}`, { at })).statusCode).toBe(200)
  expect(await readDate()).toBe(at)
  expect((await here.ask('pro', 'DELETE', `/api/publications/${planned.id}`)).statusCode).toBe(200)
  const publishDate = hoursAhead(72)
  expect((await change({ publishDate })).json()).toMatchObject({ publishDate })
})
