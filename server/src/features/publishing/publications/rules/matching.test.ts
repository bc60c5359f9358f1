import { expect, test } from 'vitest'
import type { OwnPost } from '#ports/publishing.ts'
import { candidates, comparable, type Intent, judge } from './matching.ts'

const AT = Date.parse('2026-11-27T19:00:09Z')
const intent: Intent = {
  kind: 'reel',
  caption: 'One last swim with @ana.lisboa',
  at: AT,
  baseline: ['10', '9', '8'],
  baselineNewestAt: AT - 86_400_000,
}
const ours: OwnPost = {
  id: '11',
  postedAt: AT + 2_000,
  kind: 'video',
  product: 'reel',
  caption: 'One last swim with ana.lisboa',
  permalink: 'https://www.instagram.com/reel/a/',
}
const old: OwnPost = {
  id: '10',
  postedAt: AT - 86_400_000,
  kind: 'video',
  product: 'reel',
  caption: 'Before',
  permalink: null,
}
const none = new Set<string>()
const findIds = (listed: readonly OwnPost[], of: Intent = intent, taken: ReadonlySet<string> = none) =>
  candidates(of, listed, taken).map(({ id }) => id)
const like = (changes: Partial<OwnPost>): OwnPost => Object.assign({}, ours, changes)
const intentLike = (changes: Partial<Intent>): Intent => Object.assign({}, intent, changes)

test('exactly one new post with the caption and the kind is the one', () => {
  expect(judge(intent, [ours, old], { taken: none, others: [], isLast: false })).toEqual({ is: 'found', post: ours })
})

test('the first of the list is not taken for ours', () => {
  expect(findIds([like({ id: '12', caption: 'Posted by hand' }), old])).toEqual([])
  expect(findIds([like({ id: '12', kind: 'image' }), old])).toEqual([])
  expect(findIds([old])).toEqual([])
})

test('two that fit are for a person, at once', () => {
  const twin = like({ id: '12', postedAt: AT + 281_000 })
  expect(judge(intent, [twin, ours, old], { taken: none, others: [], isLast: false })).toEqual({
    is: 'unclear',
    candidates: [twin, ours],
  })
})

test('one that may be a post of which it is not known whether it is live is for a person', () => {
  const judgeBeside = (others: readonly string[], of: Intent = intent, post: OwnPost = ours) =>
    judge(of, [post, old], { taken: none, others, isLast: false }).is
  expect(judgeBeside(['Another caption'])).toBe('found')
  expect(judgeBeside([intent.caption])).toBe('unclear')
  expect(judgeBeside(['Another caption'], intent, like({ caption: undefined }))).toBe('unclear')
  expect(
    judgeBeside(['Another caption'], intentLike({ kind: 'story' }), like({ product: 'story', caption: undefined })),
  ).toBe('unclear')
})

test('none that fits is looked for again, and for a person after the last look', () => {
  expect(judge(intent, [old], { taken: none, others: [], isLast: false })).toEqual({ is: 'nothing' })
  expect(judge(intent, [old], { taken: none, others: [], isLast: true })).toEqual({ is: 'unclear', candidates: [] })
})

test('a caption that the service leaves out is no difference, an empty one is', () => {
  expect(findIds([like({ caption: undefined, kind: null, product: null })])).toEqual(['11'])
  expect(findIds([like({ caption: '' })])).toEqual([])
  expect(findIds([like({ caption: null })])).toEqual([])
  expect(findIds([like({ caption: '' })], intentLike({ caption: '  ' }))).toEqual(['11'])
})

test('an old post that moves up in the list because others were deleted is not ours', () => {
  expect(findIds([like({ id: '7', postedAt: AT - 172_800_000 })])).toEqual([])
})

test('a clock here that was set forward by an hour hides nothing', () => {
  expect(findIds([ours], intentLike({ at: AT + 3_600_000 }))).toEqual(['11'])
  expect(findIds([ours], intentLike({ at: AT - 3_600_000 }))).toEqual(['11'])
})

test('on an account without posts the moment of the order counts, with some room for its clock', () => {
  const first = intentLike({ baseline: [], baselineNewestAt: null })
  expect(findIds([like({ postedAt: AT - 60_000 })], first)).toEqual(['11'])
  expect(findIds([like({ postedAt: AT - 3_600_000 })], first)).toEqual([])
  expect(findIds([like({ postedAt: null })], first)).toEqual(['11'])
})

test('a post that belongs to another publication is not ours', () => {
  expect(findIds([ours], intent, new Set(['11']))).toEqual([])
})

test('a story is found without a caption', () => {
  expect(findIds([like({ kind: 'image', product: 'story', caption: null })], intentLike({ kind: 'story' }))).toEqual([
    '11',
  ])
})

test('captions are compared without @, in one form of letters and spaces', () => {
  expect(comparable('Cafe\u0301  with\n@ana')).toBe(comparable('Café with ana'))
})
