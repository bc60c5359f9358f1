/** The list of reels over HTTP: whose it is, in which order, and what is left out. */
import type { Reel } from '@tangelo/contract'
import { describe, expect, test } from 'vitest'
import { itemsIn } from '../../../testing/content-items.ts'
import { aReel, listReels } from '../../../testing/reels.ts'
import { world } from '../../../testing/world.ts'

describe('the list', () => {
  test('is newest first, of the own company, page by page', async () => {
    const here = await world()
    const made: string[] = []
    for (const text of ['one', 'two', 'three']) {
      made.push((await aReel(here, { text })).id)
      here.clock.moveBy(1_000)
    }
    await aReel(here, { who: 'foreigner' })
    const first = await here.ask('pro', 'GET', '/api/airtable/reels?limit=2')
    expect(first.headers['x-total-count']).toBe('3')
    const next = /^<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? ''
    const rest = (await here.ask('pro', 'GET', next)).json() as Reel[]
    expect([...(first.json() as Reel[]), ...rest].map(({ id }) => id)).toEqual(made.toReversed())
    expect((await listReels(here, '?q=TWO')).map(({ caption }) => caption)).toEqual(['two'])
    expect(await listReels(here, '', 'admin')).toHaveLength(4)
  })

  test('holds reels of a table too, and leaves out what is no reel, is gone, or is to be deleted', async () => {
    const here = await world()
    await itemsIn(here, [
      {
        id: 'recReel0000000001',
        mediaType: 'Reel',
        caption: 'from a table',
        imageUrl: '/media/u/AAAAAAAAAAAAAAAAAAAAAA',
      },
      { id: 'recPicture0000001', mediaType: 'image' },
      { id: 'recGone0000000001', mediaType: 'reel', isGone: true },
      { id: 'recDelete00000001', mediaType: 'reel', status: 'Delete' },
    ])
    const [reel, ...others] = await listReels(here)
    expect(others).toEqual([])
    expect(reel).toMatchObject({
      images: ['http://localhost/media/u/AAAAAAAAAAAAAAAAAAAAAA'],
      imageSizes: [null],
      version: 1,
    })
    expect(reel?.settings.pictures).toHaveLength(1)
    for (const id of ['recPicture0000001', 'recGone0000000001', 'recDelete00000001'])
      expect((await here.ask('pro', 'GET', `/api/airtable/reels/${id}`)).statusCode).toBe(404)
  })
})

test('a deleted reel is in no list and no count any more', async () => {
  const here = await world()
  const reel = await aReel(here)
  expect((await here.ask('pro', 'DELETE', `/api/airtable/reels/${reel.id}`)).json()).toEqual({ success: true })
  expect(await listReels(here)).toEqual([])
  expect((await here.ask('pro', 'GET', '/api/airtable/all-posts')).json()).toEqual([])
  expect((await here.ask('pro', 'GET', `/api/airtable/reels/${reel.id}`)).statusCode).toBe(404)
  expect((await here.ask('pro', 'DELETE', `/api/airtable/reels/${reel.id}`)).statusCode).toBe(404)
})
