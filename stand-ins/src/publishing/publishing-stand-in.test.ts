import { expect, test } from 'vitest'
import { codesOf, signIn } from '../testing/ask-publishing.ts'
import { fetchSample, sampleUrl } from '../testing/media-samples.ts'
import { startPublishing } from '../testing/start-service.ts'
import { dayMs } from '../world/figures.ts'
import type { PublishingOptions } from './publishing-stand-in.ts'

const startWithSamples = (options: PublishingOptions = {}) => startPublishing({ fetchMedia: fetchSample, ...options })

test('an image is made, published once and found in the list with what was asked for', async () => {
  const stand = await startWithSamples()
  const { id, make, publish, state, ask } = signIn(stand, 'sample.bakery')
  const made = await make({ image_url: sampleUrl('a.jpg'), caption: 'Hello @you', alt_text: 'A loaf' })
  expect(await state(made.body.id)).toMatchObject({ status_code: 'FINISHED' })
  const published = await publish(made.body.id)
  expect(published.status).toBe(200)
  expect(await state(made.body.id)).toMatchObject({ status_code: 'PUBLISHED' })
  const read = await ask(String(published.body.id), { query: { fields: 'permalink,timestamp,caption,alt_text' } })
  expect(read.body).toEqual({
    permalink: expect.stringContaining('https://www.instagram.com/p/'),
    timestamp: '2026-11-21T12:00:00+0000',
    caption: 'Hello @you',
    alt_text: 'A loaf',
    id: published.body.id,
  })
  const list = await ask(`${id}/media`, { query: { fields: 'id,media_type', limit: '1' } })
  expect(list.body.data).toEqual([{ id: published.body.id, media_type: 'IMAGE' }])
  expect(stand.violations).toEqual([])
})

test('a carousel waits for its children and counts once', async () => {
  const stand = await startWithSamples()
  const { id, make, publish, ask } = signIn(stand, 'sample.bakery')
  const video = await make({ media_type: 'VIDEO', video_url: sampleUrl('r.mp4'), is_carousel_item: true })
  const image = await make({ image_url: sampleUrl('b.jpg'), is_carousel_item: true })
  const children = [video.body.id, image.body.id]
  expect(codesOf(await make({ media_type: 'CAROUSEL', children }))).toEqual([9007, 2207027])
  stand.moveTime(60_000)
  const form = new URLSearchParams({ media_type: 'CAROUSEL', children: children.join(','), caption: 'Two' })
  const carousel = await make(form)
  const { body } = await publish(carousel.body.id)
  const read = await ask(String(body.id), { query: { fields: 'media_type,children,caption' } })
  expect(read.body).toMatchObject({ media_type: 'CAROUSEL_ALBUM', caption: 'Two' })
  expect((read.body.children as { data: unknown[] }).data).toHaveLength(2)
  const quota = await ask(`${id}/content_publishing_limit`, { query: { fields: 'quota_usage,config' } })
  expect(quota.body.data).toEqual([{ quota_usage: 1, config: { quota_total: 100, quota_duration: 86_400 } }])
  expect((await ask(`${id}/content_publishing_limit`)).body.data).toEqual([{ quota_usage: 1 }])
  expect(stand.violations).toEqual([])
})

test('stories are in a list of their own, for a day', async () => {
  const stand = await startWithSamples()
  const { id, make, publish, ask } = signIn(stand, 'sample.creator', 'instagram')
  const story = await make({ media_type: 'STORIES', image_url: sampleUrl('tall.jpg') })
  const { body } = await publish(story.body.id)
  const ids = async (list: string) =>
    ((await ask(`${id}/${list}`)).body.data as { id: string }[]).map((each) => each.id)
  expect(await ids('stories')).toEqual([body.id])
  expect(await ids('media')).not.toContain(body.id)
  stand.moveTime(dayMs)
  expect(await ids('stories')).toEqual([])
  expect(codesOf(await ask(String(body.id), { query: { fields: 'permalink' } }))).toEqual([100, 33])
  expect(stand.violations).toEqual([])
})

test.each([
  ['of another format', { image_url: sampleUrl('a.png') }, [36001, 2207005]],
  ['too large', { image_url: sampleUrl('huge.jpg') }, [36000, 2207004]],
  ['of another ratio', { image_url: sampleUrl('tall.jpg') }, [36003, 2207009]],
  ['behind an address that answers 404', { image_url: sampleUrl('none.jpg') }, [9004, 2207052]],
  [
    'with a cover beyond its end',
    { media_type: 'REELS', video_url: sampleUrl('r.mp4'), thumb_offset: 12_000 },
    [1, 2207057],
  ],
  ['at a Page without a place', { image_url: sampleUrl('a.jpg'), location_id: '9990000' }, [100, null]],
])('media %s is refused at once', async (_, request, codes) => {
  const stand = await startWithSamples()
  expect(codesOf(await signIn(stand, 'sample.bakery').make(request))).toEqual(codes)
  expect(stand.violations).toEqual([])
})

test.each([
  ['too short', 'short.mp4', 2207026],
  ['with its index at the end', 'late.mp4', 2207026],
  ['behind an address that answers 404', 'none.mp4', 2207052],
])('a video %s fails later, in its state', async (_, name, subcode) => {
  const stand = await startWithSamples()
  const { make, publish, state } = signIn(stand, 'sample.bakery')
  const { body } = await make({ media_type: 'REELS', video_url: sampleUrl(name) })
  expect(await state(body.id)).toMatchObject({ status_code: 'IN_PROGRESS' })
  stand.moveTime(60_000)
  expect(await state(body.id)).toMatchObject({
    status_code: 'ERROR',
    status: `Error: Media upload has failed with error code ${subcode}`,
  })
  expect(codesOf(await publish(body.id))).toEqual([-1, 2207032])
})

