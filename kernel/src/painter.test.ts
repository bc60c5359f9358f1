/** The kernel draws what `testing/plain-painter.ts` says, in both of its builds. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { cuttingOf } from './cutting.ts'
import { loadKernel, type Painter } from './kernel.ts'
import type { Origin, Pixels, Size, Window } from './shapes.ts'
import { plainFrame, plainPlanes } from './testing/plain-painter.ts'
import { type FramePlan, planOf, timelineOf } from './timeline.ts'

const builds = { one: false, shared: true }
const wasm = (build: keyof typeof builds) =>
  readFileSync(
    fileURLToPath(
      import.meta.resolve(build === 'one' ? '@tangelo/kernel/kernel.wasm' : '@tangelo/kernel/kernel-shared.wasm'),
    ),
  )
const SIZE = { width: 92, height: 164 }

async function painter(build: keyof typeof builds = 'one', size: Size = SIZE): Promise<Painter> {
  return (await loadKernel(wasm(build), { isShared: builds[build] })).painter(size)
}

/** Noise, edges and flat parts: the same ones each time. */
function pixelsOf({ width, height }: Size, seed = 1): Pixels {
  const rgba = new Uint8Array(width * height * 4)
  let state = seed
  for (let at = 0; at < rgba.length; at += 4) {
    const [x, y] = [(at / 4) % width, Math.floor(at / 4 / width)]
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const noise = state >>> 24
    const isFlat = (x >> 4) % 3 === 0
    const isEdge = (x + y * 2) % 23 < 9
    rgba.set(isFlat ? [255, 255, 255, 255] : isEdge ? [noise, 255 - noise, 20, 255] : [0, 30, noise, 255], at)
  }
  return { rgba, width, height }
}

/** As if the picture had been scaled before. */
const uncut = ({ width, height }: Size): Origin => ({
  picture: { width, height },
  cutting: { left: 0, top: 0, width, height, scaled: { width, height } },
})

const one = (window: Window, picture = 0): FramePlan => ({ kind: 'one', sight: { picture, window } })
const WINDOW = { x: 0.031, y: 0.017, width: 0.89, height: 0.93 }

function planesOf(frame: Uint8Array, { width, height }: Size = SIZE) {
  const [luma, colour] = [width * height, (width * height) / 4]
  return [frame.slice(0, luma), frame.slice(luma, luma + colour), frame.slice(luma + colour, luma + 2 * colour)]
}

/** The largest difference of any sample. */
function furthest(painted: Uint8Array, plain: ReturnType<typeof plainFrame>, size: Size = SIZE): number {
  const wanted = [plain.luma.values, plain.blue.values, plain.red.values]
  return Math.max(
    ...planesOf(painted, size).flatMap((plane, index) =>
      Array.from(plane, (value, at) => Math.abs(value - (wanted[index]?.[at] ?? Number.NaN))),
    ),
  )
}

describe.each(['one', 'shared'] as const)('the build %s', (build) => {
  test.each([
    ['moved and scaled', { width: 101, height: 177 }, WINDOW],
    ['whole, of the same size', SIZE, { x: 0, y: 0, width: 1, height: 1 }],
    ['moved across only, rows as they are', { width: 99, height: 164 }, { x: 0.03, y: 0, width: 92 / 99, height: 1 }],
    ['close up', { width: 40, height: 60 }, { x: 0.4, y: 0.3, width: 0.2, height: 0.25 }],
    ['beyond every edge', { width: 100, height: 160 }, { x: -0.1, y: -0.05, width: 1.2, height: 1.1 }],
    ['as fine as may be', { width: 170, height: 300 }, { x: 0.04, y: 0.02, width: (92 * 1.699) / 170, height: 0.9 }],
    ['odd sizes', { width: 97, height: 171 }, { x: 0, y: 0, width: 1, height: 1 }],
    ['one pixel', { width: 1, height: 1 }, { x: 0.2, y: 0, width: 0.5, height: 1 }],
  ])('%s: within one and a half of 255 of the plain painter', async (_what, size, window) => {
    const pixels = pixelsOf(size)
    const one_ = await painter(build)
    one_.setPicture(0, pixels, uncut(size))
    const painted = one_.paint(one(window))
    expect(painted).toHaveLength(one_.frameBytes)
    expect(furthest(painted, plainFrame(plainPlanes(pixels), uncut(size), window, SIZE))).toBeLessThan(1.5)
  })
})

