import { timelineOf } from '@tangelo/kernel/timeline'
import { expect, test } from 'vitest'
import { mergeVersions } from '#lib/three-way-merge.ts'
import { aLongReel as aReel } from '../../../testing/reels.ts'
import {
  addImages,
  applyMotionToAll,
  findDifferences,
  isSame,
  moveItem,
  parseSeconds,
  toBody,
  toEdited,
  updatePicture,
} from './rules/edited.ts'
import {
  computePreviewSize,
  computeVolume,
  findSecondsAfterKey,
  startOf,
  stripesOf,
  tilesOf,
} from './rules/timeline.ts'

const edited = toEdited(aReel())
const sizes = [1, 2, 3].map(() => ({ width: 9, height: 16 }))
const timeline = timelineOf(toBody(edited).settings, sizes)

test('a reel goes out as it came in, and each picture keeps its settings wherever it goes', () => {
  const { images, settings } = aReel()
  expect(toBody(edited)).toEqual({ images, settings })
  const held = updatePicture(edited, '/media/u/a 1', { seconds: 5 })
  const body = toBody({ ...held, pictures: moveItem(held.pictures, 0, 2) })
  expect(body.images).toEqual(['/media/u/b', '/media/u/c', '/media/u/a'])
  expect(body.settings.pictures.map(({ seconds }) => seconds)).toEqual([3, 3, 5])
})

test('a reel without settings for a picture gets the usual ones', () => {
  const { settings } = aReel()
  const { pictures } = toEdited(aReel({ settings: { ...settings, pictures: [] } }))
  expect(pictures.map(({ seconds, motion, strength }) => [seconds, motion, strength])).toEqual(
    Array.from({ length: 3 }, () => [3, 'calm', 0.07]),
  )
})

test.each([
  [0, 2, 'bca'],
  [2, 0, 'cab'],
  [1, 1, 'abc'],
  [9, 0, 'abc'],
])('from %i to %i', (from, to, order) => expect(moveItem([...'abc'], from, to).join('')).toBe(order))

test('six images at most, and the same image twice stays two', () => {
  const more = addImages(edited, ['/media/u/a', '/media/u/d', '/media/u/e', '/media/u/f'])
  expect(more.pictures.map(({ key }) => key)).toEqual([
    '/media/u/a 1',
    '/media/u/b 1',
    '/media/u/c 1',
    '/media/u/a 2',
    '/media/u/d 1',
    '/media/u/e 1',
  ])
})

test('motion for all leaves their seconds alone', () => {
  const [first] = updatePicture(edited, '/media/u/a 1', { motion: 'still', strength: 0.03, seconds: 9 }).pictures
  if (!first) throw new Error('There is no picture')
  expect(
    applyMotionToAll(edited, first).pictures.map(({ motion, strength, seconds }) => [motion, strength, seconds]),
  ).toEqual(Array.from({ length: 3 }, () => ['still', 0.03, 3]))
})

test('changes of two people go together, but for what both changed', () => {
  const mine = { ...edited, quality: 'best' as const, coverSeconds: 2 }
  const theirs = { ...edited, coverSeconds: 4, transition: { kind: 'cut' as const, seconds: 0.5 } }
  const { merged, conflicts } = mergeVersions({ base: edited, mine, theirs }, findDifferences)
  expect(conflicts).toEqual(['coverSeconds'])
  expect(merged).toMatchObject({ quality: 'best', coverSeconds: 2, transition: { kind: 'cut' } })
  expect(mergeVersions({ base: edited, mine: theirs, theirs }, findDifferences).conflicts).toEqual([])
})

test('the order in which fields were written is no difference', () => {
  const { isShown, text, place, style } = edited.caption
  expect(isSame(edited, { ...edited, caption: { style, place, text, isShown } })).toBe(true)
  expect(isSame(edited, { ...edited, caption: { style, place: 'top', text, isShown } })).toBe(false)
})

test.each([
  ['2,5', 2.5],
  ['4 s', 4],
  ['0', 1],
  ['99', 10],
  ['3.04', 3],
  ['', undefined],
  ['soon', undefined],
])('%s as seconds', (typed, seconds) => expect(parseSeconds(typed)).toBe(seconds))

test('tiles fill the reel, and stripes lie where two pictures are seen', () => {
  expect(timeline.seconds).toBe(8)
  expect(stripesOf(timeline)).toEqual([
    { from: 2.5, length: 0.5 },
    { from: 5, length: 0.5 },
  ])
  expect(tilesOf(timeline).map(({ from, length }) => [from, length])).toEqual([
    [0, 2.75],
    [2.75, 2.5],
    [5.25, 2.75],
  ])
  const cut = timelineOf({ ...toBody(edited).settings, transition: { kind: 'cut', seconds: 0.5 } }, sizes)
  expect(stripesOf(cut)).toEqual([])
  expect(tilesOf(cut).map(({ length }) => length)).toEqual([3, 3, 3])
  expect([0, 1, 2].map((index) => startOf(timeline, index))).toEqual([0, 3, 5.5])
})

test.each([
  ['ArrowRight', false, 1, 1.1],
  ['ArrowLeft', true, 1.5, 0.5],
  ['ArrowLeft', false, 0, 0],
  ['ArrowRight', true, 7.6, 8],
  ['PageDown', false, 1, 3],
  ['PageUp', false, 3, 0],
  ['PageDown', false, 6, 8],
  ['End', false, 1, 8],
  ['Home', false, 1, 0],
  ['a', false, 1, null],
])('%s with Shift %s leads from %d to %d', (key, shiftKey, from, to) =>
  expect(findSecondsAfterKey({ key, shiftKey }, from, timeline)).toBe(to),
)

test('the preview is drawn at even sizes of the shape of a reel, as sharp as the screen, within limits', () => {
  expect(computePreviewSize(270, 1)).toEqual({ width: 270, height: 480 })
  expect(computePreviewSize(360, 1)).toEqual({ width: 360, height: 640 })
  expect(computePreviewSize(360, 3)).toEqual({ width: 540, height: 960 })
  expect(computePreviewSize(10, 1)).toEqual({ width: 180, height: 320 })
})

test('music fades over the last second', () => {
  expect([0, 14.5, 15, 15.5, 16].map((at) => computeVolume(0.8, at, 15.5))).toEqual([0.8, 0.8, 0.4, 0, 0])
})
