import { expect, test } from 'vitest'
import { askPublishing, codesOf, signIn } from '../testing/ask-publishing.ts'
import { fetchSample, sampleUrl } from '../testing/media-samples.ts'
import { beginning, startPublishing } from '../testing/start-service.ts'
import { dayMs } from '../world/figures.ts'
import { publishingErrors } from './publishing-errors.ts'
import type { PublishingOptions } from './publishing-stand-in.ts'

const startWithSamples = (options: PublishingOptions = {}) => startPublishing({ fetchMedia: fetchSample, ...options })

test('a container lives for a day, and a slow one takes its time', async () => {
  const stand = await startWithSamples()
  const { make, publish, state } = signIn(stand, 'sample.bakery')
  stand.slowContainers(1, 600_000)
  const slow = await make({ media_type: 'REELS', video_url: sampleUrl('r.mp4') })
  stand.moveTime(300_000)
  expect(await state(slow.body.id)).toMatchObject({ status_code: 'IN_PROGRESS' })
  expect(codesOf(await publish(slow.body.id))).toEqual([9007, 2207027])
  stand.moveTime(300_000)
  expect(await state(slow.body.id)).toMatchObject({ status_code: 'FINISHED' })
  stand.moveTime(dayMs - 600_000)
  expect(await state(slow.body.id)).toMatchObject({ status_code: 'EXPIRED' })
  expect(codesOf(await publish(slow.body.id))).toEqual([24, 2207008])
  expect(codesOf(await publish('17880000000000000'))).toEqual([24, 2207008])
  expect(codesOf(await signIn(stand, 'sample.corner').publish(slow.body.id))).toEqual([24, 2207006])
})

test('addresses that it refuses to fetch: at once for images, in the state for videos', async () => {
  const stand = await startWithSamples({ errorForm: 'number' })
  const { make, state } = signIn(stand, 'sample.bakery')
  stand.refuseUrls(1)
  stand.refuseUrls(2, 'slow')
  stand.failContainers(1, 2207076)
  expect(codesOf(await make({ image_url: sampleUrl('a.jpg') }))).toEqual([9004, 2207052])
  expect(codesOf(await make({ image_url: sampleUrl('a.jpg') }))).toEqual([-2, 2207003])
  const failed = await make({ media_type: 'REELS', video_url: sampleUrl('r.mp4') })
  const slow = await make({ media_type: 'REELS', video_url: sampleUrl('none.mp4') })
  stand.moveTime(60_000)
  expect(await state(failed.body.id)).toMatchObject({ status: '2207076' })
  expect(await state(slow.body.id)).toMatchObject({ status: '2207052' })
  expect((await make({ image_url: sampleUrl('a.jpg') })).status).toBe(200)
})

test('a quota ends with its last post and begins again a day after the first', async () => {
  const stand = await startWithSamples()
  stand.account('sample.bakery').quotaTotal = 2
  const { make, publish } = signIn(stand, 'sample.bakery')
  const once = async () => publish((await make({ image_url: sampleUrl('a.jpg') })).body.id)
  await once()
  stand.moveTime(3_600_000)
  expect((await once()).status).toBe(200)
  expect(codesOf(await once())).toEqual([9, 2207042])
  stand.moveTime(dayMs - 3_600_000)
  expect((await once()).status).toBe(200)
  stand.account('sample.bakery').isRestricted = true
  expect(codesOf(await once())).toEqual([25, 2207050])
  expect(stand.violations).toEqual([])
})

test.each(['createContainer', 'publish', 'createComment'] as const)(
  'an answer is dropped after %s was done, in whole or in part',
  async (operation) => {
    const stand = await startWithSamples()
    const { id, make, publish, ask, token } = signIn(stand, 'sample.bakery')
    const before = stand.account('sample.bakery').media.length
    const acts = async () => {
      const { body } = await make({ image_url: sampleUrl('a.jpg') })
      const { body: post } = await publish(body.id)
      return ask(`${post.id}/comments`, { body: { message: 'First' } })
    }
    stand.faults.next(1, 'drop', { of: operation })
    await expect(acts()).rejects.toThrow('fetch failed')
    const posts = stand.account('sample.bakery').media.slice(before)
    expect(posts).toHaveLength(operation === 'createContainer' ? 0 : 1)
    expect(posts.flatMap(({ comments }) => comments)).toHaveLength(operation === 'createComment' ? 1 : 0)
    expect((await acts()).status).toBe(200)
    expect((await askPublishing(stand, `${id}/media`, { token })).status).toBe(200)
    expect(stand.calls.byStatus()[0]).toBe(1)
  },
)

test('2207051 although the post is live, and a page of a proxy after it was done', async () => {
  const stand = await startWithSamples()
  const { make, publish } = signIn(stand, 'sample.bakery')
  const { media } = stand.account('sample.bakery')
  const count = media.length
  stand.faults.next(1, { actsThen: publishingErrors.takenForSpam() }, { of: 'publish' })
  stand.faults.next(1, { actsThen: publishingErrors.gateway(504) }, { of: 'publish' })
  const first = await make({ image_url: sampleUrl('a.jpg') })
  expect(codesOf(await publish(first.body.id))).toEqual([4, 2207051])
  const second = await make({ image_url: sampleUrl('a.jpg') })
  expect((await publish(second.body.id)).status).toBe(504)
  expect(media).toHaveLength(count + 2)
  stand.faults.next(1, publishingErrors.takenForSpam(), { of: 'publish' })
  const third = await make({ image_url: sampleUrl('a.jpg') })
  expect(codesOf(await publish(third.body.id))).toEqual([4, 2207051])
  expect(media).toHaveLength(count + 2)
})

test.each([
  ['posts', 1, 2],
  ['refuses', 0, 1],
  ['repeats', 0, 1],
] as const)('a container that is published twice: the service %s', async (secondPublish, duplicates, ids) => {
  const stand = await startWithSamples({ secondPublish })
  const { make, publish } = signIn(stand, 'sample.bakery')
  const { body } = await make({ image_url: sampleUrl('a.jpg') })
  const count = stand.account('sample.bakery').media.length
  await publish(body.id)
  await publish(body.id)
  expect(stand.duplicates()).toHaveLength(duplicates)
  expect(stand.account('sample.bakery').media).toHaveLength(count + ids)
})

test('100/33 on reads proves nothing, and posts may appear late among those of people', async () => {
  const stand = await startWithSamples({ listLagMs: 30_000, captionsForInstagramLogin: false })
  const { id, make, publish, state, ask } = signIn(stand, 'sample.creator', 'instagram')
  const { body } = await make({ image_url: sampleUrl('a.jpg'), caption: 'x' })
  stand.faults.next(1, publishingErrors.noSuchObject(String(body.id)), { of: 'readNode' })
  expect(await state(body.id)).toMatchObject({ error: { code: 100, error_subcode: 33 } })
  expect(await state(body.id)).toMatchObject({ status_code: 'FINISHED' })
  const { body: post } = await publish(body.id)
  const byHand = stand.postByHand('sample.creator', { caption: 'by hand', at: beginning - 40_000 })
  const newest = async () => (await ask(`${id}/media`, { query: { fields: 'id,caption', limit: '1' } })).body.data
  expect(await newest()).toEqual([{ id: byHand.id }])
  stand.moveTime(30_000)
  expect(await newest()).toEqual([{ id: post.id }])
  expect(stand.violations).toEqual([])
})
