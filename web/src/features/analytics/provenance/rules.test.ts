/** Each figure is explained so that it can be made again, and what is unknown is said to be. */
import { expect, test } from 'vitest'
import { aBase, aLatest, aProvenance } from '../../../testing/provenance.ts'
import { explain, figureAt, isStoredLater } from './rules.ts'

test('engagement: the sentence of the specification, with its numbers', () => {
  expect(explain('engagement', aProvenance())).toEqual({
    value: '6.7%',
    formula: '(mean likes 13,455 of 11 posts + mean comments 274 of 12 posts) ÷ followers 204,912 × 100 = 6.7%',
    words: '(mean of the known likes + mean of the known comments) ÷ followers × 100',
    compares: false,
    usesPosts: true,
  })
})

test('a small rate keeps its digits', () => {
  const latest = aLatest({
    followers: 96_300_000,
    engagementRate: 0.013_04,
    engagement: { likesSum: 12_345, likesKnown: 1, commentsSum: 31, commentsKnown: 2 },
  })
  expect(explain('engagement', aProvenance({ latest })).formula).toBe(
    '(mean likes 12,345 of 1 post + mean comments 15.5 of 2 posts) ÷ followers 96,300,000 × 100 = 0.013%',
  )
})

const none = { likesSum: 0, likesKnown: 0, commentsSum: 5, commentsKnown: 2 }
test.each([
  ['hidden likes', aLatest({ engagementRate: null, engagement: none }), 'No likes are known, so there is no rate.'],
  [
    'no followers',
    aLatest({ engagementRate: null, followers: 0 }),
    'The number of followers is not known, so there is no rate.',
  ],
  [
    'impossible likes',
    aLatest({ engagementRate: null, followers: 1, engagement: { ...none, likesSum: 200_000, likesKnown: 1 } }),
    'There are impossibly many likes and comments for the number of followers, so there is no rate.',
  ],
  [
    'a rate of the source',
    aLatest({ engagement: null }),
    'The source stated the rate itself: it was not calculated here.',
  ],
  [
    'a typed rate',
    aLatest({ engagement: null, source: 'import' }),
    'As it stood in the file or was typed in, unchanged.',
  ],
  ['no rate at all', aLatest({ engagement: null, engagementRate: null }), 'The source did not report it.'],
  ['no figures', null, 'No figures are known for this account yet.'],
])('engagement with %s', (_, latest, words) => {
  expect(explain('engagement', aProvenance({ latest })).words).toBe(words)
})

test.each([
  ['followers', '204,912', null],
  ['following', '412', null],
  ['posts', '518', null],
  ['followersChange', '+3,406', '204,912 − 201,506 = +3,406'],
  ['followingChange', '−2', '412 − 414 = −2'],
  ['postsChange', '+5', '518 − 513 = +5'],
  ['engagementChange', '12.2%', '(6.7% − 5.97%) ÷ 5.97% × 100 = 12.2%'],
] as const)('%s is %s', (figure, value, formula) => {
  expect(explain(figure, aProvenance())).toMatchObject({ value, formula })
})

test.each([
  ['followersChange', null, 'There is no snapshot at least 7 days older yet, so there is no change.'],
  ['postsChange', aBase({ posts: null }), 'It was not known at one of the two moments, so there is no change.'],
  ['engagementChange', aBase({ engagementRate: 0 }), 'The rate was 0 then, so there is no change in percent.'],
] as const)('%s without what it needs', (figure, base, words) => {
  expect(explain(figure, aProvenance({ base }))).toMatchObject({ value: 'unknown', formula: null, words })
})

test('across a change of source or method there is no change, and since when', () => {
  const broken = aProvenance({
    countsBrokenAt: '2026-11-08T12:00:00.000Z',
    engagementBrokenAt: '2026-11-08T12:00:00.000Z',
  })
  for (const figure of ['followersChange', 'followingChange', 'postsChange', 'engagementChange'] as const)
    expect(explain(figure, broken)).toMatchObject({
      value: 'unknown',
      formula: null,
      words: expect.stringMatching(/^Since Nov 8, 2026.*another source.*None is compared across the change/),
      compares: true,
    })
})

test('a figure of a moment is written in full, or as unknown', () => {
  expect(figureAt('followersChange', aLatest())).toBe('204,912')
  expect(figureAt('engagementChange', aBase())).toBe('5.97%')
  expect(figureAt('followingChange', aBase({ following: null }))).toBe('unknown')
})

test('storing at once is not worth telling; storing an old figure is', () => {
  expect(isStoredLater(aLatest())).toBe(false)
  expect(isStoredLater(aLatest({ recordedAt: '2026-11-10T12:00:00.000Z' }))).toBe(true)
})
