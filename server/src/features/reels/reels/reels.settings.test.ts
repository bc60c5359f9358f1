/** Images and settings of a reel over HTTP: arranged, refused, drawn and copied. */
import type { Reel } from '@tangelo/contract'
import { describe, expect, test } from 'vitest'
import { aReel, creditsOf, reelOf, settingsWith, withMusic } from '../../../testing/reels.ts'
import { START, type World, world } from '../../../testing/world.ts'

const saveSettings = ({ ask }: World, reel: Reel, body: object) =>
  ask('pro', 'PUT', `/api/reels/${reel.id}/settings`, body)

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
    const change = settingsWith(reel, { transition: { kind: 'slide', seconds: 0.3 }, quality: 'best' })
    const saved = (await saveSettings(here, reel, { ...change, version: 1 })).json()
    expect(saved).toEqual({ ...reel, settings: change.settings, version: 2 })
    expect((await saveSettings(here, reel, { ...change, version: 1 })).json()).toEqual(saved)
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
    expect((await here.ask('pro', 'POST', '/api/airtable/create-reel', older)).statusCode).toBe(400)
    const started = await here.ask('pro', 'POST', '/api/airtable/create-reel', { ...older, audioTrack: musicUrl })
    expect(started.json().reel).toMatchObject({ version: 3, settings: { music: { url: musicUrl, volume: 1 } } })
    const finished = await here.ask('pro', 'POST', `/api/renders/${started.json().renderId}/cancel`)
    expect(finished.statusCode).toBe(200)
    const again = await here.ask('pro', 'POST', '/api/airtable/create-reel', { ...older, audioTrack: musicUrl })
    expect(again.json().reel.version).toBe(3)
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
