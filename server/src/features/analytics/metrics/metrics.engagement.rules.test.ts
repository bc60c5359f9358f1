/** The engagement rate, from the likes and comments of the latest posts. */
import { array, assert, constant, integer, oneof, property, record } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { engagementInputs, engagementRate } from './rules/engagement.ts'

const post = (likes: number | null, comments: number | null) => ({ likes, comments })

const rateOf = (posts: { likes: number | null; comments: number | null }[], followers: number | null) =>
  engagementRate(engagementInputs(posts), followers)

const figure = oneof(constant(null), integer({ min: 0, max: 100_000_000_000 }))
const posts = array(record({ likes: figure, comments: figure }), { maxLength: 20 })

describe('the engagement rate', () => {
  test.each([
    ['means of likes and comments', [post(10, 2), post(20, 4)], 1_000, 1.8],
    ['hidden likes left out, not counted as zero', [post(10, 2), post(null, 4)], 1_000, 1.3],
    ['unknown comments left out', [post(10, null), post(20, 4)], 1_000, 1.9],
    ['no known comments at all', [post(10, null), post(20, null)], 1_000, 1.5],
    ['likes of zero are known', [post(0, 0), post(10, 0)], 1_000, 0.5],
    ['nothing but zeros', [post(0, 0)], 1_000, 0],
    ['only hidden likes', [post(null, 4)], 1_000, null],
    ['no posts', [], 1_000, null],
    ['no followers', [post(10, 2)], 0, null],
    ['unknown followers', [post(10, 2)], null, null],
    ['above a hundred percent', [post(30, 0)], 10, 300],
  ])('%s', (_, given, followers, expected) => {
    const rate = rateOf(given, followers)
    if (expected === null) expect(rate).toBeNull()
    else expect(rate).toBeCloseTo(expected, 12)
  })

  test('looks at the first twelve posts only', () => {
    const twelve = Array.from({ length: 12 }, () => post(10, 0))
    expect(rateOf([...twelve, post(1_000_000, 1_000_000)], 1_000)).toBe(1)
    expect(engagementInputs([...twelve, post(7, 7)])).toEqual({
      likesSum: 120,
      likesKnown: 12,
      commentsSum: 0,
      commentsKnown: 12,
    })
  })

  test('is never NaN, infinite or negative', () => {
    assert(
      property(posts, figure, (given, followers) => {
        const rate = rateOf(given, followers)
        expect(rate === null || (Number.isFinite(rate) && rate >= 0)).toBe(true)
      }),
    )
  })

  test('does not depend on the order of the posts, nor on posts of which nothing is known', () => {
    assert(
      property(
        array(record({ likes: figure, comments: figure }), { maxLength: 6 }),
        figure,
        integer(),
        (given, followers, turn) => {
          const at = given.length === 0 ? 0 : Math.abs(turn) % given.length
          const turned = [...given.slice(at), ...given.slice(0, at)]
          expect(rateOf(turned, followers)).toBe(rateOf(given, followers))
          expect(rateOf([post(null, null), ...given, post(null, null)], followers)).toBe(rateOf(given, followers))
        },
      ),
    )
  })

  test('halves when the followers double', () => {
    assert(
      property(posts, integer({ min: 1, max: 1_000_000 }), (given, followers) => {
        const rate = rateOf(given, followers)
        expect(rateOf(given, followers * 2)).toBe(rate === null ? null : rate / 2)
      }),
    )
  })
})
