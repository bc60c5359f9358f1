/** What a reading changes in the posts of an account, and what their figures were at an age. */
import { describe, expect, test } from 'vitest'
import { HOUR, post, START, see } from '../../../testing/seen-posts.ts'
import { figuresAtAges } from './rules/ages.ts'
import { keyOf, type PostRecord } from './rules/post-record.ts'
import { findPinned, takeAllSeen } from './rules/seen.ts'

describe('what a reading changes', () => {
  test('a post whose short code a later answer tells is found by it in the answers after that', () => {
    const seen = [post('1', { shortCode: null }), post('1'), post('2', { shortCode: 'C1' })].map((shown, at) => ({
      readAt: START + at * HOUR,
      rawId: null,
      posts: [shown],
      areLatest: true,
    }))
    const known: PostRecord[] = []
    takeAllSeen(known, seen)
    expect(known.map(({ key, sourceId }) => [key, sourceId])).toEqual([['C1', '1']])
  })

  test('a reading is added only when likes, comments or views have changed', () => {
    const known = see([], START + 100 * HOUR, [post('1')])
    see(known, START + 110 * HOUR, [post('1')])
    see(known, START + 120 * HOUR, [post('1', { likes: 12 })])
    see(known, START + 130 * HOUR, [post('1', { likes: 12, views: 90 })])
    see(known, START + 140 * HOUR, [post('1', { likes: 12 })])
    expect(known[0]?.timeline.map(({ likes, views, secondsSinceSeen }) => [likes, views, secondsSinceSeen])).toEqual([
      [10, null, null],
      [12, null, 36_000],
      [12, 90, 36_000],
    ])
    expect(known[0]).toMatchObject({ lastSeenAt: START + 140 * HOUR, views: 90 })
  })

  test('hidden likes are unknown and not zero', () => {
    const known = see([], START + 100 * HOUR, [post('1', { likes: null })])
    expect(known[0]).toMatchObject({ likes: null, comments: 1 })
  })

  test('two sources agree on a post by its short code', () => {
    const known = see([], START + 100 * HOUR, [post('1')])
    see(known, START + 101 * HOUR, [post('99', { shortCode: 'C1', likes: 11, postedAt: START + 24 * HOUR })])
    expect(known).toHaveLength(1)
    expect(keyOf(post('7', { shortCode: null }))).toBe('id:7')
  })

  test('a post that was known by its id only is found again once it has a short code', () => {
    const known = see([], START + 100 * HOUR, [post('1', { shortCode: null })])
    see(known, START + 110 * HOUR, [post('1')])
    expect(known.map(({ key }) => key)).toEqual(['C1'])
  })

  test('what an import brings of an earlier moment leaves the latest figures as they are', () => {
    const known = see([], START + 100 * HOUR, [post('1', { likes: 50 })])
    see(known, START + 80 * HOUR, [post('1', { likes: 30 })])
    expect(known[0]).toMatchObject({ likes: 50, firstSeenAt: START + 80 * HOUR, lastSeenAt: START + 100 * HOUR })
    expect(known[0]?.timeline.map(({ likes, secondsSinceSeen }) => [likes, secondsSinceSeen])).toEqual([
      [30, null],
      [50, 72_000],
    ])
  })
})

describe('posts that are gone', () => {
  test('a post missing between others is gone, and comes back when it is seen again', () => {
    const known = see([], START + 200 * HOUR, [post('3'), post('2'), post('1')])
    see(known, START + 210 * HOUR, [post('3'), post('1')])
    expect(known.map(({ key, goneAt }) => [key, goneAt])).toEqual([
      ['C3', null],
      ['C2', START + 210 * HOUR],
      ['C1', null],
    ])
    see(known, START + 220 * HOUR, [post('3'), post('2'), post('1')])
    expect(known.every(({ goneAt }) => goneAt === null)).toBe(true)
  })

  test('a post that has left the end of the list is not gone', () => {
    const known = see([], START + 200 * HOUR, [post('2'), post('1')])
    see(known, START + 210 * HOUR, [post('3'), post('2')])
    expect(known.map(({ goneAt }) => goneAt)).toEqual([null, null, null])
  })

  test('a pinned post at the head says nothing about posts between it and the others', () => {
    const list = [post('1'), post('5'), post('4')]
    expect([...findPinned(list)].map(({ id }) => id)).toEqual(['1'])
    const known = see([], START + 200 * HOUR, [post('3'), post('2'), post('1')])
    see(known, START + 210 * HOUR, list)
    expect(known.filter(({ goneAt }) => goneAt !== null)).toEqual([])
    expect(known.find(({ key }) => key === 'C1')?.isPinned).toBe(true)
  })

  test('an empty list, or a page of older posts, makes nothing gone', () => {
    const known = see([], START + 200 * HOUR, [post('2'), post('1')])
    see(known, START + 210 * HOUR, [])
    see(known, START + 220 * HOUR, [post('0')], false)
    expect(known.filter(({ goneAt }) => goneAt !== null)).toEqual([])
  })
})

describe('figures at an age', () => {
  const reading = (hours: number, likes: number | null, secondsSinceSeen: number | null = null) => ({
    readAt: START + hours * HOUR,
    likes,
    comments: null,
    views: null,
    secondsSinceSeen,
    rawId: null,
  })

  test('are interpolated between the readings around it', () => {
    const ages = figuresAtAges(START, [reading(12, 100), reading(36, 200, 24 * 3_600)], START + 36 * HOUR)
    expect(ages.at24Hours.likes).toBe(150)
    expect(ages.at72Hours.likes).toBeNull()
  })

  test('stay what they were until the last time they were seen unchanged', () => {
    const ages = figuresAtAges(START, [reading(12, 100), reading(60, 200, 30 * 3_600)], START + 80 * HOUR)
    expect(ages.at24Hours.likes).toBe(100)
    expect(ages.at72Hours.likes).toBe(200)
  })

  test('are unknown where no reading is near, where a figure is hidden, and without a time of posting', () => {
    expect(figuresAtAges(START, [reading(1, 5), reading(200, 90)], START + 200 * HOUR).at24Hours.likes).toBeNull()
    expect(figuresAtAges(START, [reading(20, null), reading(30, 9)], START + 30 * HOUR).at24Hours.likes).toBeNull()
    expect(figuresAtAges(START, [reading(300, 9)], START + 300 * HOUR).at7Days.likes).toBeNull()
    expect(figuresAtAges(null, [reading(12, 1), reading(36, 2)], START + 36 * HOUR).at24Hours.likes).toBeNull()
  })
})
