/** Laws of the timeline, for any settings and any pictures. */
import type { ReelSettings } from '@tangelo/contract'
import { REEL_MOTIONS, REEL_TRANSITIONS } from '@tangelo/contract/limits'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cuttingOf } from './cutting.ts'
import { frameAt, planOf, type Sight, type Size, type Timeline, timelineOf, type Window } from './timeline.ts'

const side = fc.oneof(fc.integer({ min: 1, max: 20_000 }), fc.integer({ min: 200, max: 4_096 }))
const picture = fc.record({
  settings: fc.record({
    seconds: fc.double({ min: 1, max: 10, noNaN: true }),
    motion: fc.constantFrom(...REEL_MOTIONS),
    strength: fc.double({ min: 0.01, max: 0.07, noNaN: true }),
  }),
  size: fc.record({ width: side, height: side }),
})
const reel = fc.record({
  pictures: fc.array(picture, { minLength: 1, maxLength: 6 }),
  transition: fc.record({
    kind: fc.constantFrom(...REEL_TRANSITIONS),
    seconds: fc.double({ min: 0.1, max: 1, noNaN: true }),
  }),
})
type Reel = typeof reel extends fc.Arbitrary<infer One> ? One : never

const timelineIn = ({ pictures, transition }: Reel) =>
  timelineOf(
    settingsOf(
      pictures.map(({ settings }) => settings),
      transition,
    ),
    pictures.map(({ size }) => size),
  )

function settingsOf(pictures: ReelSettings['pictures'], transition: ReelSettings['transition']): ReelSettings {
  const caption = { isShown: false, text: '', place: 'bottom', style: 'outline' } as const
  return { pictures, transition, caption, music: null, coverSeconds: 0, quality: 'standard' }
}

const sightsOf = (timeline: Timeline, frame: number): Sight[] => {
  const plan = planOf(timeline, frame)
  return plan.kind === 'one' ? [plan.sight] : [plan.sight, plan.next]
}

const ROUNDING = 1e-9

test('six pictures of 3 s with cross-fades of half a second are 15.5 s', () => {
  const { frames, seconds } = timelineOf(
    settingsOf(Array(6).fill({ seconds: 3, motion: 'calm', strength: 0.07 }), { kind: 'cross-fade', seconds: 0.5 }),
    Array(6).fill({ width: 3_000, height: 4_000 }),
  )
  expect({ frames, seconds }).toEqual({ frames: 465, seconds: 15.5 })
})

test('as many pictures as settings, and at least one', () => {
  const transition = { kind: 'cut', seconds: 0.5 } as const
  expect(() => timelineOf(settingsOf([], transition), [])).toThrow('0 pictures with settings for 0')
  expect(() => timelineOf(settingsOf([], transition), [{ width: 1, height: 1 }])).toThrow(RangeError)
})

test('what is shown lies inside the picture and has the shape of the frame', () => {
  fc.assert(
    fc.property(reel, (one) => {
      for (const [index, { from, to }] of timelineIn(one).scenes.entries())
        for (const { x, y, width, height } of [from, to]) {
          const size = one.pictures[index]?.size ?? { width: 1, height: 1 }
          expect(Math.min(x, y, 1 - x - width, 1 - y - height)).toBeGreaterThanOrEqual(-ROUNDING)
          expect((width * size.width) / (height * size.height)).toBeCloseTo(1_080 / 1_920, 6)
        }
    }),
    { numRuns: 300 },
  )
})

test('every frame shows a picture, each for its time, in order, and never more than two', () => {
  fc.assert(
    fc.property(reel, (one) => {
      const timeline = timelineIn(one)
      const shown = one.pictures.map(() => 0)
      let before = 0
      for (let frame = 0; frame < timeline.frames; frame += 1) {
        const pictures = sightsOf(timeline, frame).map((sight) => sight.picture)
        expect(pictures[0]).toBeGreaterThanOrEqual(before)
        if (pictures.length > 1) expect(pictures[1]).toBe((pictures[0] ?? 0) + 1)
        before = pictures[0] ?? 0
        for (const index of pictures) shown[index] = (shown[index] ?? 0) + 1
      }
      expect(shown).toEqual(one.pictures.map(({ settings }) => Math.round(settings.seconds * 30)))
    }),
    { numRuns: 50 },
  )
})

