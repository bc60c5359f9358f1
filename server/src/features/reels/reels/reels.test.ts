/** Reels over HTTP: made of images, arranged, copied and deleted. */
import type { Reel } from '@tangelo/contract'
import { describe, expect, test } from 'vitest'
import { NoPicture, type PictureFetch } from '#ports/pictures.ts'
import { itemsIn } from '../../../testing/content-items.ts'
import { DAY } from '../../../testing/measured.ts'
import {
  aPixel,
  aReel,
  creditsOf,
  generated,
  reelOf,
  settingsWith,
  statusOf,
  uploaded,
  withMusic,
} from '../../../testing/reels.ts'
import { stored } from '../../../testing/stored.ts'
import { tabled } from '../../../testing/tabled.ts'
import { type Person, START, type World, world } from '../../../testing/world.ts'

const MISSING = 'recMissing0000001'
const CREATE = '/api/airtable/create-reel'

const make = ({ ask }: World, body: object, who: Person = 'pro') => ask(who, 'POST', CREATE, body)

const saveSettings = ({ ask }: World, reel: Reel, body: object, who: Person = 'pro') =>
  ask(who, 'PUT', `/api/reels/${reel.id}/settings`, body)

const listed = async ({ ask }: World, query = '', who: Person = 'pro') =>
  (await ask(who, 'GET', `/api/airtable/reels${query}`)).json() as Reel[]

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
    const images = await uploaded(here, 2)
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
    expect(await listed(here)).toEqual([reel])
    const drafts = (await here.ask('basic', 'GET', '/api/airtable/draft-posts')).json()
    expect(drafts).toMatchObject([{ id: reel.id, mediaType: 'reel', caption: 'A walk', imageUrl: images[1] }])
    const history = (await here.ask('pro', 'GET', `/api/content/posts/${reel.id}/history`)).json()
    expect(history).toMatchObject([{ kind: 'made', by: 'pro' }])
    expect(await creditsOf(here)).toMatchObject({ used: 1, remaining: 4 })
  })

  test('belongs to the company of the user who creates it, whatever the body names', async () => {
    const here = await world()
    const images = await uploaded(here)
    expect((await make(here, { images, companyId: 2 })).json().reel.companyId).toBe(1)
    const theirs = await uploaded(here, 1, 'foreigner')
    expect((await make(here, { images: theirs, companyId: 2 }, 'admin')).json().reel.companyId).toBe(2)
    expect((await make(here, { images, companyId: 999 }, 'admin')).statusCode).toBe(404)
  })

  test('is about an account of the company, or of none', async () => {
    const here = await world({ accounts: ['own', { username: 'foreign', companyId: 2 }] })
    const images = await uploaded(here)
    const { reel } = (await make(here, { images, accountId: 1 })).json()
    const item = (await here.ask('pro', 'GET', `/api/content/posts/${reel.id}`)).json()
    expect(item).toMatchObject({ accountId: 1, account: { username: 'own' } })
    for (const accountId of [2, 999])
      for (const who of ['pro', 'admin'] as const)
        expect((await make(here, { images, accountId }, who)).statusCode).toBe(404)
    expect(await listed(here)).toHaveLength(1)
  })

  test('may have images from elsewhere, which are judged and kept here', async () => {
    const here = await world({ pictures: elsewhere })
    const [own = ''] = await uploaded(here)
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
    const before = await stored(here.database, 'content_items', 'credit_entries', 'reels')
    const res = await make(here, { images })
    expect([res.statusCode, res.json().message]).toEqual([status, expect.stringMatching(message)])
    expect(await stored(here.database, 'content_items', 'credit_entries', 'reels')).toEqual(before)
  })

  test('needs a credit, and without one nothing is fetched or kept', async () => {
    const here = await world({ pictures: elsewhere })
    const images = await uploaded(here)
    for (let count = 0; count < 5; count += 1) await make(here, { images })
    const before = await stored(here.database)
    const res = await make(here, { images: ['https://example.org/sea.gif'] })
    expect([res.statusCode, res.json().error]).toEqual([402, 'not_enough_credits'])
    expect(await stored(here.database)).toEqual(before)
  })

  test('is not made of an image of another company', async () => {
    const here = await world()
    const images = await uploaded(here, 1, 'foreigner')
    expect((await make(here, { images })).statusCode).toBe(404)
    const reel = await aReel(here)
    const saved = await here.ask('pro', 'POST', '/api/airtable/save-images', { recordId: reel.id, imageUrls: images })
    expect(saved.statusCode).toBe(404)
    expect(await reelOf(here, reel.id)).toEqual(reel)
  })
})

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
    expect((await listed(here, '?q=TWO')).map(({ caption }) => caption)).toEqual(['two'])
    expect(await listed(here, '', 'admin')).toHaveLength(4)
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
    const [reel, ...others] = await listed(here)
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

