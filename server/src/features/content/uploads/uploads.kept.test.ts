/** Images that are kept: each once, for its own company, and as far as the room of that company goes. */
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { readTables } from '../../../testing/read-tables.ts'
import { blobsOf, bytesOf, jpeg, noise, plain, upload } from '../../../testing/uploads.ts'
import { world } from '../../../testing/world.ts'

test('six images come back in the order they were sent, and the same one has one address', async () => {
  const here = await world()
  const images = await Promise.all(
    [0, 50, 100, 150, 200].map(async (g) => bytesOf(await plain(20, 20, { r: 9, g, b: 9, alpha: 1 }).png().toBuffer())),
  )
  const first = images[0] ?? bytesOf('')
  const urls = (
    await upload(
      here,
      [...images, first].map((image) => [image] as const),
    )
  ).json().imageUrls as string[]
  expect(urls).toHaveLength(6)
  expect(new Set(urls).size).toBe(5)
  expect(urls[5]).toBe(urls[0])
  for (const [at, g] of [0, 50, 100, 150, 200].entries()) {
    const { rawPayload } = await here.ask('stranger', 'GET', urls[at] ?? '')
    const { data } = await sharp(rawPayload).raw().toBuffer({ resolveWithObject: true })
    expect(Math.abs((data[1] ?? -99) - g)).toBeLessThan(8)
  }
  expect((await upload(here, [[first]])).json().imageUrls).toEqual([urls[0]])
  expect((await upload(here, [[first]], 'foreigner')).json().imageUrls).not.toEqual([urls[0]])
})

test('a draft has an image of its own company, and no other', async () => {
  const here = await world()
  const image = await jpeg()
  const [[own], [foreign]] = [
    (await upload(here, [[image]])).json().imageUrls,
    (await upload(here, [[image]], 'foreigner')).json().imageUrls,
  ]
  const made = await here.ask('pro', 'POST', '/api/content/posts', { imageUrl: own })
  expect(made.json().imageUrl).toBe(own)
  for (const imageUrl of [foreign, `${own}/480`, `${own}?x`, `http://localhost${own}`, '']) {
    const res = await here.ask('pro', 'POST', '/api/content/posts', { imageUrl })
    expect([res.statusCode, res.json().fields]).toEqual([
      400,
      { imageUrl: 'must be an image of POST /api/upload/images' },
    ])
  }
})

test('a company whose space is full gets a message; a file that exists already takes no more of it', async () => {
  const here = await world({ uploadsBytesMax: 20_000 })
  const small = await jpeg()
  const large = bytesOf(await noise(300, 300).png().toBuffer())
  expect((await upload(here, [[small]])).statusCode).toBe(200)
  const before = blobsOf(here)
  const res = await upload(here, [[large]])
  expect(res.statusCode).toBe(409)
  expect(res.json()).toMatchObject({ error: 'storage_full' })
  expect(blobsOf(here), 'what was refused takes no room').toEqual(before)
  expect((await upload(here, [[small]])).statusCode).toBe(200)
  expect((await upload(here, [[small]], 'foreigner')).statusCode).toBe(200)
})

test('of many who fill the room of a company at once, as many get some as fit', async () => {
  const here = await world({ uploadsBytesMax: 1_500 })
  const files = await Promise.all(
    [0, 40, 80, 120, 160, 200].map((r) => plain(60, 40, { r, g: 9, b: 9, alpha: 1 }).jpeg().toBuffer()),
  )
  const answers = await Promise.all(files.map((file) => upload(here, [[bytesOf(file)]])))
  expect(answers.filter(({ statusCode }) => statusCode === 409).length).toBeGreaterThan(0)
  const { uploads } = await readTables(here.database, 'uploads')
  expect(uploads?.length).toBeGreaterThan(0)
  expect(uploads?.reduce((sum, { bytes }) => sum + Number(bytes), 0)).toBeLessThanOrEqual(1_500)
})

test('many who upload the same at the same time get the same address', async () => {
  const here = await world()
  const image = await jpeg()
  const answers = await Promise.all(Array.from({ length: 8 }, () => upload(here, [[image]])))
  expect(new Set(answers.map((res) => res.json().imageUrls[0])).size).toBe(1)
  expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true)
  expect((await readTables(here.database, 'uploads')).uploads).toHaveLength(1)
})
