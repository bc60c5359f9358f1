import { expect, test } from 'vitest'
import { captionDrafts } from './captions.ts'
import { measurePixels } from './measure-pixels.ts'
import type { Pixels } from './palette.ts'
import { reportOf } from './report.ts'
import { hasInstructions, toneIn } from './tone.ts'

type Colour = readonly [number, number, number]
const GREY: Colour = [134, 135, 137]

/** Each pixel as it is given. */
function picture(width: number, height: number, colourAt: (x: number, y: number) => Colour): Pixels {
  const rgb = new Uint8Array(width * height * 3)
  for (let at = 0; at < width * height; at += 1) rgb.set(colourAt(at % width, Math.floor(at / width)), at * 3)
  return { rgb, width, height }
}

interface Box {
  left?: number
  top?: number
  side: number
}

const plain = (colour: Colour) => picture(64, 64, () => colour)

/** Lines of black and white in a box, grey around it: what stands out is there. `wide`: pixels from dark to bright. */
function drawLines(width: number, height: number, { left = 0, top = 0, side }: Box, wide = 1): Pixels {
  return picture(width, height, (x, y) => {
    const isIn = x >= left && x < left + side && y >= top && y < top + side
    const step = Math.min(1, (x % 16) / wide) * (x % 32 < 16 ? 1 : -1) + (x % 32 < 16 ? 0 : 1)
    const value = Math.round(255 * step)
    return isIn ? [value, value, value] : GREY
  })
}

/** Stripes that are clear, but the same everywhere, where there was plain grey. */
function onGrass({ rgb, width, height }: Pixels): Pixels {
  return picture(width, height, (x, y) => {
    const [red = 0, green = 0, blue = 0] = rgb.subarray((y * width + x) * 3)
    if (red !== GREY[0]) return [red, green, blue]
    return (x + y) % 8 < 4 ? [100, 100, 100] : [160, 160, 160]
  })
}

/** The paragraph that begins with this word. */
function paragraphOf(heading: string, pixels: Pixels, { prompt = '', size = 10 } = {}): string {
  const measurements = measurePixels(pixels)
  const tone = toneIn(prompt)
  const drafts = captionDrafts(measurements, tone, prompt)
  const image = { originalWidth: pixels.width * size, originalHeight: pixels.height * size }
  const found = reportOf(image, measurements, { drafts, tone, isInstructed: hasInstructions(prompt) }).find(
    (paragraph) => paragraph.startsWith(heading),
  )
  return found?.slice(heading.length).trim() ?? ''
}

test.each([
  ['in the middle', drawLines(320, 180, { left: 130, top: 60, side: 60 }), /^4:5 \(feed\): safe\. .* 45% .* 100% /m],
  [
    'on the left',
    drawLines(320, 180, { top: 60, side: 60 }),
    /^4:5 \(feed\): safe when moved [\d,]+ pixels to the left: 100% /m,
  ],
  [
    'on the right',
    drawLines(320, 180, { left: 260, side: 60 }),
    /^9:16 \(reel\): safe when moved [\d,]+ pixels to the right/m,
  ],
  [
    'at the top',
    drawLines(180, 320, { left: 60, side: 60 }),
    /^1:1 \(grid\): safe when moved [\d,]+ pixels up: 100% /m,
  ],
  ['at the bottom', drawLines(180, 320, { top: 260, side: 60 }), /^1:1 \(grid\): safe when moved [\d,]+ pixels down/m],
  [
    'in front of grass',
    onGrass(drawLines(320, 180, { left: 10, top: 60, side: 60 })),
    /^1:1 \(grid\): safe when moved [\d,]+ pixels to the left: 94% /m,
  ],
  [
    'everywhere',
    drawLines(600, 100, { side: 600 }),
    /^9:16 \(reel\): not safe\. Even at best it loses \d+% of what stands out/m,
  ],
  ['nowhere', picture(320, 180, () => GREY), /^1:1 \(grid\): safe\. .* 56% .* 100% /m],
  ['in the shape of a reel', drawLines(108, 192, { side: 192 }), /^9:16 \(reel\): fits as it is\.$/m],
])('a crop keeps what stands out: %s', (_, pixels, expected) => {
  expect(paragraphOf('Crops', pixels)).toMatch(expected)
})