test('a picture moves at an even pace: no frame goes further than the next by a thousandth of a pixel', () => {
  fc.assert(
    fc.property(reel, (one) => {
      const timeline = timelineIn(one)
      const last = new Map<number, { window: Window; step: number | null }>()
      for (let frame = 0; frame < timeline.frames; frame += 1)
        for (const { picture: index, window } of sightsOf(timeline, frame)) {
          const before = last.get(index)
          const step = before ? distance(before.window, window) : null
          if (before?.step != null && step !== null) expect(Math.abs(step - before.step)).toBeLessThan(0.005)
          last.set(index, { window, step })
        }
    }),
    { numRuns: 30 },
  )
})

/** How far the upper left corner goes, in pixels of the output. */
const distance = (a: Window, b: Window) => Math.hypot(((b.x - a.x) / a.width) * 1_080, ((b.y - a.y) / a.height) * 1_920)

test('transitions go from all of this to all of that, in frames that are neither', () => {
  fc.assert(
    fc.property(reel, (one) => {
      const timeline = timelineIn(one)
      let before = { share: 0, next: 0 }
      for (let frame = 0; frame < timeline.frames; frame += 1) {
        const plan = planOf(timeline, frame)
        if (plan.kind === 'one') continue
        const next = plan.next.picture
        expect(plan.share).toBeGreaterThan(next === before.next ? before.share : 0)
        expect(plan.share).toBeLessThan(1)
        before = { share: plan.share, next }
      }
    }),
    { numRuns: 50 },
  )
})

test('calm never does the same twice in a row, and chooses the same again', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ width: side, height: side }), { minLength: 2, maxLength: 6 }), (sizes) => {
      const settings = settingsOf(
        sizes.map(() => ({ seconds: 3, motion: 'calm', strength: 0.05 })),
        { kind: 'cut', seconds: 0.5 },
      )
      const ways = timelineOf(settings, sizes).scenes.map(({ way }) => way)
      expect(ways.every((way, index) => way !== ways[index - 1])).toBe(true)
      expect(timelineOf(settings, sizes).scenes.map(({ way }) => way)).toEqual(ways)
    }),
  )
})

test('a cutting holds what is shown and is as fine as the closest view, but no finer than twice', () => {
  fc.assert(
    fc.property(reel, (one) => {
      const timeline = timelineIn(one)
      for (const [index, scene] of timeline.scenes.entries()) {
        const size: Size = one.pictures[index]?.size ?? { width: 1, height: 1 }
        const { left, top, width, height, scaled } = cuttingOf(scene, size)
        expect(
          [left, top, width, height, left + width - size.width, top + height - size.height].every(Number.isInteger),
        ).toBe(true)
        expect(Math.min(left, top, size.width - left - width, size.height - top - height)).toBeGreaterThanOrEqual(0)
        for (const window of [scene.from, scene.to]) {
          expect(window.x * size.width).toBeGreaterThanOrEqual(left - ROUNDING * size.width)
          expect((window.x + window.width) * size.width).toBeLessThanOrEqual(left + width + ROUNDING * size.width)
          const step = (window.width * size.width * scaled.width) / width / 1_080
          expect(step).toBeGreaterThan(0.99)
          expect(step).toBeLessThan(1.1)
        }
      }
    }),
    { numRuns: 300 },
  )
})

test.each([
  [-1, 0],
  [0, 0],
  [0.1, 3],
  [1, 30],
  [99, 89],
])('%d s is frame %d of 3 s', (seconds, frame) => {
  const timeline = timelineOf(
    settingsOf([{ seconds: 3, motion: 'still', strength: 0.07 }], { kind: 'cut', seconds: 0.5 }),
    [{ width: 10, height: 10 }],
  )
  expect(frameAt(timeline, seconds)).toBe(frame)
})
