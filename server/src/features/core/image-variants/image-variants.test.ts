/** Smaller copies of pictures over HTTP: made once, at their first request, of all kinds of pictures. */
import { readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { IMAGE_VARIANT_WIDTHS } from '@tangelo/contract/limits'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { folderBlobStorage } from '#adapters/blob-storage/folder.ts'
import { sharpImages } from '#adapters/images/sharp-images.ts'
import type { Images } from '#ports/images.ts'
import { aReel, startRender, waitForRender } from '../../../testing/reels.ts'
import { shortImages } from '../../../testing/short-images.ts'
import { formWith, type World, world } from '../../../testing/world.ts'
import { makeWorldWithSources } from '../../../testing/world-with-sources.ts'

/** Counts the calls to the real library. */
function spyOnImages(): Images & { made: number[] } {
  const images = sharpImages()
  const made: number[] = []
  return {
    ...images,
    made,
    variant(source, width) {
      made.push(width)
      return images.variant(source, width)
    },
  }
}

const photograph = async (width: number, height: number) =>
  new Uint8Array(
    await sharp({
      create: { width, height, channels: 3, background: 'red', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
    })
      .jpeg({ quality: 95 })
      .toBuffer(),
  )

async function uploadImage(here: World, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const res = await here.ask('pro', 'POST', '/api/upload/images', formWith(bytes, 'a.jpg', 'images'))
  return res.json().imageUrls[0]
}

const get = (here: World, url: string) => here.ask('stranger', 'GET', url)

/** Put past every service. */
const blobOf = ({ folder }: World, bytes: Uint8Array) => folderBlobStorage(join(folder, 'blobs')).put(bytes)

/** As an installation of an earlier version has it: nothing smaller is there. */
const forgetVariants = ({ database }: World) => database.queries.deleteFrom('image_variants').execute()

test('an upload comes in three widths, each made once even at simultaneous requests', async () => {
  const images = spyOnImages()
  const here = await world({ images })
  const url = await uploadImage(here, await photograph(1_500, 1_000))
  await forgetVariants(here)
  images.made.length = 0
  const whole = await get(here, url)
  for (const width of IMAGE_VARIANT_WIDTHS) {
    const answers = await Promise.all(Array.from({ length: 12 }, () => get(here, `${url}/${width}`)))
    for (const { headers, rawPayload } of answers) {
      expect(headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'private, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; sandbox",
      })
      expect(rawPayload.equals(answers[0]?.rawPayload ?? Buffer.alloc(0))).toBe(true)
    }
    const { rawPayload = Buffer.alloc(0) } = answers[0] ?? {}
    expect(await sharp(rawPayload).metadata()).toMatchObject({ width, height: Math.round((width * 2) / 3) })
    expect(rawPayload.length).toBeLessThan(whole.rawPayload.length / 2)
    expect((await get(here, `${url}/${width}`)).rawPayload.equals(rawPayload)).toBe(true)
  }
  expect(images.made).toEqual([160, 480, 1080])
})

test('no other width is ever made', async () => {
  const images = spyOnImages()
  const here = await world({ images })
  const url = await uploadImage(here, await photograph(60, 40))
  images.made.length = 0
  const before = readdirSync(join(here.folder, 'blobs'), { recursive: true })
  for (const width of ['161', '0160', '160.0', '1e3', '-160', '4096', 'small', '160%20', '160/'])
    expect([width, (await get(here, `${url}/${width}`)).statusCode]).toEqual([width, 404])
  for (const id of ['AAAAAAAAAAAAAAAAAAAAAA', 'x']) expect((await get(here, `/media/u/${id}/160`)).statusCode).toBe(404)
  expect(images.made).toEqual([])
  expect(readdirSync(join(here.folder, 'blobs'), { recursive: true })).toEqual(before)
})

test('the width of a card is there with the upload, and a small picture is made no larger', async () => {
  const images = spyOnImages()
  const here = await world({ images })
  const url = await uploadImage(here, await photograph(60, 40))
  expect(images.made).toEqual([480])
  expect(await sharp((await get(here, `${url}/480`)).rawPayload).metadata()).toMatchObject({ width: 60, height: 40 })
  expect(images.made).toEqual([480])
})

test('a copy whose file is gone is made again', async () => {
  const here = await world()
  const url = await uploadImage(here, await photograph(60, 40))
  const before = (await get(here, `${url}/480`)).rawPayload
  const { hash } = await here.database.queries
    .selectFrom('image_variants')
    .select('hash')
    .where('width', '=', 480)
    .executeTakeFirstOrThrow()
  await rm(join(here.folder, 'blobs', hash?.slice(0, 2) ?? '', hash?.slice(2) ?? ''))
  expect((await get(here, `${url}/480`)).rawPayload.equals(before)).toBe(true)
})

test('the cover of a reel comes in three widths', async () => {
  const here = await world()
  here.work()
  const { url } = await waitForRender(here, await startRender(here, (await aReel(here)).id))
  const cover = await get(here, `${url}/cover`)
  for (const width of IMAGE_VARIANT_WIDTHS) {
    const copy = await get(here, `${url}/cover/${width}`)
    expect([copy.statusCode, copy.headers['cache-control']]).toEqual([200, cover.headers['cache-control']])
  }
  expect((await get(here, `${url}/cover/161`)).statusCode).toBe(404)
})

test('pictures of accounts come in three widths; one that cannot be made smaller is shown as it is', async () => {
  const here = await makeWorldWithSources({ accounts: ['nasa'], copiesPictures: true })
  await here.ask('admin', 'POST', '/api/accounts/1/refresh')
  await here.settle()
  const url = (await here.ask('admin', 'GET', '/api/accounts/1')).json().metrics.profilePicture as string
  for (const width of IMAGE_VARIANT_WIDTHS)
    expect((await get(here, `${url}/${width}`)).headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
    })
  const other = await blobOf(here, Buffer.from('\0\0\0\x18ftypavif'))
  await here.database.queries
    .insertInto('cached_images')
    .values({ key: 'x', hash: other, type: 'image/avif' })
    .execute()
  for (let time = 0; time < 2; time += 1) {
    const res = await get(here, `/media/${other}/160`)
    expect([res.statusCode, res.headers['content-type']]).toEqual([200, 'image/avif'])
  }
  expect((await get(here, `/media/${'b'.repeat(64)}/160`)).statusCode).toBe(404)
})

test('an overloaded server says when to retry, and then makes the copy', async () => {
  const images = shortImages()
  const here = await world({ images })
  images.recover()
  const url = await uploadImage(here, await photograph(60, 40))
  images.fail()
  const res = await get(here, `${url}/160`)
  expect([res.statusCode, res.headers['retry-after']]).toEqual([503, '5'])
  images.recover()
  expect((await get(here, `${url}/160`)).statusCode).toBe(200)
})
