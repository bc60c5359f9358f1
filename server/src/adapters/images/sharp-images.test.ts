/** What only special files can test; everything else is tested over HTTP (`uploads.test.ts`). */
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { withBusyCores } from '../../testing/busy-cores.ts'
import { hugeGif } from '../../testing/huge-gif.ts'
import { folderOfTest } from '../../testing/test-folder.ts'
import { sharpImages } from './sharp-images.ts'

function fileOf(bytes: Uint8Array): string {
  const folder = folderOfTest()
  writeFileSync(join(folder, 'image'), bytes)
  return join(folder, 'image')
}

const plain = (background: string) => sharp({ create: { width: 300, height: 200, channels: 3, background } })

/** The second frame of two, so many times. */
async function longGif(frames: number): Promise<Buffer> {
  const both = await Promise.all(['red', 'blue'].map((colour) => plain(colour).png().toBuffer()))
  const gif = await sharp(both, { join: { animated: true } })
    .gif()
    .toBuffer()
  const second = gif.lastIndexOf(Buffer.from([0x21, 0xf9]))
  const [before, frame, end] = [gif.subarray(0, second), gif.subarray(second, -1), gif.subarray(-1)]
  return Buffer.concat([before, ...Array.from({ length: frames - 1 }, () => frame), end])
}

test('five thousand frames cost no more than the first', async () => {
  const gif = await longGif(5_000)
  expect((await sharp(gif, { pages: -1, limitInputPixels: false }).metadata()).pages).toBe(5_000)
  const { bytes, type, width, height } = await sharpImages().prepare(fileOf(gif))
  expect([type, width, height]).toEqual(['image/jpeg', 300, 200])
  const { data } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  expect([(data[0] ?? 0) > 240, (data[2] ?? 255) < 15]).toEqual([true, true])
})

/** Prepares the file in a process of its own, which may be given a limit of memory. */
async function prepareAside(path: string, megabytes: string[] = []) {
  const worker = join(import.meta.dirname, '../../testing/image-process.worker.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [worker, path, ...megabytes])
  return JSON.parse(stdout) as { outcome: Record<string, unknown>; extraBytes: number }
}

test('two hundred frames of sixteen million pixels take at most 150 MB', async () => {
  const gif = fileOf(hugeGif({ width: 4_000, height: 4_000, frames: 200 }))
  const { outcome, extraBytes } = await prepareAside(gif)
  expect(outcome).toEqual({ type: 'image/jpeg', width: 4_000, height: 4_000 })
  expect(extraBytes).toBeLessThan(150 * 1_024 ** 2)
})

test('the first frame is used as it is, whatever comes after it', async () => {
  const gif = hugeGif({ width: 60, height: 40, frames: 3 })
  const { bytes } = await sharpImages().prepare(fileOf(gif))
  const { data } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  expect([(data[0] ?? 0) > 240, (data[1] ?? 255) < 15, (data[2] ?? 255) < 15]).toEqual([true, true, true])
  for (const length of [14, 30, 40, 60])
    await expect(sharpImages().prepare(fileOf(gif.subarray(0, length)))).rejects.toMatchObject({
      name: 'UnusableImage',
    })
})

test('a process that has no memory left does not call the picture damaged', async () => {
  const large = { width: 6_000, height: 6_000, kernel: 'nearest' } as const
  for (const picture of [
    await plain('red').resize(large).webp({ effort: 0 }).toBuffer(),
    await plain('red').resize(large).png({ progressive: true, compressionLevel: 1 }).toBuffer(),
  ]) {
    const { outcome } = await prepareAside(fileOf(picture), ['50'])
    expect(outcome).toEqual({ error: 'ImageNotProcessed', message: 'needs more memory than the server has free' })
  }
})

test('a picture that takes longer than it may is not called damaged', async () => {
  const gif = fileOf(hugeGif({ width: 8_000, height: 8_000, frames: 1 }))
  await expect(withBusyCores(() => sharpImages({ secondsMax: 1 }).prepare(gif))).rejects.toMatchObject({
    name: 'ImageNotProcessed',
    kind: 'timed_out',
  })
})

test('a file that cannot be opened is neither damaged nor something else than an image', async () => {
  await expect(sharpImages().prepare('/nowhere/at/all.jpg')).rejects.toMatchObject({ code: 'ENOENT' })
})

/** Broken in so many ways: cut off, or a few bytes of it replaced. */
function breakPicture(picture: Buffer, way: number): Buffer {
  const cut = picture.subarray(0, Math.floor((picture.length * (way + 1)) / 40))
  if (way % 2 === 0) return cut
  const changed = Buffer.from(picture)
  for (let at = 100 + way * 7; at < changed.length; at += 997) changed[at] = (changed[at] ?? 0) ^ 0x55
  return changed
}

test.each([
  ['jpeg', {}],
  ['jpeg', { progressive: true }],
  ['png', {}],
  ['png', { progressive: true }],
  ['gif', {}],
  ['webp', {}],
  ['webp', { lossless: true }],
] as const)('however a %s %j is broken, it is the picture that is to blame', async (format, options) => {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const picture = await sharp({ create: { width: 120, height: 90, channels: 3, background: 'red', noise } })
    .toFormat(format, options)
    .toBuffer()
  for (let way = 0; way < 30; way += 1) {
    const outcome = await sharpImages()
      .reduce(breakPicture(picture, way), 80)
      .then(
        ({ type }) => type,
        (error: Error) => error.name,
      )
    expect(outcome, `${format} ${way}`).toMatch(/^(image\/jpeg|UnusableImage)$/)
  }
})

test.each([
  [160, 160, 90],
  [480, 480, 270],
  [1080, 800, 450],
] as const)('a variant of %i is upright, as wide as it may be, and small', async (width, expected, height) => {
  const turned = await sharp({ create: { width: 450, height: 800, channels: 3, background: 'red' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const copy = await sharp(await sharpImages().variant(turned, width)).metadata()
  expect([copy.format, copy.width, copy.height, copy.orientation]).toEqual(['webp', expected, height, undefined])
})

test('a picture with a name, a comment and another picture behind it is only itself', async () => {
  const [shown, hidden] = await Promise.all(['red', 'blue'].map((colour) => plain(colour).jpeg().toBuffer()))
  const secret = Buffer.from('<?php a-secret ?>')
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, secret.length + 2]), secret])
  const whole = Buffer.concat(
    [shown?.subarray(0, 2) ?? '', comment, shown?.subarray(2) ?? '', hidden ?? '', secret].map((part) =>
      Buffer.from(part),
    ),
  )
  const { bytes } = await sharpImages().prepare(fileOf(whole))
  for (const made of [
    bytes,
    await sharpImages()
      .variant(whole, 480)
      .catch(() => bytes),
  ])
    expect(Buffer.from(made).includes('a-secret')).toBe(false)
  expect(bytes.length).toBeLessThan(whole.length)
})

