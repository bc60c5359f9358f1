/** The preview draws what is due as soon as its pictures are there, and never more than that. */
import type { Kernel, Painter } from '@tangelo/kernel'
import type { FramePlan } from '@tangelo/kernel/timeline'
import { expect, test, vi } from 'vitest'
import { aLongReel as aReel } from '../../../../testing/reels.ts'
import { widestCutting } from './prepare-picture.ts'
import type { News, PreparedPicture } from './preview-messages.ts'
import { previewScene } from './preview-scene.ts'

const SIZE = { width: 360, height: 640 }
const PICTURE = { width: 3024, height: 4032 }

function aPicture(output = SIZE): PreparedPicture {
  const cutting = widestCutting(PICTURE, output)
  return { pixels: { ...cutting.scaled, rgba: new Uint8Array(0) }, origin: { picture: PICTURE, cutting } }
}

function open() {
  const plans: FramePlan[] = []
  const set = vi.fn<Painter['setPicture']>()
  const setCaption = vi.fn<Painter['setCaption']>()
  const kernel: Kernel = {
    painter: (size) => ({
      ...size,
      frameBytes: 0,
      memory: { buffer: new ArrayBuffer(0), grow: () => 0 },
      setPicture: set,
      setCaption,
      paint: (plan) => {
        plans.push(plan)
        return new Uint8Array(0)
      },
      toRgba: () => new Uint8ClampedArray(0),
    }),
  }
  const news: News[] = []
  const wanted: string[] = []
  const clock = { at: 1_000 }
  const put = vi.fn()
  const scene = previewScene({
    kernel,
    put,
    tell: (one) => news.push(one),
    want: (image) => wanted.push(image),
    now: () => clock.at,
  })
  const { images, settings } = aReel()
  const show = (output = SIZE) => scene.take({ kind: 'show', images, settings, sizes: images.map(() => null), output })
  const bring = (image: string, picture: PreparedPicture | null = aPicture(), output = SIZE) =>
    scene.take({ kind: 'picture', image, output, picture })
  return { scene, show, bring, plans, news, wanted, clock, set, put }
}

test('the first frame is drawn when its own picture is there, whatever the others do', () => {
  const { scene, show, bring, plans, news, wanted } = open()
  show()
  expect(wanted).toEqual(['/media/u/a', '/media/u/b', '/media/u/c'])
  scene.draw()
  expect(plans).toEqual([])
  bring('/media/u/c')
  scene.draw()
  expect(plans).toEqual([])
  bring('/media/u/a')
  scene.draw()
  expect(plans).toMatchObject([{ kind: 'one', sight: { picture: 0 } }])
  expect(news.at(-1)).toEqual({ kind: 'drawn' })
})

test('the same frame is drawn once, and again when anything changed', () => {
  const { scene, show, bring, plans, wanted } = open()
  show()
  bring('/media/u/a')
  scene.draw()
  scene.draw()
  expect(plans).toHaveLength(1)
  scene.take({ kind: 'caption', caption: null })
  scene.draw()
  show()
  scene.draw()
  expect(plans).toHaveLength(3)
  expect(wanted).toHaveLength(3)
})

test('while it runs there are sixty pictures a second; when it stands, a frame of the file', () => {
  const { scene, show, bring, plans, clock } = open()
  show()
  bring('/media/u/a')
  scene.take({ kind: 'run', seconds: 0, since: clock.at })
  for (let step = 0; step < 60; step += 1) {
    clock.at = 1_000 + (step * 1_000) / 60 + 0.01
    scene.draw()
  }
  expect(plans).toHaveLength(60)
  scene.take({ kind: 'stand', seconds: 1.99 })
  clock.at += 5_000
  scene.draw()
  scene.draw()
  expect(plans).toHaveLength(61)
})

test('in a transition both pictures are waited for', () => {
  const { scene, show, bring, plans } = open()
  show()
  bring('/media/u/a')
  scene.take({ kind: 'stand', seconds: 2.7 })
  scene.draw()
  expect(plans).toEqual([])
  bring('/media/u/b')
  scene.draw()
  expect(plans).toMatchObject([{ kind: 'cross-fade', sight: { picture: 0 }, next: { picture: 1 } }])
})

test('a picture that cannot be loaded is reported, and asked for again on request', () => {
  const { scene, show, bring, news, wanted, plans } = open()
  show()
  bring('/media/u/a', null)
  expect(news).toContainEqual({ kind: 'size', image: '/media/u/a', size: null })
  scene.draw()
  expect(plans).toEqual([])
  scene.take({ kind: 'retry' })
  expect(wanted).toEqual(['/media/u/a', '/media/u/b', '/media/u/c', '/media/u/a'])
})

test('another size asks for the pictures at that size, and drops what was made for the old one', () => {
  const { scene, show, bring, wanted, plans } = open()
  const larger = { width: 540, height: 960 }
  show()
  show(larger)
  expect(wanted).toHaveLength(6)
  bring('/media/u/a', aPicture(), SIZE)
  scene.draw()
  expect(plans).toEqual([])
  bring('/media/u/a', aPicture(larger), larger)
  scene.draw()
  expect(plans).toHaveLength(1)
})

test.each([
  [3024, 4032],
  [6000, 4000],
  [1, 1],
  [20_000, 2],
  [2, 20_000],
])('of %i by %i pixels everything that any motion shows is kept', (width, height) => {
  const { left, top, ...cutting } = widestCutting({ width, height }, SIZE)
  const cover = Math.max(SIZE.width / width, SIZE.height / height)
  for (const [start, kept, all, shown] of [
    [left, cutting.width, width, SIZE.width],
    [top, cutting.height, height, SIZE.height],
  ] as const) {
    const reach = Math.min(all, (shown * 1.07) / cover)
    expect(start).toBeLessThanOrEqual((all - reach) / 2)
    expect(start + kept).toBeGreaterThanOrEqual((all + reach) / 2)
    expect(start).toBeGreaterThanOrEqual(0)
    expect(start + kept).toBeLessThanOrEqual(all)
  }
})
