/** Renders over HTTP: asked for, watched, called off, and what they cost. */
import { describe, expect, test } from 'vitest'
import { aReel, creditsOf, ended, generate, generated, reelOf, statusOf } from '../../testing/reels.ts'
import { world } from '../../testing/world.ts'

test('a reel is rendered, shows its video, and costs one credit', async () => {
  const here = await world()
  const reel = await aReel(here)
  const renderId = await generated(here, reel.id)
  here.work()
  const result = await ended(here, renderId)
  expect(result).toMatchObject({ id: renderId, status: 'completed', progress: 1, framesDone: 90, frames: 90 })
  const video = await here.ask('stranger', 'GET', result.url ?? '')
  expect(video.statusCode).toBe(200)
  expect(video.headers['content-type']).toBe('video/mp4')
  expect(await reelOf(here, reel.id)).toMatchObject({ videoUrl: result.url, render: null, version: reel.version })
  expect(await creditsOf(here)).toEqual({ total: 5, used: 2, remaining: 3, renewalDate: null })
})