test('both builds draw the same bytes', async () => {
  const size = { width: 103, height: 181 }
  const frames = await Promise.all(
    (['one', 'shared'] as const).map(async (build) => {
      const each = await painter(build)
      each.setPicture(0, pixelsOf(size), uncut(size))
      return Buffer.from(each.paint(one(WINDOW)))
    }),
  )
  expect(frames[0]?.equals(frames[1] ?? Buffer.alloc(0))).toBe(true)
})

test('a cutting makes no difference to where things are', async () => {
  const size = { width: 360, height: 270 }
  const window = { x: 0.31, y: 0, width: 0.421, height: 1 }
  const cutting = cuttingOf(
    { from: window, to: window, picture: 0, firstFrame: 0, frames: 1, way: 'still' },
    size,
    SIZE,
  )
  // A ramp: where something is can be read from how bright it is.
  const ramp = (left: number, width: number, height: number, step: number) => {
    const rgba = new Uint8Array(width * height * 4).fill(255)
    for (let at = 0; at < width * height; at += 1)
      rgba.fill(Math.round((left + ((at % width) + 0.5) * step) / 2), at * 4, at * 4 + 3)
    return { rgba, width, height }
  }
  const [whole, cut] = [await painter(), await painter()]
  whole.setPicture(0, ramp(0, 360, 270, 1), uncut(size))
  const { scaled } = cutting
  cut.setPicture(0, ramp(cutting.left, scaled.width, scaled.height, cutting.width / scaled.width), {
    picture: size,
    cutting,
  })
  const [a, b] = [whole.paint(one(window)), cut.paint(one(window))]
  expect(Math.max(...a.map((value, at) => Math.abs(value - (b[at] ?? 0))))).toBeLessThanOrEqual(1)
})

test('a cross-fade mixes both pictures by its share', async () => {
  const mixed = await painter()
  const first = plainFrame(plainPlanes(pixelsOf(SIZE)), uncut(SIZE), WINDOW, SIZE)
  const second = plainFrame(plainPlanes(pixelsOf(SIZE, 7)), uncut(SIZE), WINDOW, SIZE)
  mixed.setPicture(0, pixelsOf(SIZE), uncut(SIZE))
  mixed.setPicture(1, pixelsOf(SIZE, 7), uncut(SIZE))
  const painted = mixed.paint({
    kind: 'cross-fade',
    sight: { picture: 0, window: WINDOW },
    next: { picture: 1, window: WINDOW },
    share: 0.25,
  })
  const mix = (a: { values: Float64Array }, b: { values: Float64Array }) => ({
    ...SIZE,
    values: a.values.map((value, at) => value * 0.75 + (b.values[at] ?? 0) * 0.25),
  })
  const wanted = {
    luma: mix(first.luma, second.luma),
    blue: mix(first.blue, second.blue),
    red: mix(first.red, second.red),
  }
  expect(furthest(painted, wanted)).toBeLessThan(2)
})

test('a slide brings the next picture in from the right', async () => {
  const sliding = await painter()
  const grey = (value: number): Pixels => ({ ...SIZE, rgba: new Uint8Array(SIZE.width * SIZE.height * 4).fill(value) })
  sliding.setPicture(0, grey(0), uncut(SIZE))
  sliding.setPicture(1, grey(255), uncut(SIZE))
  const whole = { x: 0, y: 0, width: 1, height: 1 }
  const [luma] = planesOf(
    sliding.paint({
      kind: 'slide',
      sight: { picture: 0, window: whole },
      next: { picture: 1, window: whole },
      share: 0.5,
    }),
  )
  const row = Array.from(luma?.slice(92 * 50, 92 * 51) ?? [])
  expect(row).toEqual([...Array(46).fill(16), ...Array(46).fill(235)])
})

test('a caption covers by its alpha, and nothing else changes', async () => {
  const plain = await painter('one', { width: 1_080, height: 1_920 })
  const size = { width: 108, height: 192 }
  plain.setPicture(0, { ...size, rgba: new Uint8Array(size.width * size.height * 4).fill(128) }, uncut(size))
  const before = plain.paint(one({ x: 0, y: 0, width: 1, height: 1 })).slice()
  // Two pixels wide: white, and half of red.
  plain.setCaption({ x: 101, y: 300, width: 2, height: 1, rgba: Uint8Array.from([255, 255, 255, 255, 255, 0, 0, 128]) })
  const after = plain.paint(one({ x: 0, y: 0, width: 1, height: 1 }))
  const changed = [...after.keys()].filter((at) => at < 1_080 * 1_920 && after[at] !== before[at])
  expect(changed).toEqual([300 * 1_080 + 101, 300 * 1_080 + 102])
  expect(after[300 * 1_080 + 101]).toBe(235)
  expect(after[300 * 1_080 + 102]).toBe(94)
  const redAt = 1_080 * 1_920 * 1.25 + 150 * 540
  expect(after[redAt + 51]).toBeGreaterThan(128)
  plain.setCaption(null)
  expect(Buffer.from(plain.paint(one({ x: 0, y: 0, width: 1, height: 1 }))).equals(Buffer.from(before))).toBe(true)
})