describe('images and settings', () => {
  test('every image keeps what was chosen for it when the order changes', async () => {
    const here = await world()
    const reel = await aReel(here, { images: 3 })
    const pictures = [1, 2, 4].map((seconds) => ({ seconds, motion: 'still' as const, strength: 0.02 }))
    await saveSettings(here, reel, settingsWith(reel, { pictures }))
    const [one = '', two = '', three = ''] = reel.images
    const imageUrls = [three, one]
    const res = await here.ask('pro', 'POST', '/api/airtable/save-images', {
      recordId: reel.id,
      imageUrls,
      caption: 'new',
    })
    expect(res.json()).toMatchObject({ images: imageUrls, imageUrl: three, caption: 'new', version: 3 })
    expect(res.json().settings.pictures.map(({ seconds }: { seconds: number }) => seconds)).toEqual([4, 1])
    const [latest] = (await here.ask('pro', 'GET', `/api/content/posts/${reel.id}/history`)).json()
    expect(latest.changes).toEqual([
      { field: 'caption', from: 'A walk', to: 'new' },
      { field: 'imageUrl', from: one, to: three },
      { field: 'images', from: [one, two, three], to: imageUrls },
    ])
    expect(await creditsOf(here)).toMatchObject({ used: 1 })
  })

  test('are kept as they were sent, and the same again changes nothing', async () => {
    const here = await world()
    const reel = await aReel(here)
    const wish = settingsWith(reel, { transition: { kind: 'slide', seconds: 0.3 }, quality: 'best' })
    const saved = (await saveSettings(here, reel, { ...wish, version: 1 })).json()
    expect(saved).toEqual({ ...reel, settings: wish.settings, version: 2 })
    expect((await saveSettings(here, reel, { ...wish, version: 1 })).json()).toEqual(saved)
  })

  test('of an older version are refused with the reel as it is now', async () => {
    const here = await world()
    const reel = await aReel(here)
    await saveSettings(here, reel, settingsWith(reel, { quality: 'best' }))
    const res = await saveSettings(here, reel, { ...settingsWith(reel, { coverSeconds: 2 }), version: 1 })
    expect([res.statusCode, res.json().error]).toEqual([409, 'changed_meanwhile'])
    expect(res.json().current).toEqual(await reelOf(here, reel.id))
    expect((await reelOf(here, reel.id)).settings).toMatchObject({ quality: 'best', coverSeconds: 0 })
  })

  test('images for an older version are refused, and nothing of the request is kept', async () => {
    const here = await world()
    const reel = await aReel(here, { images: 3 })
    const [one = '', two = '', three = ''] = reel.images
    const save = (imageUrls: string[], caption: string) =>
      here.ask('pro', 'POST', '/api/airtable/save-images', { recordId: reel.id, imageUrls, caption, version: 1 })
    expect((await save([three, two, one], 'first')).json()).toMatchObject({ version: 2, caption: 'first' })
    const res = await save([two, one], 'second')
    expect([res.statusCode, res.json().error]).toEqual([409, 'changed_meanwhile'])
    expect(res.json().current).toEqual(await reelOf(here, reel.id))
    expect(await reelOf(here, reel.id)).toMatchObject({ images: [three, two, one], caption: 'first', version: 2 })
    expect((await save([three, two, one], 'first')).statusCode).toBe(200)
  })

  test.each([
    ['pictures', [], 'settings.pictures must have one entry for each of the 2 images'],
    [
      'pictures',
      Array(2).fill({ seconds: 0.5, motion: 'calm', strength: 0.05 }),
      'settings.pictures.0.seconds must be at least 1',
    ],
    [
      'pictures',
      Array(2).fill({ seconds: 3, motion: 'spin', strength: 0.05 }),
      /^settings\.pictures\.0\.motion must be one of/,
    ],
    ['transition', { kind: 'cross-fade', seconds: 2 }, 'settings.transition.seconds must be at most 1'],
    [
      'caption',
      { isShown: true, text: 'x'.repeat(3_001), place: 'top', style: 'box' },
      'At most 3000 characters are drawn',
    ],
    ['music', { url: '/media/m/AAAAAAAAAAAAAAAAAAAAAA', name: '', seconds: 1, volume: 1 }, /must be music of POST/],
  ])('%s: %j is refused', async (part, value, message) => {
    const here = await world()
    const reel = await aReel(here)
    const { settings, images } = settingsWith(reel, { [part]: value })
    const res = await saveSettings(here, reel, { images, settings })
    expect([res.statusCode, res.json().message]).toEqual([400, expect.stringMatching(message)])
    expect(await reelOf(here, reel.id)).toEqual(reel)
  })

  test('may name music of the own company, whose stored values count, not those of the request', async () => {
    const here = await world()
    const reel = await aReel(here)
    const { musicUrl } = await withMusic(here, 12)
    const music = { url: musicUrl, name: 'a lie', seconds: 999, volume: 0.5 }
    const res = await saveSettings(here, reel, settingsWith(reel, { music }))
    expect(res.json().settings.music).toEqual({ url: musicUrl, name: 'song.mp3', seconds: 12, volume: 0.5 })
    const theirs = (await withMusic(here, 12, 'foreigner')).musicUrl
    expect((await saveSettings(here, reel, settingsWith(reel, { music: { ...music, url: theirs } }))).statusCode).toBe(
      400,
    )
    const older = { reelIds: [reel.id], audioTrack: theirs }
    expect((await here.ask('pro', 'POST', CREATE, older)).statusCode).toBe(400)
    const started = await here.ask('pro', 'POST', CREATE, { ...older, audioTrack: musicUrl })
    expect(started.json().reel.settings.music).toMatchObject({ url: musicUrl })
  })
})

