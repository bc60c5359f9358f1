/** What only files can say that no library makes; everything else is asked over HTTP (`uploads.test.ts`). */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { sharpImages } from './sharp-images.ts'

function fileOf(bytes: Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), 'tangelo-image-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
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

test('a picture with a name, a comment and another picture behind it is only itself', async () => {
  const [shown, hidden] = await Promise.all(['red', 'blue'].map((colour) => plain(colour).jpeg().toBuffer()))
  const secret = Buffer.from('<?php a-secret ?>')
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, secret.length + 2]), secret])
  const whole = Buffer.concat(
    [shown?.subarray(0, 2) ?? '', comment, shown?.subarray(2) ?? '', hidden ?? '', secret].map((part) =>
      Buffer.from(part),
    ),
  )
  const { bytes, thumbnail } = await sharpImages().prepare(fileOf(whole))
  for (const made of [bytes, thumbnail]) expect(Buffer.from(made).includes('a-secret')).toBe(false)
  expect(bytes.length).toBeLessThan(whole.length)
})

test('an image to be looked at is small, upright, opaque and without a past, and tells how large it was', async () => {
  const turned = await plain('red')
    .withExif({ IFD0: { ImageDescription: 'a-secret' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const { bytes, ...told } = await sharpImages().reduce(turned, 120)
  expect(told).toEqual({ type: 'image/jpeg', width: 80, height: 120, originalWidth: 200, originalHeight: 300 })
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
