/** Renders over HTTP: asked for, watched, and what they cost. */
import { describe, expect, test } from 'vitest'
import { until } from '../../../testing/queue-nodes.ts'
import {
  aReel,
  creditsOf,
  generate,
  reelOf,
  settingsWith,
  startRender,
  statusOf,
  waitForRender,
} from '../../../testing/reels.ts'
import { going, partsOf } from '../../../testing/renders.ts'
import { FRAMES, steps } from '../../../testing/test-renderer.ts'
import { world } from '../../../testing/world.ts'
import { DAY } from '../../../testing/world-with-sources.ts'

const SECOND = 1_000

describe('a render', () => {
  test('ends with a video that the reel shows, and costs one credit', async () => {
    const here = await world()
    const reel = await aReel(here)
    const renderId = await startRender(here, reel.id)
    here.work()
    const result = await waitForRender(here, renderId)
    expect(result).toEqual({
      id: renderId,
      status: 'completed',
      progress: 1,
      url: expect.stringMatching(/^http:\/\/localhost\/media\/v\/[A-Za-z0-9_-]{22}$/),
      outputs: [{ url: result.url }],
      reelId: reel.id,
      framesDone: FRAMES,
      frames: FRAMES,
      secondsLeft: null,
      waitingBefore: null,
      isCancelled: false,
      message: null,
      check: { isFit: true, points: [expect.objectContaining({ name: 'Video codec' })] },
    })
    const after = { videoUrl: result.url, coverUrl: `${result.url}/cover`, render: null, check: result.check }
    expect(await reelOf(here, reel.id)).toEqual({ ...reel, ...after })
    expect(await creditsOf(here)).toEqual({ total: 5, used: 2, remaining: 3, renewalDate: null })
    const [latest] = (await here.ask('pro', 'GET', `/api/content/posts/${reel.id}/history`)).json()
    expect(latest).toMatchObject({ by: 'pro', changes: [{ field: 'videoUrl', from: null, to: result.url }] })
    await until('nothing is left', () => partsOf(here).length === 0)
  })

  test('is made from the reel as it was at the request', async () => {
    const here = await world()
    const reel = await aReel(here, { images: 3 })
    const renderId = await startRender(here, reel.id)
    const [one = '', two = '', three = ''] = reel.images
    await here.ask('pro', 'POST', '/api/airtable/save-images', { recordId: reel.id, imageUrls: [three, two, one] })
    here.work()
    await waitForRender(here, renderId)
    const [order] = here.renderer.orders
    const first = await here.ask('pro', 'GET', one)
    expect(Buffer.from(order?.pictures[0] ?? []).equals(first.rawPayload)).toBe(true)
    expect(order?.settings).toEqual(reel.settings)
  })

  test('leaves a video that says whether the reel was changed after its request', async () => {
    const here = await world()
    const reel = await aReel(here, { images: 2 })
    const renderId = await startRender(here, reel.id)
    here.work()
    await waitForRender(here, renderId)
    const isOutdated = async () => (await reelOf(here, reel.id)).isVideoOutdated
    const save = (imageUrls: readonly string[]) =>
      here.ask('pro', 'POST', '/api/airtable/save-images', { recordId: reel.id, imageUrls })
    expect(await isOutdated()).toBe(false)
    await save(reel.images.toReversed())
    expect(await isOutdated()).toBe(true)
    await save(reel.images)
    expect(await isOutdated()).toBe(false)
    const caption = { ...reel.settings.caption, isShown: true }
    await here.ask('pro', 'PUT', `/api/reels/${reel.id}/settings`, settingsWith(reel, { caption }))
    expect(await isOutdated()).toBe(true)
    await waitForRender(here, await startRender(here, reel.id))
    expect(await isOutdated()).toBe(false)
  })

  test('reports its progress, once a second, and never less than before', async () => {
    const { here, renderId, reel, steps, clock } = await going()
    steps.advance(9)
    await until('the first frames are counted', async () => (await statusOf(here, renderId)).framesDone === 9)
    expect(await statusOf(here, renderId)).toMatchObject({ status: 'processing', progress: 0.1, secondsLeft: null })
    steps.advance(18)
    clock.moveBy(3 * SECOND)
    await until('more is counted', async () => {
      // What comes while the first is still being written is left to the next, as an encoder tells it.
      steps.advance(36)
      return (await statusOf(here, renderId)).framesDone === 36
    })
    // 27 frames in 3 seconds: the other 54 take 6.
    expect(await statusOf(here, renderId)).toMatchObject({ progress: 0.4, frames: FRAMES, secondsLeft: 6 })
    expect((await reelOf(here, reel.id)).render).toMatchObject({ id: renderId, framesDone: 36 })
    const [work] = (await here.ask('basic', 'GET', '/api/activity')).json()
    expect(work).toMatchObject({ kind: 'render-reel', subject: 'A walk', renderId, reelId: reel.id, state: 'running' })
    const events = await here.database.queries
      .selectFrom('events')
      .selectAll()
      .where('kind', '=', 'render-progress')
      .execute()
    expect(events).toHaveLength(2)
    steps.end()
    await waitForRender(here, renderId)
  })

  test.each([
    ['has ended for the twentieth time', { state: 'running' as const, silences: 19, lease_token: 'of a dead process' }],
    ['was given up before the server started', { state: 'failed' as const, reason: 'silent', finished_at: 0 }],
  ])('whose process %s ends by itself: its credit comes back, and its reel is free', async (_what, job) => {
    const here = await world({ isAlone: true })
    const reel = await aReel(here)
    const renderId = await startRender(here, reel.id)
    const { queries } = here.database
    await queries.updateTable('renders').set({ state: 'running' }).execute()
    await queries.updateTable('jobs').set(job).execute()
    here.work()
    // Not through the status of the render: reading it completes it as well.
    await until('the render has ended', async () => {
      const row = await queries.selectFrom('renders').select('state').where('id', '=', renderId).executeTakeFirst()
      return row?.state === 'failed'
    })
    expect(await creditsOf(here)).toMatchObject({ used: 1, remaining: 4 })
    expect((await generate(here, reel.id)).statusCode).toBe(200)
  })

  test('that was requested twice is made once', async () => {
    const here = await world()
    const reel = await aReel(here)
    const renderId = await startRender(here, reel.id)
    const again = await generate(here, reel.id)
    expect(again.statusCode).toBe(409)
    expect(again.json()).toMatchObject({ error: 'render_under_way', renderId })
    expect(await creditsOf(here)).toMatchObject({ used: 2 })
  })

  test('that follows another keeps the old video until the new one is there, and its files for a day', async () => {
    const here = await world()
    const reel = await aReel(here)
    here.work()
    const first = await waitForRender(here, await startRender(here, reel.id))
    const work = steps()
    here.renderer.expect(work)
    const second = await startRender(here, reel.id)
    await work.begun
    expect((await reelOf(here, reel.id)).videoUrl).toBe(first.url)
    work.end()
    const { url } = await waitForRender(here, second)
    expect(url).not.toBe(first.url)
    expect((await reelOf(here, reel.id)).videoUrl).toBe(url)
    here.clock.moveBy(DAY - SECOND)
    await here.purge()
    expect((await here.ask('pro', 'GET', first.url ?? '')).statusCode).toBe(200)
    here.clock.moveBy(2 * SECOND)
    await here.purge()
    for (const gone of [first.url ?? '', `${first.url}/cover`])
      expect((await here.ask('pro', 'GET', gone)).statusCode).toBe(404)
    // Both were made of the same images and settings: what was removed was the old one's alone.
    for (const kept of [url ?? '', `${url}/cover`]) expect((await here.ask('pro', 'GET', kept)).statusCode).toBe(200)
  })
})

test('open screens receive every step, and only those of the company', async () => {
  const here = await world()
  const reel = await aReel(here)
  const { queries } = here.database
  const readEvents = async () => {
    const rows = await queries.selectFrom('events').select(['kind', 'company_id']).orderBy('id').execute()
    await queries.deleteFrom('events').execute()
    return [...new Set(rows.map(({ kind, company_id }) => `${kind} ${company_id}`))].toSorted()
  }
  await readEvents()
  const renderId = await startRender(here, reel.id)
  const asked = ['activity-changed 1', 'credits-changed 1', 'reels-changed 1']
  expect(await readEvents()).toEqual(asked)
  await here.ask('pro', 'POST', `/api/renders/${renderId}/cancel`)
  expect(await readEvents()).toEqual(asked)
  const again = await startRender(here, reel.id)
  await readEvents()
  here.work()
  await waitForRender(here, again)
  expect(await readEvents()).toEqual([
    'activity-changed 1',
    'content-changed 1',
    'reels-changed 1',
    'render-progress 1',
  ])
})