test('an image for analysis is small, upright, opaque and without metadata, and has its original size noted', async () => {
  const turned = await plain('red')
    .withExif({ IFD0: { ImageDescription: 'a-secret' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const { bytes, ...described } = await sharpImages().reduce(turned, 120)
  expect(described).toEqual({ type: 'image/jpeg', width: 80, height: 120, originalWidth: 200, originalHeight: 300 })
  expect(Buffer.from(bytes).includes('a-secret')).toBe(false)
  const clear = await sharp({ create: { width: 30, height: 20, channels: 4, background: '#0000' } })
    .png()
    .toBuffer()
  const image = await sharpImages().reduce(clear, 120)
  expect(image).toMatchObject({ width: 30, height: 20 })
  const { rgb } = await sharpImages().pixels(image)
  expect([rgb.length, rgb.every((value) => value === 255)]).toEqual([1_800, true])
})

test('of what moves the first frame is looked at', async () => {
  const { rgb } = await sharpImages().pixels(await sharpImages().reduce(await longGif(3), 120))
  expect([(rgb[0] ?? 0) > 240, (rgb[2] ?? 255) < 15]).toEqual([true, true])
})

test.each<[string, () => Promise<Buffer> | Buffer, string]>([
  ['a text', () => Buffer.from('hello'), 'not_an_image'],
  ['nothing', () => Buffer.alloc(0), 'not_an_image'],
  ['a drawing', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'), 'not_an_image'],
  [
    '144 million pixels',
    () => plain('red').resize(12_000, 12_000, { kernel: 'nearest' }).png().toBuffer(),
    'too_large',
  ],
  [
    'half of a picture',
    async () => (await plain('red').resize(1_200, 900).jpeg().toBuffer()).subarray(0, 3_000),
    'damaged',
  ],
])('%s is no image to be looked at', async (_, bytes, kind) => {
  await expect(sharpImages().reduce(await bytes(), 120)).rejects.toMatchObject({ name: 'UnusableImage', kind })
})