test('a copy has the images and settings, no video, and costs nothing', async () => {
  const here = await world()
  const reel = await aReel(here)
  await saveSettings(here, reel, settingsWith(reel, { quality: 'best' }))
  here.clock.moveBy(1_000)
  const res = await here.ask('pro', 'POST', `/api/reels/${reel.id}/duplicate`)
  const original = await reelOf(here, reel.id)
  const createdTime = new Date(START + 1_000).toISOString()
  expect(res.json()).toEqual({ ...original, id: res.json().id, version: 1, createdTime })
  expect(await creditsOf(here)).toMatchObject({ used: 1 })
})

test('a deleted reel is in no list and no count any more', async () => {
  const here = await world()
  const reel = await aReel(here)
  expect((await here.ask('pro', 'DELETE', `/api/airtable/reels/${reel.id}`)).json()).toEqual({ success: true })
  expect(await listed(here)).toEqual([])
  expect((await here.ask('pro', 'GET', '/api/airtable/all-posts')).json()).toEqual([])
  expect((await here.ask('pro', 'GET', `/api/airtable/reels/${reel.id}`)).statusCode).toBe(404)
  expect((await here.ask('pro', 'DELETE', `/api/airtable/reels/${reel.id}`)).statusCode).toBe(404)
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

describe('a caption', () => {
  const draw = ({ ask }: World, part: object) =>
    ask('pro', 'POST', '/api/reels/caption', { isShown: true, text: 'A walk', place: 'bottom', style: 'box', ...part })

  test('is drawn as a PNG, with where it stands', async () => {
    const here = await world()
    const { picture, isCut } = (await draw(here, {})).json()
    expect({ ...picture, image: null, isCut }).toEqual({
      x: 60,
      y: 1_400,
      width: 8,
      height: 4,
      image: null,
      isCut: false,
    })
    expect(Buffer.from(picture.image, 'base64').subarray(1, 4).toString()).toBe('PNG')
  })

  test('that is not shown is no picture', async () => {
    const here = await world()
    expect((await draw(here, { isShown: false })).json()).toEqual({ picture: null, isCut: false })
  })
})

describe('a reel of a company whose content is kept in a table', () => {
  test('is a record there, changes there first, and is marked there when it is deleted', async () => {
    const here = await tabled()
    const reel = await aReel(here, { text: 'in the table' })
    await here.pull()
    expect(await here.item(reel.id)).toMatchObject({ caption: 'in the table', mediaType: 'reel', status: 'Draft' })
    const change = { recordId: reel.id, imageUrls: reel.images, caption: 'changed' }
    expect((await here.ask('pro', 'POST', '/api/airtable/save-images', change)).statusCode).toBe(200)
    await here.pull()
    expect(await reelOf(here, reel.id)).toMatchObject({ caption: 'changed', images: reel.images })
    await here.ask('pro', 'DELETE', `/api/airtable/reels/${reel.id}`)
    await here.pull()
    expect(await listed(here)).toEqual([])
  })

  test('has its video again when its record there is a draft again, however much later', async () => {
    const here = await tabled()
    const reel = await aReel(here)
    const renderId = await generated(here, reel.id)
    await here.pull()
    const { url } = await statusOf(here, renderId)
    await here.ask('pro', 'DELETE', `/api/airtable/reels/${reel.id}`)
    await here.pass(2 * DAY)
    await here.purge()
    here.airtable.table('Posts').edit(reel.id, { Status: 'Draft' })
    await here.pull()
    expect(await reelOf(here, reel.id)).toMatchObject({ videoUrl: url, status: 'Draft' })
    for (const kept of [url ?? '', `${url}/cover`]) expect((await here.ask('pro', 'GET', kept)).statusCode).toBe(200)
  })
})
