/** How a reel is called, how its status looks, what refusals say, and what a list becomes. */
import type { Reel } from '@tangelo/contract'
import { expect, test } from 'vitest'
import { ApiError, NetworkError } from '#lib/api.ts'
import { aReel } from '../../../testing/reels.ts'
import {
  createFailure,
  deleteFailure,
  flattenReels,
  generateFailure,
  isDecided,
  NoAnswer,
  nameOf,
  type ReelPages,
  removeReel,
  renderUnderWay,
  replaceReel,
  saveFailure,
  statusVariant,
} from './rules.ts'

const refusal = (status: number, body: object | string, statusText = ''): ApiError =>
  new ApiError(status, typeof body === 'string' ? body : JSON.stringify(body), statusText)

test.each([
  ['  \n Ferry  to\tthe other side \nand back', 'Ferry to the other side'],
  [`${'word '.repeat(11)}and the longest of them`, `${'word '.repeat(11)}and...`],
  ['🍊'.repeat(70), `${'🍊'.repeat(60)}...`],
  ['', 'Reel of Nov 9, 2026, 12:00'],
  [null, 'Reel of Nov 9, 2026, 12:00'],
])('%j is called %s', (caption, name) => {
  expect(nameOf({ caption, createdTime: '2026-11-09T12:00:00.000Z' })).toBe(name)
})

test.each([
  ['Draft', 'outline'],
  [' draft ', 'outline'],
  ['Approved', 'solid'],
  ['Published', 'wash'],
])('the badge of %s is %s', (status, variant) => expect(statusVariant(status)).toBe(variant))

const noCredits = {
  title: 'Not enough credits',
  description: "You don't have enough credits to create a reel. Please upgrade your subscription.",
}

test.each([
  [refusal(402, { message: 'None left' }), noCredits],
  [new NetworkError(undefined), { title: 'Error generating reel', description: 'No response received from server' }],
  [new NoAnswer(), { title: 'Error generating reel', description: 'No response received from server' }],
  [refusal(429, { message: 'Too many.' }), { title: 'Error generating reel', description: 'Too many.' }],
  [refusal(500, '<html>'), { title: 'Error generating reel', description: 'Something went wrong' }],
])('a video that could not be asked for: %s', (error, text) => expect(generateFailure(error)).toEqual(text))

test.each([
  [refusal(402, { message: 'None left' }), noCredits],
  [refusal(400, { message: 'Bad picture.' }), { title: 'Error creating reel', description: 'Bad picture.' }],
  [new NetworkError(undefined), { title: 'Error creating reel', description: 'No response received from server' }],
])('a reel that could not be made: %s', (error, text) => expect(createFailure(error)).toEqual(text))

test.each([
  [refusal(500, ''), { title: 'Save Failed', description: 'Failed to save images to Airtable' }],
  [
    refusal(404, { message: 'Reel not found' }),
    { title: 'Save Failed', description: 'Failed to save images to Airtable: Reel not found' },
  ],
  [
    new NetworkError(undefined),
    { title: 'Failed to save to Airtable', description: 'No response received from server' },
  ],
])('images that could not be saved: %s', (error, text) => expect(saveFailure(error)).toEqual(text))

test.each([
  [refusal(403, { message: 'Not yours.' }), 'Not yours.'],
  [refusal(502, '<html>', 'Bad Gateway'), 'Failed to delete reel: Bad Gateway'],
  [refusal(502, '<html>'), 'Failed to delete the reel. Please try again.'],
  [new NetworkError(undefined), 'Failed to delete the reel. Please try again.'],
])('a reel that could not be deleted: %s', (error, description) => {
  expect(deleteFailure(error)).toEqual({ title: 'Error deleting reel', description })
})

test('the render that goes on is found in the refusal of a second one', () => {
  expect(renderUnderWay(refusal(409, { error: 'render_under_way', renderId: 'r1' }))).toBe('r1')
  expect(renderUnderWay(refusal(409, { error: 'changed_meanwhile', renderId: 'r1' }))).toBeNull()
  expect(renderUnderWay(new Error('no'))).toBeNull()
})

test.each([
  [refusal(402, ''), true],
  [refusal(502, ''), false],
  [refusal(409, { error: 'in_progress' }), false],
  [new NetworkError(undefined), false],
])('%s is an answer: %s', (error, isAnswer) => expect(isDecided(error)).toBe(isAnswer))

const reel = (id: string, part: Partial<Reel> = {}): Reel => aReel({ id, ...part })
const pages = (...lists: Reel[][]): ReelPages => ({
  pages: lists.map((rows) => ({ rows, nextCursor: null, total: 3 })),
  pageParams: lists.map(() => null),
})

test('a reel takes its place in the list, first when it is new; a deleted one leaves it', () => {
  const list = pages([reel('a'), reel('b')], [reel('c')])
  const changed = replaceReel(list, reel('c', { caption: 'New words' }))
  expect(flattenReels(changed.pages).map(({ caption }) => caption)).toEqual([
    reel('a').caption,
    reel('b').caption,
    'New words',
  ])
  expect(changed.pages[0]?.total).toBe(3)
  const added = replaceReel(list, reel('d'))
  expect(flattenReels(added.pages).map(({ id }) => id)).toEqual(['d', 'a', 'b', 'c'])
  expect(added.pages[0]?.total).toBe(4)
  const old = reel('e', { createdTime: '2026-01-02T12:00:00.000Z' })
  expect(replaceReel(list, old), 'an older one comes with its page').toBe(list)
  const removed = removeReel(list, 'a')
  expect(flattenReels(removed.pages).map(({ id }) => id)).toEqual(['b', 'c'])
  expect(removed.pages[0]?.total).toBe(2)
  expect(removeReel(list, 'z')).toBe(list)
})

test('a reel that moved between two pages is shown once', () => {
  expect(flattenReels(pages([reel('a'), reel('b')], [reel('b'), reel('c')]).pages).map(({ id }) => id)).toEqual([
    'a',
    'b',
    'c',
  ])
})
