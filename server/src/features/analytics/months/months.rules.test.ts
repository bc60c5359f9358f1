import { expect, test } from 'vitest'
import { likesOfFormat, monthOf, sumMonths } from './months.rules.ts'

const day = (text: string) => Date.parse(text) / 86_400_000
const JANUARY = monthOf(day('2026-01-01'))

test('growth between two days counts for the month of the later one, however many days lie between', () => {
  const days = [
    { day: day('2026-01-30'), source: 'graph', followers: 100 },
    { day: day('2026-02-02'), source: 'apify', followers: 110 },
    { day: day('2026-02-03'), source: 'graph', followers: 121 },
  ] as const
  const [january, february] = sumMonths(days, [], JANUARY)
  expect([january?.growth, january?.growth_days]).toEqual([0, 0])
  expect(february?.growth).toBeCloseTo(Math.log(1.21), 12)
  expect(february?.growth_days).toBe(4)
  expect(sumMonths(days, [], JANUARY + 1)).toEqual([february])
})

test('no growth is counted across a change of source, nor from or to no followers', () => {
  const days = [
    { day: 0, source: 'import', followers: 50 },
    { day: 1, source: 'graph', followers: 100 },
    { day: 2, source: 'graph', followers: 0 },
    { day: 3, source: 'graph', followers: 7 },
    { day: 4, source: 'graph', followers: null },
  ] as const
  expect(sumMonths(days, [], 0)).toMatchObject([{ growth: 0, growth_days: 0 }])
})

test('posts with hidden likes are counted, and are in no sum of likes', () => {
  const at = day('2026-01-05')
  const [month] = sumMonths(
    [],
    [
      { day: at, type: 'reel', likes: 99, comments: 4 },
      { day: at, type: 'reel', likes: 99, comments: null },
      { day: at, type: 'image', likes: null, comments: 8 },
    ],
    JANUARY,
  )
  expect(month).toMatchObject({ posts: 3, likes: 99, comments: 4, image_posts: 0, reel_posts: 2 })
  const reels = likesOfFormat(month ? [month] : [], 'reel')
  expect(reels.posts).toBe(2)
  expect(reels.logLikes).toBeCloseTo(2 * Math.log(100))
})