test.each([
  ['a caption of 2,201 characters', { image_url: sampleUrl('a.jpg'), caption: 'x'.repeat(2201) }, [36004, 2207010]],
  ['an unknown kind', { media_type: 'REEL', video_url: sampleUrl('r.mp4') }, [100, 2207023]],
  ['a carousel of one', { media_type: 'CAROUSEL', children: ['1'] }, [100, 2207028]],
  ['a planned time', { image_url: sampleUrl('a.jpg'), scheduled_publish_time: 1 }, [100, null]],
])('%s is refused with its own error, and a violation', async (_, request, codes) => {
  const stand = await startWithSamples()
  expect(codesOf(await signIn(stand, 'sample.bakery').make(request))).toEqual(codes)
  expect(stand.violations).toMatchObject([{ operation: 'createContainer', side: 'request' }])
})

test('what the contract does not know is refused, and a violation', async () => {
  const stand = await startWithSamples()
  const { id, token, ask } = signIn(stand, 'sample.creator', 'instagram')
  await ask(`${id}/media`, { body: { media_type: 'REELS', upload_type: 'resumable' } })
  await ask('me/permissions')
  await fetch(`${stand.hosts.instagramGraph}/v24.0/me?fields=id`, { headers: { Authorization: `Bearer ${token}` } })
  await fetch(`${stand.hosts.instagramGraph}/v25.0/me?fields=id`)
  await fetch(`${stand.hosts.instagramGraph}/v25.0/me/permissions`, { method: 'DELETE' })
  expect(stand.violations.map(({ operation }) => operation)).toEqual([
    'createContainer',
    'unknown',
    'whoAmI',
    'whoAmI',
    'unknown',
  ])
})

test('lists go on page by page, forwards and back', async () => {
  const stand = await startWithSamples({ accounts: [{ username: 'a', posts: 7 }] })
  const { id, ask } = signIn(stand, 'a')
  const page = async (query: Record<string, string>) =>
    (await ask(`${id}/media`, { query: { limit: '3', ...query } })).body as {
      data: { id: string }[]
      paging?: { cursors: { before: string; after: string }; next?: string }
    }
  const first = await page({})
  const second = await page({ after: first.paging?.cursors.after ?? '' })
  const third = await page({ after: second.paging?.cursors.after ?? '' })
  const all = [first, second, third].flatMap(({ data }) => data.map((each) => each.id))
  expect([all.length, new Set(all).size, third.paging?.next]).toEqual([7, 7, undefined])
  expect(first.paging?.next).toContain(`after=${first.paging?.cursors.after}`)
  expect((await page({ before: second.paging?.cursors.before ?? '' })).data).toEqual(first.data)
  expect(codesOf(await ask(`${id}/media`, { query: { after: 'x' } }))).toEqual([100, null])
})

test('limits: of the application with a header in percent, of one account with minutes', async () => {
  const stand = await startWithSamples({ callsPerHour: 6, accountCallsPerHour: 4 })
  const one = signIn(stand, 'sample.bakery')
  const read = () => one.ask(one.id, { query: { fields: 'username' } })
  const [first] = [await read(), await read(), await read(), await read()]
  expect(JSON.parse(first.headers.get('X-App-Usage') ?? '')).toMatchObject({ call_count: 17 })
  const limited = await one.ask(`${one.id}/media`)
  expect(codesOf(limited)).toEqual([80002, null])
  const usage = JSON.parse(limited.headers.get('X-Business-Use-Case-Usage') ?? '{}')
  expect(usage[one.id]).toMatchObject([{ estimated_time_to_regain_access: 60 }])
  const other = signIn(stand, 'sample.corner')
  await other.ask(`${other.id}/media`)
  await other.ask(`${other.id}/media`)
  expect(codesOf(await other.ask(`${other.id}/media`))).toEqual([4, null])
  stand.moveTime(61 * 60_000)
  expect((await other.ask(`${other.id}/media`)).status).toBe(200)
  expect(stand.violations).toEqual([])
})

test('comments are listed newest first', async () => {
  const stand = await startWithSamples()
  const { ask } = signIn(stand, 'sample.bakery')
  const { id } = stand.postByHand('sample.bakery', {})
  for (const message of ['First', 'Second']) await ask(`${id}/comments`, { body: { message } })
  const { body } = await ask(`${id}/comments`, { query: { fields: 'text,username' } })
  expect(body.data).toMatchObject([{ text: 'Second', username: 'sample.bakery' }, { text: 'First' }])
  expect(stand.violations).toEqual([])
})

test('the same seed gives the same ids, posts and figures', async () => {
  const listMedia = async (seed: number) => {
    const stand = await startWithSamples({ seed })
    const { id, ask } = signIn(stand, 'sample.bakery')
    return (await ask(`${id}/media`, { query: { fields: 'id,caption,permalink,timestamp' } })).body.data
  }
  expect(await listMedia(3)).toEqual(await listMedia(3))
  expect(await listMedia(4)).not.toEqual(await listMedia(3))
})
