import { describe, expect, test } from 'vitest'
import type { PostReading } from '#ports/figures-file.ts'
import { randomFrom } from '../../../testing/random-from.ts'
import { figuresAtAges } from './rules/ages.ts'
import { keyOf, type PostRecord, type PostsSeen } from './rules/post-record.ts'
import { pinnedIn, takeAllSeen } from './rules/seen.ts'

const HOUR = 3_600_000
const START = Date.UTC(2026, 0, 5, 12)

const post = (id: string, fields: Partial<PostReading> = {}): PostReading => ({
  id,
  shortCode: `C${id}`,
  type: 'image',
  caption: null,
  url: null,
  sourceImageUrl: null,
  likes: 10,
  comments: 1,
  views: null,
  postedAt: START + Number(id) * 24 * HOUR,
  isPinned: false,
  ...fields,
})

function see(known: PostRecord[], readAt: number, posts: PostReading[], areLatest = true) {
  takeAllSeen(known, [{ readAt, rawId: null, posts, areLatest }])
  return known
}

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

describe('the order in which readings come', () => {
  /** What is stored of the posts, without what is only needed to store it. */
  const stored = (known: PostRecord[]) =>
    known
      .toSorted((a, b) => a.key.localeCompare(b.key))
      .map(({ isChanged: _, removed: __, timeline, ...post }) => ({
        ...post,
        timeline: timeline.map(({ isNew: _, isChanged: __, seenUntil: ___, ...entry }) => entry),
      }))

  /** Twenty daily lists of the four latest of twelve posts, whose likes and views only grow; some posts go. */
  function historyFrom(chance: () => number): PostsSeen[] {
    const pace = Array.from({ length: 12 }, () => chance() * 1.5)
    const goneFrom = Array.from({ length: 12 }, () => (chance() < 0.2 ? 4 + Math.floor(chance() * 12) : 99))
    return Array.from({ length: 20 }, (_, day) => {
      const there = Array.from({ length: 12 }, (_, id) => id).filter(
        (id) => id * 1.5 < day && day < (goneFrom[id] ?? 0),
      )
      const posts = there.toReversed().slice(0, 4)
      return {
        readAt: START + day * 24 * HOUR + Math.floor(chance() * 12 * 3_600) * 1_000,
        rawId: day,
        areLatest: true,
        posts: posts.map((id) => {
          const likes = Math.floor((pace[id] ?? 0) * (day - id))
          const postedAt = START + (id * 1.5 + 0.1) * 24 * HOUR
          return post(String(id), { postedAt, likes, comments: 1, views: Math.floor(likes / 2) })
        }),
      }
    })
  }

  test('does not matter: two hundred histories, each taken over in the order of time and shuffled', () => {
    for (let seed = 1; seed <= 200; seed += 1) {
      const chance = randomFrom(seed)
      const history = historyFrom(chance)
      const inOrder: PostRecord[] = []
      takeAllSeen(inOrder, history)
      const shuffled: PostRecord[] = []
      const order = history.map((seen) => ({ seen, at: chance() })).toSorted((a, b) => a.at - b.at)
      for (const { seen } of order) takeAllSeen(shuffled, [seen])
      const withoutGone = (known: PostRecord[]) => stored(known).map(({ goneAt: _, ...rest }) => rest)
      expect(withoutGone(shuffled), `seed ${seed}`).toEqual(withoutGone(inOrder))
      // That a post is gone, a list taken over before the post was known can say only when it is taken over again.
      takeAllSeen(shuffled, history)
      expect(stored(shuffled), `seed ${seed}, taken over again`).toEqual(stored(inOrder))
    }
  })

  test('figures that were others in between are kept as three entries', () => {
    const known = see([], START + 100 * HOUR, [post('1')])
    see(known, START + 120 * HOUR, [post('1')])
    see(known, START + 110 * HOUR, [post('1', { likes: 11 })])
    expect(known[0]?.timeline.map(({ likes, secondsSinceSeen }) => [likes, secondsSinceSeen])).toEqual([
      [10, null],
      [11, 36_000],
      [10, 36_000],
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
    expect([...pinnedIn(list)].map(({ id }) => id)).toEqual(['1'])
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
