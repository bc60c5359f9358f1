/** Which posts are compared with which to say when to post, and what is counted of them. */
import { describe, expect, it } from 'vitest'
import { DAY_MS, isEvening, plain, postsOf, seed } from '../../../testing/analysed-posts.ts'
import { analyseFormats } from './rules/formats.ts'
import { analyseHashtags } from './rules/hashtags.ts'
import type { AnalysedPost } from './rules/input.ts'
import { formatsOf, hourBlockOf } from './rules/kinds.ts'
import { analysePosting } from './rules/posting.ts'
import { strataOf } from './rules/strata.ts'

function everyNumber(value: unknown): number[] {
  if (typeof value === 'number') return [value]
  if (value === null || typeof value !== 'object') return []
  return Object.values(value).flatMap(everyNumber)
}

describe('when to post', () => {
  it('compares no cell with fewer than eight comparable posts inside or outside', () => {
    const seven = postsOf(120, (_, at) => ({ hour: at < 7 ? 12 : 19 }))
    const eight = postsOf(120, (_, at) => ({ hour: at < 8 ? 12 : 19 }))
    const noon = (posts: AnalysedPost[]) => analysePosting(posts, { seed }).cells.find(({ from }) => from === 10)
    expect(noon(seven)).toMatchObject({ posts: 7, effect: null, low: null, high: null, significant: false })
    expect(noon(eight)?.posts).toBe(8)
  })

  it('says that times cannot be compared when all posts are of one hour and one weekday', () => {
    const answer = analysePosting(
      postsOf(90, () => ({ hour: 19, weekday: 1 })),
      { seed },
    )
    expect(answer.verdict).toBe('too-few-posts')
    expect(answer.sentence).toMatch(/^Times cannot be compared/)
  })

  it('counts the hours after midnight to the block that begins at 22', () => {
    expect([22, 23, 0, 1].map(hourBlockOf)).toEqual([5, 5, 5, 5])
    expect([2, 5, 6, 21].map(hourBlockOf)).toEqual([0, 0, 1, 4])
  })

  it('counts what was posted by weekday and hour', () => {
    const { posted } = analysePosting(
      postsOf(10, () => ({ weekday: 3, hour: 23 })),
      { seed },
    )
    expect(posted.map((row) => row.length)).toEqual([24, 24, 24, 24, 24, 24, 24])
    expect(posted[2]?.[23]).toBe(10)
    expect(posted.flat().reduce((sum, count) => sum + count, 0)).toBe(10)
  })

  it('gives the same bytes for the same posts in any order, and other draws for another seed', () => {
    const posts = postsOf(120, plain)
    const answer = JSON.stringify(analysePosting(posts, { seed }))
    expect(JSON.stringify(analysePosting(posts.toReversed(), { seed }))).toBe(answer)
    expect(JSON.stringify(analysePosting(posts, { seed: seed + 1 }))).not.toBe(answer)
  })

  it('lets a post that went a thousand times as far count no more than one that went ten times as far', () => {
    const posts = postsOf(180, plain)
    const withViral = (times: number) =>
      analysePosting(
        posts.map((post, at) => (at === 50 ? { ...post, likes: post.likes * times } : post)),
        { seed },
      ).cells
    expect(withViral(1_000)).toEqual(withViral(10))
  })

  it('compares only posts of one format and of the same or neighbouring months', () => {
    const posts = postsOf(400, (_, at) => ({ format: at % 9 === 0 ? 'reel' : 'image' }))
    const formats = formatsOf(posts)
    const { order, starts } = strataOf(posts, formats)
    expect([...order].sort((a, b) => a - b)).toEqual(posts.map((_, at) => at))
    const strata = [...starts.slice(1)].map((end, at) => [...order.slice(starts[at], end)])
    expect(strata.length).toBeGreaterThan(15)
    for (const stratum of strata) {
      expect(new Set(stratum.map((post) => formats[post])).size).toBe(1)
      expect(stratum.length).toBeGreaterThanOrEqual(6)
      const days = stratum.map((post) => posts[post]?.day ?? 0)
      expect(Math.max(...days) - Math.min(...days)).toBeLessThan(formats[stratum[0] ?? 0] === 0 ? 31 : 130)
    }
  })

  it('leaves comments out where some posts lack them, so that those do not seem weaker', () => {
    const posts = postsOf(120, (post) => ({ comments: isEvening(post) ? null : 2_000 }))
    expect(analysePosting(posts, { seed }).verdict).toBe('no-difference')
  })

  it.each<[string, (post: AnalysedPost, at: number) => Partial<AnalysedPost>]>([
    ['no likes at all', () => ({ likes: 0, comments: 0 })],
    ['the same likes everywhere', () => ({ likes: 400, comments: 3 })],
    ['all but one post alike', (_, at) => ({ likes: at === 3 ? 900 : 400 })],
    ['the same moment for all', () => ({ postedAt: 0, day: 0, hour: 0, weekday: 4 })],
    ['one format', () => ({ format: 'video' })],
    ['captions of 2,200 emoji', () => ({ caption: '🍋'.repeat(2_200) })],
    ['captions of nothing but number signs', () => ({ caption: '#'.repeat(2_200) })],
    ['a post a decade', (_, at) => ({ day: at * 3_650, postedAt: at * 3_650 * DAY_MS })],
  ])('stays finite with %s', (_, change) => {
    for (const count of [0, 1, 2, 59, 60, 300]) {
      const posts = postsOf(count, change)
      for (const analyse of [analysePosting, analyseFormats, analyseHashtags]) {
        const answer = analyse(posts, { seed })
        expect(everyNumber(answer).every(Number.isFinite)).toBe(true)
        expect(answer.sentence).not.toMatch(/NaN|Infinity|undefined/)
      }
    }
  })

  it('answers for 2,000 posts', () => {
    const answer = analysePosting(
      postsOf(2_000, (post) => ({ times: isEvening(post) ? 1.2 : 1 })),
      { seed },
    )
    expect(answer.sentence).toMatch(/^Posts between 18:00 and 22:00 got \d+% more likes .* of 2,000 posts\./)
  })
})