test.each<[string, Colour, string, RegExp]>([
  ['dark', [17, 17, 17], 'Light', /^Dark \(\d%\), with soft contrast \(0%\)\.$/],
  ['black', [0, 0, 0], 'Light', / 100% is lost in black\.$/],
  ['white', [255, 255, 255], 'Light', /^Bright \(100%\).* 100% is lost in white\.$/],
  ['red', [205, 33, 39], 'Colors', /^Red #cd2127 100%\. Vivid, rather warm\.$/],
  ['blue', [31, 86, 207], 'Colors', /^Blue #1f56cf 100%\. Vivid, rather cool\.$/],
  ['grey', GREY, 'Colors', /^Gray #868789 100%\. No colors to speak of\.$/],
  ['flat', GREY, 'Sharpness', /^Without edges there is nothing to judge it by\.$/],
])('what is %s is described as that', (_, colour, heading, expected) => {
  expect(paragraphOf(heading, plain(colour))).toMatch(expected)
})

test('colours are listed by their share, with those of one name together, and small ones left out', () => {
  const bands = picture(100, 10, (x) => (x < 60 ? [31, 86, 207] : x < 97 ? [246, 211, 45 + (x % 3)] : [205, 33, 39]))
  expect(paragraphOf('Colors', bands)).toMatch(/^Blue #1f56cf 60%, yellow #f6d32e 37%\. Vivid/)
})

test.each([
  ['sharp', drawLines(320, 320, { side: 320 }), /^Sharp\.$/],
  ['soft', drawLines(320, 320, { side: 320 }, 2), /^A little soft/],
  ['blurred', drawLines(320, 320, { side: 320 }, 8), /^Blurred everywhere/],
])('sharpness is judged by how wide edges are: %s', (_, pixels, expected) => {
  expect(paragraphOf('Sharpness', pixels)).toMatch(expected)
})

test('a blurred background is distinguished from a blurred picture', () => {
  const [front, back] = [drawLines(320, 320, { side: 320 }), drawLines(320, 320, { side: 320 }, 8)]
  const rgb = back.rgb.slice()
  for (let row = 0; row < 160; row += 1) rgb.set(front.rgb.subarray(row * 960, row * 960 + 480), row * 960)
  expect(paragraphOf('Sharpness', { ...back, rgb })).toMatch(/^Sharp in \d+% of its parts, soft in the others/)
})

test.each([
  [135, 108, 'landscape 5:4. Too small: cropped for the feed it is 864 pixels wide, and Instagram shows 1,080.'],
  [
    120,
    150,
    'portrait 4:5. Large enough for the feed; a reel would be 843 pixels wide instead of 1,080, and look soft.',
  ],
  [200, 200, 'square 1:1. Large enough for the feed and for reels.'],
  [300, 130, 'landscape 2.31:1. Too small: cropped for the feed it is 1,040 pixels wide'],
])('%i0 × %i0 pixels: what they are large enough for', (width, height, expected) => {
  expect(
    paragraphOf(
      'Size',
      picture(width, height, () => GREY),
    ),
  ).toContain(expected)
})

test('every tone has three drafts of its own', () => {
  const drafts = ['professional', 'funny', 'serious', 'playful', 'short'].flatMap((tone) => {
    const prompt = `Should I use a serious tone? No. Use a ${tone} tone.`
    return paragraphOf(`Caption drafts (${tone})`, plain([31, 86, 207]), { prompt }).split('\n')
  })
  expect(new Set(drafts.map((line) => line.slice(3))).size).toBe(15)
})

test.each([
  ['Use a playful tone.', 'playful'],
  ['Use a short & concise tone.', 'short'],
  ['Use a Funny tone.', 'funny'],
  ['Use a haughty tone.', 'professional'],
  ['Nothing about it', 'professional'],
  [`Use a ${'a'.repeat(100_000)} tone.`, 'professional'],
])('the tone is the last one that is asked for (%#)', (prompt, tone) => {
  expect(toneIn(prompt)).toBe(tone)
})

test('no more than five hashtags, those of the prompt first, each once', () => {
  const prompt = 'For #Eins #zwei #EINS #drei, not a#b nor &#39; #vier #fünf #sechs. Use a short tone.'
  expect(paragraphOf('Hashtags', plain(GREY), { prompt })).toBe('#EINS #zwei #drei #vier #fünf')
  expect(paragraphOf('Hashtags', plain([17, 17, 18]))).toBe('#blackandwhite #moodyphotography #minimalism #softlight')
})

test.each([
  ['Use a funny tone.', false],
  ['#harbour #kitchen Use a short tone.', false],
  ['', false],
  ['Describe the dog. Use a funny tone.', true],
])('the prompt %j is said not to be followed: %s', (prompt, isSaid) => {
  expect(paragraphOf('Measured', plain(GREY), { prompt }).includes('Your instructions were not followed')).toBe(isSaid)
})