test('a caption is smaller in a smaller frame', async () => {
  const small = await painter('one', { width: 360, height: 640 })
  small.setPicture(0, { width: 36, height: 64, rgba: new Uint8Array(36 * 64 * 4) }, uncut({ width: 36, height: 64 }))
  small.setCaption({ x: 300, y: 600, width: 300, height: 90, rgba: new Uint8Array(300 * 90 * 4).fill(255) })
  const luma = small.paint(one({ x: 0, y: 0, width: 1, height: 1 })).slice(0, 360 * 640)
  const white = [...luma.keys()].filter((at) => luma[at] === 235)
  expect(white).toHaveLength(100 * 30)
  expect(white[0]).toBe(200 * 360 + 100)
})

test.each([
  [
    [255, 255, 255],
    [255, 255, 255],
  ],
  [
    [0, 0, 0],
    [0, 0, 0],
  ],
  [
    [200, 40, 90],
    [200, 40, 90],
  ],
])('%j comes back on the screen', async (colour, wanted) => {
  const screen = await painter()
  const rgba = new Uint8Array(SIZE.width * SIZE.height * 4)
  for (let at = 0; at < rgba.length; at += 4) rgba.set([...colour, 255], at)
  screen.setPicture(0, { ...SIZE, rgba }, uncut(SIZE))
  screen.paint(one({ x: 0, y: 0, width: 1, height: 1 }))
  const [red, green, blue, alpha] = screen.toRgba().slice(4_000)
  const found = [red, green, blue].map((value, index) => Math.abs((value ?? 0) - (wanted[index] ?? 0)))
  expect(Math.max(...found)).toBeLessThanOrEqual(2)
  expect(alpha).toBe(255)
})

test('a whole timeline is drawn without a jump, and pictures may be set again', async () => {
  const sizes = [
    { width: 300, height: 200 },
    { width: 150, height: 400 },
  ]
  const caption = { isShown: false, text: '', place: 'bottom', style: 'plain' } as const
  const timeline = timelineOf(
    {
      pictures: sizes.map(() => ({ seconds: 1, motion: 'calm', strength: 0.07 })),
      transition: { kind: 'cross-fade', seconds: 0.5 },
      caption,
      music: null,
      coverSeconds: 0,
      quality: 'standard',
    },
    sizes,
  )
  const all = await painter()
  for (const round of [1, 2])
    for (const [index, size] of sizes.entries()) {
      const scene = timeline.scenes[index]
      if (!scene) throw new Error('No scene')
      const cutting = cuttingOf(scene, size, SIZE)
      // Smooth, so that a step of a pixel is a small one of light.
      const rgba = new Uint8Array(cutting.scaled.width * cutting.scaled.height * 4)
      for (let at = 0; at < rgba.length; at += 4)
        rgba.fill(Math.round(((at / 4) % cutting.scaled.width) * 1.5) + round, at, at + 3)
      all.setPicture(index, { ...cutting.scaled, rgba }, { picture: size, cutting })
    }
  let before = all.paint(planOf(timeline, 0)).slice(0, SIZE.width * SIZE.height)
  for (let frame = 1; frame < timeline.frames; frame += 1) {
    const now = all.paint(planOf(timeline, frame)).slice(0, SIZE.width * SIZE.height)
    expect(Math.max(...now.map((value, at) => Math.abs(value - (before[at] ?? 0))))).toBeLessThan(12)
    before = now
  }
})

test('what cannot be drawn is refused by name', async () => {
  await expect(painter('one', { width: 91, height: 164 })).rejects.toThrow('A frame cannot be 91 by 164')
  const none = await painter()
  expect(() => none.paint(one(WINDOW))).toThrow('Picture 0 was not set')
  const huge = { width: 300, height: 300 }
  none.setPicture(0, pixelsOf(huge), uncut(huge))
  expect(() => none.paint(one(WINDOW))).toThrow('Picture 0 has too many pixels')
})
