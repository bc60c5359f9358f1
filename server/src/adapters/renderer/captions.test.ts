import type { ReelSettings } from '@tangelo/contract'
import { REEL_HEIGHT, REEL_SAFE_ZONE, REEL_WIDTH } from '@tangelo/contract/limits'
import { expect, test } from 'vitest'
import type { CaptionPicture } from '#ports/renderer.ts'
import { captionPicture } from './captions.ts'

type Caption = ReelSettings['caption']

const draw = (text: string, given: Partial<Caption> = {}) =>
  captionPicture({ isShown: true, text, place: 'bottom', style: 'plain', ...given })

async function pictureOf(text: string, given: Partial<Caption> = {}): Promise<CaptionPicture> {
  const { picture } = await draw(text, given)
  if (!picture) throw new Error(`nothing was drawn of ${text}`)
  expect(picture.rgba.length).toBe(picture.width * picture.height * 4)
  expect(picture.x).toBeGreaterThanOrEqual(REEL_SAFE_ZONE.left)
  expect(picture.x + picture.width).toBeLessThanOrEqual(REEL_WIDTH - REEL_SAFE_ZONE.right)
  expect(picture.y).toBeGreaterThanOrEqual(REEL_SAFE_ZONE.top)
  expect(picture.y + picture.height).toBeLessThanOrEqual(REEL_HEIGHT - REEL_SAFE_ZONE.bottom)
  return picture
}

function pixels({ rgba }: CaptionPicture) {
  return Array.from({ length: rgba.length / 4 }, (_, at) => [...rgba.subarray(at * 4, at * 4 + 4)] as Pixel)
}
type Pixel = [red: number, green: number, blue: number, alpha: number]

/** As drawn with the fonts that come along: a missing font, or shaping that went wrong, changes these by far more. */
test.each([
  ['Lisbon', 201, 50],
  ['Đặng Ệ', 218, 77],
  ['Привет', 240, 62],
  ['مرحبا', 145, 64],
  ['שלום', 147, 51],
  ['क्षत्रिय', 148, 63],
  ['東京の夜', 250, 60],
  ['한국어', 172, 60],
  ['简体中文', 252, 61],
  ['ไทย', 99, 54],
  ['👨‍👩‍👧‍👦', 64, 64],
  ['🏴󠁧󠁢󠁥󠁮󠁧󠁿', 64, 46],
  ['2️⃣', 64, 64],
])('%s is shaped and drawn with its own font', async (text, width, height) => {
  const picture = await pictureOf(text)
  expect(Math.abs(picture.width - width), `${picture.width} × ${picture.height}`).toBeLessThanOrEqual(4)
  expect(Math.abs(picture.height - height), `${picture.width} × ${picture.height}`).toBeLessThanOrEqual(4)
})

test('letters are white, emoji have their colours', async () => {
  const isColoured = ([red, green, blue, alpha]: Pixel) =>
    alpha > 200 && Math.max(red, green, blue) - Math.min(red, green, blue) > 60
  expect(pixels(await pictureOf('Lisbon')).filter(isColoured)).toHaveLength(0)
  expect(pixels(await pictureOf('Lisbon 🧡')).filter(isColoured).length).toBeGreaterThan(800)
})

test('a text may look like markup', async () => {
  const marked = await pictureOf('<b>a</b> &amp; <span foreground="red">b</span>')
  expect(marked.width).toBeGreaterThan((await pictureOf('a & b')).width * 2)
  expect(pixels(marked).filter(([red, green, , alpha]) => alpha > 0 && red !== green)).toHaveLength(0)
})

test('it stands at the top, in the middle or at the bottom of what is free', async () => {
  const bottomOfZone = REEL_HEIGHT - REEL_SAFE_ZONE.bottom
  expect((await pictureOf('Lisbon', { place: 'top', style: 'box' })).y).toBe(REEL_SAFE_ZONE.top)
  const bottom = await pictureOf('Lisbon', { place: 'bottom', style: 'box' })
  expect(bottom.y + bottom.height).toBe(bottomOfZone)
  const middle = await pictureOf('Lisbon', { place: 'middle', style: 'box' })
  expect(Math.abs(middle.y + middle.height / 2 - (REEL_SAFE_ZONE.top + bottomOfZone) / 2)).toBeLessThanOrEqual(1)
  expect(Math.abs(middle.x + middle.width / 2 - REEL_WIDTH / 2)).toBeLessThanOrEqual(1)
})

test('plain letters have nothing behind them, an outline a dark rim, a box a dark ground', async () => {
  const dark = ([red, , , alpha]: Pixel) => red < 20 && alpha > 100
  const share = async (style: Caption['style']) => {
    const all = pixels(await pictureOf('Three days in Lisbon', { style }))
    return all.filter(dark).length / all.length
  }
  expect(await share('plain')).toBe(0)
  const outline = await share('outline')
  expect(outline).toBeGreaterThan(0.15)
  expect(outline).toBeLessThan(0.5)
  expect(await share('box')).toBeGreaterThan(0.6)
  const box = pixels(await pictureOf('Lisbon', { style: 'box' }))
  expect(box[0]?.[3]).toBe(0)
})

test('lines are of much the same length: no letter or word is left alone', async () => {
  // Eleven of the twelve fit into one line.
  const { width, height } = await pictureOf('こんにちは世界、東京の夜')
  expect(height).toBeGreaterThan(130)
  expect(width).toBeLessThan(500)
})

test('a long text is smaller; 3,000 characters are cut with a word about it', async () => {
  const sentence = 'The quick brown fox jumps over the lazy dog. '
  const middling = await draw(sentence.repeat(8))
  expect(middling).toMatchObject({ isCut: false })
  expect(middling.picture?.height).toBeLessThanOrEqual(576)
  const long = await draw(sentence.repeat(70).slice(0, 3_000), { style: 'outline', place: 'middle' })
  expect(long.isCut).toBe(true)
  expect(long.picture?.height).toBeGreaterThan(1_150)
  await pictureOf(sentence.repeat(70), { style: 'outline' })
})

test.each([
  ['letters wider than the line', '﷽'.repeat(3_000)],
  ['one word without end', 'W'.repeat(3_000)],
  ['a tower of marks', `a${'\u0301'.repeat(2_999)}`],
  ['only line breaks between letters', 'a\n'.repeat(1_500)],
  ['families of emoji', '👨‍👩‍👧‍👦'.repeat(272)],
  ['half characters and control characters', `\uD83D\u0000a\u0007\uDE00\uFFFF\u202E\u001B[31m`],
])('%s: the picture stays inside', async (_, text) => {
  await pictureOf(text, { style: 'outline', place: 'middle' })
})

test.each(['👨\u200d', 'ᄀ', 'क्'])('letters that are joined without end are left out: %s', async (letter) => {
  const joined = letter.repeat(900)
  expect(await draw(`Lisbon ${joined}`)).toMatchObject({ picture: { width: expect.any(Number) }, isCut: true })
  expect((await draw(joined)).picture).toBeNull()
})

test('nothing to be seen gives no picture', async () => {
  const nothing = { picture: null, isCut: false }
  for (const text of ['', ' \n\t ', '\u200B\u200D\uFEFF', '\u0000']) expect(await draw(text)).toEqual(nothing)
  expect(await draw('Lisbon', { isShown: false })).toEqual(nothing)
})

test('the same caption is the same picture, at any number of simultaneous requests', async () => {
  const [first, ...others] = await Promise.all([1, 2, 3].map(() => pictureOf('Lisbon 🧡', { style: 'outline' })))
  for (const other of others) expect(other).toEqual(first)
})
