/** Reels of a company whose content is kept in a table. */
import { describe, expect, test } from 'vitest'
import { aReel, listReels, reelOf, startRender, statusOf } from '../../../testing/reels.ts'
import { DAY, MINUTE } from '../../../testing/world-with-sources.ts'
import { makeWorldWithTable, posts } from '../../../testing/world-with-table.ts'

describe('a reel of a company whose content is kept in a table', () => {
  test('is a record there, changes there first, and is marked there when it is deleted', async () => {
    const here = await makeWorldWithTable()
    const reel = await aReel(here, { text: 'in the table' })
    await here.pull()
    expect(await here.item(reel.id)).toMatchObject({ caption: 'in the table', mediaType: 'reel', status: 'Draft' })
    const change = { recordId: reel.id, imageUrls: reel.images, caption: 'changed' }
    expect((await here.ask('pro', 'POST', '/api/airtable/save-images', change)).statusCode).toBe(200)
    await here.pull()
    expect(await reelOf(here, reel.id)).toMatchObject({ caption: 'changed', images: reel.images })
    await here.ask('pro', 'DELETE', `/api/airtable/reels/${reel.id}`)
    await here.pull()
    expect(await listReels(here)).toEqual([])
  })

  test('has its video again when its record there is a draft again, however much later', async () => {
    const here = await makeWorldWithTable()
    const reel = await aReel(here)
    const renderId = await startRender(here, reel.id)
    await here.pull()
    const { url } = await statusOf(here, renderId)
    await here.ask('pro', 'DELETE', `/api/airtable/reels/${reel.id}`)
    await here.pass(2 * DAY)
    await here.purge()
    posts(here).edit(reel.id, { Status: 'Draft' })
    await here.pull()
    expect(await reelOf(here, reel.id)).toMatchObject({ videoUrl: url, status: 'Draft' })
    for (const kept of [url ?? '', `${url}/cover`]) expect((await here.ask('pro', 'GET', kept)).statusCode).toBe(200)
  })

  test('is made of the first six pictures of a carousel that its table calls a reel from now on', async () => {
    const here = await makeWorldWithTable({ isPulled: false })
    const pictures = Array.from({ length: 8 }, (_, at) => ({ url: `https://x.example.test/${at}.png` }))
    const id = posts(here).add({ Caption: 'eight', 'Media Type': 'Carousel', Image: pictures })
    await here.pull()
    here.clock.moveBy(MINUTE)
    posts(here).edit(id, { 'Media Type': 'Reel' })
    await here.pull()
    expect((await listReels(here)).map((reel) => [reel.id, reel.images.length, reel.settings.pictures.length])).toEqual(
      [[id, 6, 6]],
    )
    expect((await statusOf(here, await startRender(here, id))).status).toBe('processing')
  })
})
