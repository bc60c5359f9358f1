import type { PostFormat } from '@tangelo/contract/limits'
import { describe, expect, it } from 'vitest'
import { expectPosts } from './rules/expectations.ts'
import type { AnalysedPost } from './rules/input.ts'
import { seededRandom } from './rules/random.ts'

const DAY_MS = 86_400_000

function postsOf(count: number, change: (at: number) => Partial<AnalysedPost> = () => ({})): AnalysedPost[] {
  const next = seededRandom(5)
  return Array.from({ length: count }, (_, at) => {
    const format: PostFormat = at % 3 === 0 ? 'reel' : 'image'
    const likes = Math.round((format === 'reel' ? 2_000 : 500) * Math.exp(0.5 * (next() + next() + next() - 1.5)))
    const id = `post-${String(at).padStart(4, '0')}`
    const day = 20_000 + at
    const post = {
      id,
      postedAt: day * DAY_MS,
      day,
      hour: 12,
      weekday: 1,
      format,
      likes,
      comments: 5,
      caption: '',
      url: null,
    }
    return { ...post, ...change(at) }
  })
}

describe('what was expected of posts', () => {
  it('lists the post that reached four times the expected first, with its multiple and the band of the others', () => {
    const { posts, multiples } = expectPosts(
      postsOf(90, (at) => (at === 40 ? { likes: 2_000, caption: 'Lemons' } : {})),
    )
    const [top] = posts.top
    expect(top).toMatchObject({ id: 'post-0040', day: '2024-11-13', format: 'image', caption: 'Lemons', likes: 2_000 })
    expect(top?.multiple).toBeGreaterThan(3)
    expect(top?.multiple).toBeLessThan(5.5)
    expect(top?.low).toBeLessThan(1)
    expect(top?.high).toBeGreaterThan(1)
    expect(posts.top.length).toBeLessThanOrEqual(5)
    expect(multiples.get('post-0040')).toBe(top?.multiple)
    expect(multiples.size).toBe(90)
  })

  it('expects more of a format that usually gets more', () => {
    const { multiples } = expectPosts(postsOf(120))
    const reels = [...multiples].filter((_, at) => at % 3 === 0).map(([, multiple]) => multiple)
    const middle = reels.sort((a, b) => a - b)[reels.length >> 1] ?? 0
    expect(middle).toBeGreaterThan(0.85)
    expect(middle).toBeLessThan(1.15)
  })

  it('expects of a post what the posts around it got, not those of another year', () => {
    const { multiples } = expectPosts(
      postsOf(200, (at) => (at < 100 ? { likes: 100 + (at % 5) } : { likes: 9_000 + at })),
    )
    expect(multiples.get('post-0020')).toBeCloseTo(1, 1)
    expect(multiples.get('post-0180')).toBeCloseTo(1, 1)
  })

  it('has eight of ten posts inside the band, and lists only posts outside it', () => {
    const { posts, multiples } = expectPosts(postsOf(200))
    const { low = 0, high = 0 } = posts.top[0] ?? {}
    const inside = [...multiples.values()].filter((multiple) => multiple >= low && multiple <= high)
    expect(inside.length / 200).toBeCloseTo(0.8, 1)
    for (const { multiple } of posts.top) expect(multiple).toBeGreaterThan(high)
    for (const { multiple } of posts.weak) expect(multiple).toBeLessThan(low)
    expect(posts.weak.map(({ multiple }) => multiple)).toEqual(
      posts.weak.map(({ multiple }) => multiple).toSorted((a, b) => a - b),
    )
  })

  it('counts the posts beyond twice the expected and what most of them are', () => {
    const { posts } = expectPosts(postsOf(90, (at) => (at % 30 === 1 ? { likes: 4_000 } : {})))
    expect(posts.sentence).toBe('3 of 90 posts reached more than twice what was expected of them, 3 of them images.')
  })

  it('says what the strongest post reached when none reached twice the expected', () => {
    const { posts } = expectPosts(postsOf(60, (at) => ({ likes: 500 + (at % 7) })))
    expect(posts.sentence).toMatch(
      /^None of 60 posts reached twice what was expected of it; the strongest reached 1\.0 times that\.$/,
    )
  })

  it('expects nothing of fewer than 24 posts', () => {
    expect(expectPosts(postsOf(23))).toEqual({
      posts: { sentence: 'Too few posts to expect anything: 23 of the 24 posts needed are here.', top: [], weak: [] },
      multiples: new Map(),
    })
  })

  it.each([
    ['no likes', { likes: 0, comments: null }],
    ['the same moment', { postedAt: 0, day: 0 }],
    ['the same likes', { likes: 7 }],
  ])('gives finite multiples with %s', (_, change) => {
    for (const count of [0, 1, 24, 2_000]) {
      const { posts, multiples } = expectPosts(postsOf(count, () => change))
      expect([...multiples.values()].every((multiple) => Number.isFinite(multiple) && multiple > 0)).toBe(true)
      expect(posts.sentence).not.toMatch(/NaN|Infinity|undefined/)
    }
  })
})
