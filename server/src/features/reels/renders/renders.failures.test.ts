/** Renders that fail, or whose worker stops: the credit comes back or the work goes on, and nothing is left behind. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { RenderRefused } from '#ports/renderer.ts'
import { until } from '../../../testing/queue-nodes.ts'
import { aReel, creditsOf, reelOf, settingsWith, startRender, statusOf, waitForRender } from '../../../testing/reels.ts'
import { going, jobsOf, partsOf } from '../../../testing/renders.ts'
import { steps } from '../../../testing/test-renderer.ts'
import { world } from '../../../testing/world.ts'
import { DAY } from '../../../testing/world-with-sources.ts'

const SECOND = 1_000

describe('a render that fails', () => {
  test.each([
    [
      new RenderRefused('no_encoder', 'There is no encoder here: set FFMPEG_PATH.'),
      'There is no encoder here: set FFMPEG_PATH.',
      1,
    ],
    [new RenderRefused('bad_picture', 'Image 2 cannot be read.'), 'Image 2 cannot be read.', 1],
    [new RenderRefused('disk_full', 'The disk is full.'), 'The disk is full.', 1],
    [
      Object.assign(new Error('write'), { code: 'ENOSPC' }),
      'The disk of the server is full. Make room on it, then try again.',
      1,
    ],
    [new RenderRefused('encoder_failed', 'The encoder was ended.'), 'The encoder was ended.', 2],
    [new RenderRefused('stalled', 'It made no progress.'), 'It made no progress.', 2],
    [new Error('anything'), 'Something went wrong on the server while the reel was made.', 2],
  ])('says what, and gives the credit back: %s', async (error, message, tries) => {
    const here = await world()
    const reel = await aReel(here)
    here.renderer.expect(error, error, error)
    const renderId = await startRender(here, reel.id)
    const workers = here.work()
    // The second try waits a moment of the clock.
    await until('it has been tried', () => here.renderer.orders.length === 1)
    if (tries > 1) {
      await until('it waits for its next try', async () => (await jobsOf(here)).some(({ reason }) => reason !== null))
      here.clock.moveBy(10 * SECOND)
      await workers.end()
      here.work()
    }
    const result = await waitForRender(here, renderId)
    expect(result).toMatchObject({ status: 'failed', message, url: null, outputs: [], isCancelled: false })
    expect((await reelOf(here, reel.id)).render).toMatchObject({ id: renderId, status: 'failed', message })
    expect(await creditsOf(here)).toMatchObject({ used: 1, remaining: 4 })
    expect(here.renderer.orders).toHaveLength(tries)
    await until('nothing is left', () => partsOf(here).length === 0)
  })

  test('leaves the old video where it is, and can be requested again', async () => {
    const here = await world()
    const reel = await aReel(here)
    here.work()
    const { url } = await waitForRender(here, await startRender(here, reel.id))
    here.renderer.expect(new RenderRefused('bad_picture', 'No.'))
    await waitForRender(here, await startRender(here, reel.id))
    expect(await reelOf(here, reel.id)).toMatchObject({ videoUrl: url, render: { status: 'failed' } })
    expect(await waitForRender(here, await startRender(here, reel.id))).toMatchObject({ status: 'completed' })
    expect((await reelOf(here, reel.id)).render).toBeNull()
  })

  test.each(['failed', 'cancelled'])('does not hide that the old video is outdated, when it has %s', async (how) => {
    const here = await world()
    const reel = await aReel(here)
    here.work()
    await waitForRender(here, await startRender(here, reel.id))
    const caption = { ...reel.settings.caption, isShown: true }
    await here.ask('pro', 'PUT', `/api/reels/${reel.id}/settings`, settingsWith(reel, { caption }))
    expect(await reelOf(here, reel.id)).toMatchObject({ isVideoOutdated: true })
    const going = steps()
    here.renderer.expect(how === 'failed' ? new RenderRefused('bad_picture', 'No.') : going)
    const renderId = await startRender(here, reel.id)
    if (how === 'cancelled') {
      await going.begun
      await here.ask('pro', 'POST', `/api/renders/${renderId}/cancel`)
    }
    await waitForRender(here, renderId)
    expect(await reelOf(here, reel.id)).toMatchObject({ isVideoOutdated: true })
  })

  test('because its process ended again and again is settled, and gives the credit back', async () => {
    const here = await world()
    const renderId = await startRender(here, (await aReel(here)).id)
    await here.database.queries.updateTable('jobs').set({ state: 'failed', reason: 'silent', finished_at: 0 }).execute()
    await here.purge()
    expect(await statusOf(here, renderId)).toMatchObject({
      status: 'failed',
      message: expect.stringMatching(/crashed/),
    })
    expect(await creditsOf(here)).toMatchObject({ used: 1 })
  })
})

test('files of a worker that lost its render stay for the next one, and go when nothing names them after a day', async () => {
  const { here, steps, workers } = await going()
  const files = () =>
    readdirSync(`${here.folder}/blobs`, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
  const before = files().length
  await here.database.queries
    .updateTable('jobs')
    .set({ lease_token: 'of another' })
    .where('kind', '=', 'render-reel')
    .execute()
  steps.end()
  await until('it lets go', () => partsOf(here).length === 0)
  expect(files()).toHaveLength(before + 2)
  await workers.end()
  here.clock.moveBy(DAY + SECOND)
  await here.purge()
  expect(files()).toHaveLength(before)
})

test('a worker that stops releases its render, and the next one continues from the reported progress', async () => {
  const { here, renderId, steps: first, workers } = await going()
  first.advance(60)
  await until('progress is shown', async () => (await statusOf(here, renderId)).framesDone === 60)
  await workers.end()
  const second = steps()
  here.renderer.expect(second)
  here.work()
  await second.begun
  here.clock.moveBy(2 * SECOND)
  second.advance(3)
  const { queries } = here.database
  await until('progress is shown again', async () => {
    const events = await queries.selectFrom('events').select('id').where('kind', '=', 'render-progress').execute()
    return events.length === 2
  })
  expect(await statusOf(here, renderId)).toMatchObject({ status: 'processing', framesDone: 60 })
  second.end()
  expect(await waitForRender(here, renderId)).toMatchObject({ status: 'completed' })
  expect(await creditsOf(here)).toMatchObject({ used: 2 })
})

test('work folders without a render are removed', async () => {
  const { here, steps, renderId } = await going()
  mkdirSync(`${here.folder}/renders/render-stray`)
  writeFileSync(`${here.folder}/renders/render-stray/reel.mp4.part`, 'half')
  await here.purge()
  expect(readdirSync(`${here.folder}/renders`)).toHaveLength(1)
  steps.end()
  expect(await waitForRender(here, renderId)).toMatchObject({ status: 'completed' })
})
