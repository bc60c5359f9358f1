/** Reels over HTTP: made of images, and what a client may say of their videos. */
import type { Reel } from '@tangelo/contract'
import { describe, expect, test } from 'vitest'
import { NoPicture, type PictureFetch } from '#ports/pictures.ts'
import { readTables } from '../../../testing/read-tables.ts'
import { aPixel, aReel, creditsOf, listReels, reelOf, uploadImages } from '../../../testing/reels.ts'
import { type Person, START, type World, world } from '../../../testing/world.ts'

const MISSING = 'recMissing0000001'

const make = ({ ask }: World, body: object, who: Person = 'pro') => ask(who, 'POST', '/api/airtable/create-reel', body)

/** What the guarded fetch would bring from elsewhere. */
const elsewhere: PictureFetch = {
  fetch: async (url) => {
    if (url.includes('private')) throw new NoPicture('refused', 'Pictures are taken from the public internet only.')
    if (url.includes('text')) return { bytes: Buffer.from('no picture at all'), type: 'image/gif' }
    return { bytes: aPixel(200), type: 'image/gif' }
  },
}

describe('a new reel', () => {
  test('is a draft like any other, with its images, and costs one credit', async () => {
    const here = await world()
    const images = await uploadImages(here, 2)
    const res = await make(here, { images: images.toReversed(), text: 'A walk' })
    expect(res.statusCode, res.body).toBe(200)
    const { reel, renderId, success } = res.json()
    const picture = { seconds: 3, motion: 'calm', strength: 0.07 }
    expect({ renderId, success }).toEqual({ renderId: null, success: true })
    expect(reel).toEqual({
      id: expect.stringMatching(/^rec[A-Za-z0-9]{14}$/),
      companyId: 1,
      caption: 'A walk',
      imageUrl: images[1],
      images: images.toReversed(),
      imageSizes: [
        { name: 'photo 2.gif', width: 1, height: 1 },
        { name: 'photo 1.gif', width: 1, height: 1 },
      ],
      videoUrl: null,
      coverUrl: null,
      isVideoOutdated: false,
      status: 'Draft',
      createdTime: new Date(START).toISOString(),
      version: 1,
      settings: {
        pictures: [picture, picture],
        transition: { kind: 'cross-fade', seconds: 0.5 },
        caption: { isShown: false, text: 'A walk', place: 'bottom', style: 'outline' },
        music: null,
        coverSeconds: 0,
        quality: 'standard',
      },
      render: null,
      check: null,
    })
    expect(await listReels(here)).toEqual([reel])
    const drafts = (await here.ask('basic', 'GET', '/api/airtable/draft-posts')).json()
    expect(drafts).toMatchObject([{ id: reel.id, mediaType: 'reel', caption: 'A walk', imageUrl: images[1] }])
    const history = (await here.ask('pro', 'GET', `/api/content/posts/${reel.id}/history`)).json()
    expect(history).toMatchObject([{ kind: 'made', by: 'pro' }])
    expect(await creditsOf(here)).toMatchObject({ used: 1, remaining: 4 })
  })

  test('belongs to the company of the user who creates it, whatever the body names', async () => {
    const here = await world()
    const images = await uploadImages(here)
    expect((await make(here, { images, companyId: 2 })).json().reel.companyId).toBe(1)
    const theirs = await uploadImages(here, 1, 'foreigner')
    expect((await make(here, { images: theirs, companyId: 2 }, 'admin')).json().reel.companyId).toBe(2)
    expect((await make(here, { images, companyId: 999 }, 'admin')).statusCode).toBe(404)
  })

  test('is about an account of the company, or of none', async () => {
    const here = await world({ accounts: ['own', { username: 'foreign', companyId: 2 }] })
    const images = await uploadImages(here)
    const { reel } = (await make(here, { images, accountId: 1 })).json()
    const item = (await here.ask('pro', 'GET', `/api/content/posts/${reel.id}`)).json()
    expect(item).toMatchObject({ accountId: 1, account: { username: 'own' } })
    for (const accountId of [2, 999])
      for (const who of ['pro', 'admin'] as const)
        expect((await make(here, { images, accountId }, who)).statusCode).toBe(404)
    expect(await listReels(here)).toHaveLength(1)
  })

  test('may have images from elsewhere, which are judged and kept here', async () => {
    const here = await world({ pictures: elsewhere })
    const [own = ''] = await uploadImages(here)
    const elsewhereNamed = own.replace('http://localhost', 'https://tangelo.example')
    const res = await make(here, { images: ['https://example.org/sea.gif', elsewhereNamed] })
    const { images, imageSizes } = res.json().reel as Reel
    expect(images).toEqual([expect.stringMatching(/^http:\/\/localhost\/media\/u\//), own])
    expect(imageSizes[0]).toEqual({ name: 'sea.gif', width: 1, height: 1 })
    expect((await here.ask('stranger', 'GET', images[0] ?? '')).statusCode).toBe(200)
  })

  test.each([
    [['http://private.example/1.gif'], 400, 'Image 1: Pictures are taken from the public internet only.'],
    [['https://example.org/ok.gif', 'https://example.org/text.gif'], 415, /^Image 2 \(text\.gif\) is not a JPEG/],
    [[], 400, 'No images provided. Please upload at least one image.'],
    [Array(7).fill('https://example.org/ok.gif'), 400, 'You can only upload a maximum of 6 images for a reel.'],
    [['/media/u/AAAAAAAAAAAAAAAAAAAAAA'], 404, 'Picture not found'],
    [['/etc/passwd'], 404, 'Picture not found'],
  ])('is not made of %j', async (images, status, message) => {
    const here = await world({ pictures: elsewhere })
    const before = await readTables(here.database, 'content_items', 'credit_entries', 'reels')
    const res = await make(here, { images })
    expect([res.statusCode, res.json().message]).toEqual([status, expect.stringMatching(message)])
    expect(await readTables(here.database, 'content_items', 'credit_entries', 'reels')).toEqual(before)
  })

  test('needs a credit, and without one nothing is fetched or kept', async () => {
    const here = await world({ pictures: elsewhere })
    const images = await uploadImages(here)
    for (let count = 0; count < 5; count += 1) await make(here, { images })
    const before = await readTables(here.database)
    const res = await make(here, { images: ['https://example.org/sea.gif'] })
    expect([res.statusCode, res.json().error]).toEqual([402, 'not_enough_credits'])
    expect(await readTables(here.database)).toEqual(before)
  })

  test('is not made of an image of another company', async () => {
    const here = await world()
    const images = await uploadImages(here, 1, 'foreigner')
    expect((await make(here, { images })).statusCode).toBe(404)
    const reel = await aReel(here)
    const saved = await here.ask('pro', 'POST', '/api/airtable/save-images', { recordId: reel.id, imageUrls: images })
    expect(saved.statusCode).toBe(404)
    expect(await reelOf(here, reel.id)).toEqual(reel)
  })
})

describe('update-reel-video', () => {
  const confirm = ({ ask }: World, body: object) => ask('pro', 'POST', '/api/airtable/update-reel-video', body)

  test("only confirms: the client's description of the video is ignored", async () => {
    const here = await world()
    const reel = await aReel(here)
    const said = { reelId: reel.id, videoUrl: 'https://evil.example/x.mp4', status: 'succeeded', outputs: [] }
    for (let time = 0; time < 2; time += 1) expect((await confirm(here, said)).json()).toEqual(reel)
  })

  test('knows only renders of that reel', async () => {
    const here = await world()
    const [one, two] = [await aReel(here), await aReel(here)]
    const { renderId } = (await make(here, { selectedReels: [one.id] })).json()
    expect((await confirm(here, { reelId: one.id, renderId })).statusCode).toBe(200)
    for (const body of [
      { reelId: two.id, renderId },
      { reelId: one.id, renderId: 'no-id' },
      { reelId: MISSING, renderId },
    ])
      expect((await confirm(here, body)).statusCode).toBe(404)
  })
})
