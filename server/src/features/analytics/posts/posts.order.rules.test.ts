/** Readings of posts give the same history in whatever order they come. */
import { describe, expect, test } from 'vitest'
import { randomFrom } from '../../../testing/random-from.ts'
import { HOUR, post, START, see } from '../../../testing/seen-posts.ts'
import type { PostRecord, PostsSeen } from './rules/post-record.ts'
import { takeAllSeen } from './rules/seen.ts'

describe('the order in which readings come', () => {
  /** What is stored of the posts, without what is only needed to store it. */
  const toStored = (known: PostRecord[]) =>
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
      const withoutGone = (known: PostRecord[]) => toStored(known).map(({ goneAt: _, ...rest }) => rest)
      expect(withoutGone(shuffled), `seed ${seed}`).toEqual(withoutGone(inOrder))
      // That a post is gone, a list taken over before the post was known can say only when it is taken over again.
      takeAllSeen(shuffled, history)
      expect(toStored(shuffled), `seed ${seed}, taken over again`).toEqual(toStored(inOrder))
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
