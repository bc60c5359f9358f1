/** What the analysis of accounts finds, through its route. How often each method errs is tested at the rules. */
import type { Analysis } from '@tangelo/contract'
import { describe, expect, test } from 'vitest'
import { dayToText } from '#platform/calendar.ts'
import { analyse, LONG_MS } from '../../../testing/analyse.ts'
import {
  DAY_MS,
  HOUR_MS,
  importPlanted,
  plant,
  plantDays,
  plantPosts,
  shiftFrom,
  TODAY,
} from '../../../testing/planted-accounts.ts'
import { world } from '../../../testing/world.ts'

describe('accounts brought through the documented files', () => {
  test(
    'an evening effect is found, and nothing where there is none',
    async () => {
      const here = await world()
      const isEvening = (hour: number) => hour >= 18 && hour < 22
      const evening = await importPlanted(here, 'evening', {
        posts: plantPosts({ count: 240, seed: 11, effect: (hour) => (isEvening(hour) ? 1.7 : 1) }),
        days: plantDays({ count: 400, seed: 12 }),
      })
      const plain = await importPlanted(here, 'plain', {
        posts: plantPosts({ count: 240, seed: 21 }),
        days: plantDays({ count: 400, seed: 22 }),
      })

      const found = await analyse(here, evening)
      expect(found.posting.verdict).toBe('found')
      expect(found.posting.sentence).toMatch(
        /^Posts between 18:00 and 22:00 got \d+% more likes \(likely \d+ to \d+%\), from 49 of 240 posts\./,
      )
      const shown = found.posting.cells.filter(({ significant }) => significant)
      expect(shown).toMatchObject([{ family: 'hours', from: 18, to: 22, posts: 49 }])
      expect(shown[0]?.effect).toBeGreaterThan(0.5)
      expect(shown[0]?.effect).toBeLessThan(1)
      expect([found.formats.verdict, found.hashtags.verdict, found.moves]).toEqual([
        'no-difference',
        'too-few-posts',
        [],
      ])
      expect(found.posting.posted.flat().reduce((sum, count) => sum + count, 0)).toBe(240)
      expect(found.growth.sentence).toMatch(/^Followers grew by 10,\d{3} to 50\.8K\./)
      expect(found.period).toEqual({
        from: '2025-11-21',
        to: '2026-11-20',
        timeZone: 'UTC',
        posts: 240,
        firstPost: '2025-12-05',
        readings: 365,
        leftOut: { sentence: null, hidden: 0, gone: 0, unread: 0 },
      })

      const none = await analyse(here, plain)
      expect([none.posting.verdict, none.formats.verdict, none.moves]).toEqual(['no-difference', 'no-difference', []])
      expect(none.posting.sentence).toMatch(/^No difference can be shown yet: with 240 posts only effects above about /)
    },
    LONG_MS,
  )

  test(
    'a purge and a viral reel are distinguished, each with its evidence',
    async () => {
      const here = await world()
      const [purge, rise] = [TODAY - 120, TODAY - 60]
      const reel = { at: (rise - 1) * DAY_MS + 12 * HOUR_MS, likes: 9_000, format: 'reel' as const, caption: 'orchard' }
      const days = shiftFrom(shiftFrom(plantDays({ count: 400, seed: 36 }), purge, -0.03), rise, 0.04)
      const posts = [...plantPosts({ count: 240, seed: 31 }), reel]
      const moved = await importPlanted(here, 'moved', { posts, days }, '?companyId=2')
      for (const seed of [41, 42, 43, 44]) {
        const fell = shiftFrom(plantDays({ count: 400, seed }), purge, -0.025)
        await importPlanted(here, `beside${seed}`, { days: fell }, '?companyId=2')
      }
      // An account of another company is no witness.
      await importPlanted(here, 'elsewhere', { days: plantDays({ count: 400, seed: 51 }) })

      const { moves, posts: outstanding, posting } = await analyse(here, moved)
      expect(moves.map(({ day, kind, sentence }) => [day, kind, sentence.replaceAll(/[\d,]+ \(/g, 'N (')])).toEqual([
        [
          dayToText(purge),
          'cleanup',
          'Followers fell by N (2.9%) in one day, and so did 4 of your 4 other accounts: this looks like a cleanup by Instagram.',
        ],
        [
          dayToText(rise),
          'viral',
          expect.stringMatching(
            /^Followers rose by N \(4%\) in one day, after a reel of Sep 20 with \d\.\d times the likes expected of it\.$/,
          ),
        ],
      ])
      expect(moves[0]?.evidence).toMatchObject({ others: { accounts: 4, moved: 4 }, source: 'import', gap: 0 })
      expect(moves[1]?.evidence).toMatchObject({ others: { accounts: 4, moved: 0 } })
      expect(moves[1]?.evidence.posts).toContainEqual(expect.objectContaining({ caption: 'orchard', likes: 9_000 }))
      expect(outstanding.top[0]).toMatchObject({ caption: 'orchard', format: 'reel', likes: 9_000 })
      expect(posting.verdict).toBe('no-difference')
    },
    LONG_MS,
  )
})

test('a rise that ebbs away is one move: no day belongs to two', async () => {
  const here = await world()
  const [peak, after] = [TODAY - 90, TODAY - 89]
  const days = shiftFrom(shiftFrom(plantDays({ count: 400, seed: 36 }), peak, 0.2), after, 0.012)
  const { moves } = await analyse(here, await plant(here, 'ebbing', { days }))
  const won = (days.get(after) ?? 0) - (days.get(peak - 1) ?? 0)
  expect(moves).toMatchObject([
    { day: dayToText(peak), change: won, sentence: expect.stringMatching(/\(22%\) in 2 days, /) },
  ])
})

describe('the evidence of a move', () => {
  test('changes when the figures of two days are swapped', async () => {
    const here = await world()
    const days = shiftFrom(plantDays({ count: 400, seed: 36 }), TODAY - 90, 0.05)
    const swapped = new Map(days)
    const [one, other] = [days.get(TODAY - 90), days.get(TODAY - 91)]
    if (one === undefined || other === undefined) throw new Error('Both days were planted')
    swapped.set(TODAY - 90, other).set(TODAY - 91, one)
    const straight = await analyse(here, await plant(here, 'straight', { days }))
    const crossed = await analyse(here, await plant(here, 'crossed', { days: swapped }, 2))
    const changeOn = ({ moves }: Analysis, day: number) =>
      moves.flatMap(({ evidence }) =>
        evidence.days.filter((one) => one.day === dayToText(day)).map(({ change }) => change),
      )
    expect(straight.moves.map(({ day }) => day)).toEqual([dayToText(TODAY - 90)])
    expect(changeOn(straight, TODAY - 90)[0]).toBeGreaterThan(1_500)
    expect(crossed.moves).not.toEqual(straight.moves)
    expect(changeOn(crossed, TODAY - 90)[0]).not.toBe(changeOn(straight, TODAY - 90)[0])
  })
})
