/** What the status of a render answers for ids that there are not, or not here. */
import { describe, expect, test } from 'vitest'
import { aReel, startRender, statusOf } from '../../../testing/reels.ts'
import { world } from '../../../testing/world.ts'

const MISSING = '00000000-0000-4000-8000-000000000000'

describe('reel-status', () => {
  test.each(['none', 'undefined', '123', `${MISSING}0`])('of %s, which is no id, is a failed one', async (id) => {
    const here = await world()
    const res = await here.ask('pro', 'GET', `/api/airtable/reel-status/${id}`)
    expect(res.statusCode).toBe(200)
    expect(res.json()).toMatchObject({
      success: false,
      status: 'failed',
      result: { id, status: 'failed', progress: 0, url: null, outputs: [] },
    })
  })

  test('of an id in capitals is that of the render, which can be cancelled by it too', async () => {
    const here = await world()
    const renderId = await startRender(here, (await aReel(here)).id)
    const capitals = renderId.toUpperCase()
    const res = await here.ask('pro', 'GET', `/api/airtable/reel-status/${capitals}`)
    expect([res.statusCode, res.json().result]).toMatchObject([200, { id: renderId, status: 'processing' }])
    expect((await here.ask('pro', 'POST', `/api/renders/${capitals}/cancel`)).json().result.isCancelled).toBe(true)
  })

  test('of another company is not found, and neither is its cancelling', async () => {
    const here = await world()
    const renderId = await startRender(here, (await aReel(here)).id)
    for (const id of [renderId, MISSING])
      for (const [method, url] of [
        ['GET', `/api/airtable/reel-status/${id}`],
        ['POST', `/api/renders/${id}/cancel`],
      ] as const)
        expect((await here.ask('foreigner', method, url)).statusCode).toBe(404)
    expect(await statusOf(here, renderId)).toMatchObject({ status: 'processing' })
  })
})
