/** Renders that are cancelled, by any user and in any state: the credit comes back, and no file stays. */
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { lockCompany } from '#features/identity/index.ts'
import { operatorFrom } from '#platform/viewer.ts'
import { until } from '../../../testing/queue-nodes.ts'
import { aReel, creditsOf, generate, reelOf, startRender, statusOf, waitForRender } from '../../../testing/reels.ts'
import { going, jobsOf, partsOf } from '../../../testing/renders.ts'
import { FRAMES } from '../../../testing/test-renderer.ts'
import { testEngine } from '../../../testing/test-store.ts'
import { world } from '../../../testing/world.ts'

const onPostgres = testEngine === 'postgres' ? test : () => {}

const SECOND = 1_000

describe('cancelling', () => {
  test('a render that waits gives the credit back, once', async () => {
    const here = await world()
    const renderId = await startRender(here, (await aReel(here)).id)
    for (let time = 0; time < 3; time += 1) {
      const res = await here.ask('pro', 'POST', `/api/renders/${renderId}/cancel`)
      expect(res.json()).toMatchObject({ success: false, status: 'failed', result: { isCancelled: true } })
    }
    expect(await creditsOf(here)).toMatchObject({ used: 1 })
    expect(await jobsOf(here)).toMatchObject([{ state: 'cancelled' }])
  })

  test.each([1, FRAMES - 1])('a render at frame %i lets the renderer go and leaves no file', async (frames) => {
    const { here, steps, renderId, reel, cancel } = await going()
    steps.advance(frames)
    expect((await cancel()).json().result).toMatchObject({ isCancelled: true, url: null })
    expect(here.renderer.orders[0]?.signal.aborted).toBe(true)
    await until('nothing is left', () => partsOf(here).length === 0)
    expect(await reelOf(here, reel.id)).toMatchObject({ videoUrl: null, render: null })
    expect(await creditsOf(here)).toMatchObject({ used: 1 })
    expect(await startRender(here, reel.id)).not.toBe(renderId)
  })

  test('a render on another node ends it there with the next frames', async () => {
    const { here, steps, renderId, reel, clock } = await going()
    // As another process would: this one gets no event.
    const { database, services } = here
    await database.transaction((tx) => services.renders.cancelOf(tx, operatorFrom(null), reel.id))
    clock.moveBy(2 * SECOND)
    steps.advance(30)
    await until('the renderer is let go', () => here.renderer.orders[0]?.signal.aborted === true)
    await until('nothing is left', () => partsOf(here).length === 0)
    expect(await statusOf(here, renderId)).toMatchObject({ isCancelled: true })
  })

  test('a render that has ended changes nothing', async () => {
    const { here, steps, renderId, reel, cancel } = await going()
    steps.end()
    const { url } = await waitForRender(here, renderId)
    expect((await cancel()).json()).toMatchObject({ success: true, status: 'completed', result: { url } })
    expect(await reelOf(here, reel.id)).toMatchObject({ videoUrl: url })
    expect(await creditsOf(here)).toMatchObject({ used: 2 })
  })

  test('through the list of work gives the credit back too', async () => {
    const { here, renderId } = await going()
    const [{ id }] = (await here.ask('admin', 'GET', '/api/activity')).json()
    expect((await here.ask('admin', 'POST', `/api/activity/${id}/cancel`)).statusCode).toBe(200)
    expect(await statusOf(here, renderId)).toMatchObject({ isCancelled: true })
    expect(await creditsOf(here)).toMatchObject({ used: 1 })
  })
})

test('deleting a reel cancels its render and gives the credit back', async () => {
  const { here, renderId, reel } = await going()
  expect((await here.ask('pro', 'DELETE', `/api/airtable/reels/${reel.id}`)).statusCode).toBe(200)
  expect(here.renderer.orders[0]?.signal.aborted).toBe(true)
  expect(await statusOf(here, renderId)).toMatchObject({ isCancelled: true })
  expect(await creditsOf(here)).toMatchObject({ used: 1 })
})

onPostgres('a reel that is deleted while its render is being started leaves no render and no charge', async () => {
  const here = await world()
  const reel = await aReel(here)
  const { database, ask } = here
  const countWaiting = async () => {
    const ofThis = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    return (await ofThis.execute(database.queries)).rows.length
  }
  const free = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const holding = database.transaction(async (tx) => {
    await lockCompany({ queries: tx, engine: database.engine }, 1)
    held.resolve()
    await free.promise
  })
  await held.promise
  const starting = generate(here, reel.id)
  await until('the render waits for the company', async () => (await countWaiting()) === 1)
  const deleting = ask('pro', 'DELETE', `/api/airtable/reels/${reel.id}`)
  await until('the deletion waits for the reel', async () => (await countWaiting()) === 2)
  free.resolve()
  await holding
  const { renderId } = (await starting).json()
  expect((await deleting).statusCode).toBe(200)
  expect(await statusOf(here, renderId)).toMatchObject({ isCancelled: true })
  expect(await creditsOf(here)).toMatchObject({ used: 1 })
  expect(await jobsOf(here)).toMatchObject([{ state: 'cancelled' }])
})
