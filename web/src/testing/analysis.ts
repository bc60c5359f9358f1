/** A sample analysis, as the server would answer it: an evening effect, three days that stand out, carousels that do better. */
import type { Analysis, Post } from '@tangelo/contract'
import { addDays } from '#lib/days.ts'

export type Cell = readonly [posts: number, effect?: number, low?: number, high?: number, significant?: boolean]

export const effectOf = ([posts, effect, low, high, significant = false]: Cell) => ({
  posts,
  effect: effect ?? null,
  low: low ?? null,
  high: high ?? null,
  significant,
})

const HOURS: readonly Cell[] = [
  [3],
  [28, 0.04, -0.14, 0.26],
  [46, -0.08, -0.22, 0.09],
  [37, -0.06, -0.22, 0.13],
  [41, 0.35, 0.12, 0.61, true],
  [25, -0.02, -0.21, 0.22],
]
const WEEKDAYS: readonly Cell[] = [
  [30, -0.03, -0.2, 0.18],
  [27, 0.06, -0.14, 0.31],
  [29, -0.01, -0.19, 0.21],
  [33, 0.09, -0.09, 0.31],
  [31, 0.02, -0.16, 0.23],
  [24, -0.07, -0.26, 0.17],
  [6],
]

export function postingCells(hours: readonly Cell[], weekdays: readonly Cell[]): Analysis['posting']['cells'] {
  return [
    ...hours.map((cell, at) => ({
      family: 'hours' as const,
      from: 2 + 4 * at,
      to: (6 + 4 * at) % 24,
      ...effectOf(cell),
    })),
    ...weekdays.map((cell, at) => ({ family: 'weekdays' as const, from: at + 1, to: at + 1, ...effectOf(cell) })),
  ]
}

export const posted = Array.from({ length: 7 }, (_, weekday) =>
  Array.from({ length: 24 }, (_, hour) =>
    hour < 6 ? 0 : (weekday * 7 + hour * 5) % 4 === 0 ? ((hour * weekday) % 6) + 1 : hour % 2,
  ),
)

const anExpectedPost = (
  id: string,
  day: string,
  format: Post['type'],
  caption: string,
  [likes, multiple]: readonly [number, number],
) => ({ id, day, format, caption, url: `https://www.instagram.com/p/${id}/`, likes, multiple, low: 0.68, high: 1.45 })

/** Of the year up to `to`. */
export function anAnalysis(to: string, part: Partial<Analysis> = {}): Analysis {
  const ago = (days: number): string => addDays(to, -days)
  const usual = { low: -24, high: 45 }
  const around = (day: string, change: number) =>
    Array.from({ length: 19 }, (_, at) => ({
      day: addDays(day, at - 9),
      change: at === 9 ? change : at === 4 ? null : ((at * 37) % 61) - 22,
    }))
  return {
    method: { version: '1.3', seed: 417_205 },
    period: {
      from: ago(364),
      to,
      timeZone: 'Europe/Lisbon',
      posts: 180,
      firstPost: ago(364),
      readings: 352,
      leftOut: {
        sentence: '7 posts are left out: the likes of 4 are hidden, 2 are gone, and 1 has no reading in time.',
        hidden: 4,
        gone: 2,
        unread: 1,
      },
    },
    posting: {
      verdict: 'found',
      posts: 180,
      sentence: `Posts between 18:00 and 22:00 got 35% more likes (likely 12 to 61%), from 41 of 180 posts. No weekday differs from the others beyond chance.`,
      detectable: null,
      cells: postingCells(HOURS, WEEKDAYS),
      posted,
      measures: [],
    },
    formats: {
      verdict: 'found',
      posts: 180,
      sentence: `Carousels got 22% more likes (likely 5 to 41%), from 52 of 180 posts.`,
      detectable: null,
      cells: [
        { format: 'image', ...effectOf([57, -0.11, -0.25, 0.04]) },
        { format: 'video', ...effectOf([0]) },
        { format: 'carousel', ...effectOf([52, 0.22, 0.05, 0.41, true]) },
        { format: 'reel', ...effectOf([71, -0.04, -0.18, 0.13]) },
      ],
    },
    hashtags: {
      verdict: 'no-difference',
      posts: 180,
      sentence: `No difference can be shown yet: with 180 posts only effects above about 45% would show; about 130 more posts would show 35%.`,
      detectable: { effect: 0.44, goal: 0.35, morePosts: 130 },
      cells: [
        { tag: 'harbourmorning', ...effectOf([24, 0.11, -0.09, 0.36]) },
        { tag: 'onepot', ...effectOf([19, 0.03, -0.17, 0.28]) },
        { tag: 'market', ...effectOf([12, -0.06, -0.28, 0.22]) },
        { tag: 'slowfood', ...effectOf([9, -0.1, -0.34, 0.21]) },
      ],
      tags: 31,
    },
    moves: [
      {
        day: ago(160),
        change: -780,
        share: -0.0368,
        kind: 'cleanup',
        sentence: `Followers fell by 780 (3.7%) in one day, and so did 9 of your 13 other accounts: this looks like a cleanup by Instagram.`,
        evidence: {
          days: around(ago(160), -780),
          usual,
          onceInYears: 46,
          others: { accounts: 13, moved: 9 },
          source: 'graph',
          gap: 0,
          posts: [],
        },
      },
      {
        day: ago(88),
        change: 2_310,
        share: 0.111,
        kind: 'viral',
        sentence: `Followers rose by 2,310 (11%) in 8 days, after a reel of Aug 22 with 3.6 times the likes expected of it.`,
        evidence: {
          days: around(ago(88), 690),
          usual,
          onceInYears: 210,
          others: { accounts: 13, moved: 0 },
          source: 'graph',
          gap: 0,
          posts: [anExpectedPost('2', ago(89), 'reel', 'The ferry, before the wind turns', [2_906, 3.6])],
        },
      },
      {
        day: ago(46),
        change: 1_140,
        share: 0.051,
        kind: 'unexplained',
        sentence: `Followers rose by 1,140 (5.1%) in one day, and nothing we hold explains it.`,
        evidence: {
          days: around(ago(46), 1_140),
          usual,
          onceInYears: 9,
          others: { accounts: 13, moved: 0 },
          source: 'graph',
          gap: 0,
          posts: [
            anExpectedPost('11', ago(48), 'image', 'Flat white, flatter light', [811, 1.1]),
            anExpectedPost('12', ago(45), 'carousel', 'A table for two', [702, 0.9]),
          ],
        },
      },
    ],
    posts: {
      sentence: '9 of 180 posts reached more than twice what was expected of them, 6 of them carousels.',
      top: [
        anExpectedPost('1', ago(71), 'carousel', 'Six lemons and a long table', [3_184, 4.1]),
        anExpectedPost('2', ago(89), 'reel', 'The ferry, before the wind turns', [2_906, 3.6]),
        anExpectedPost('3', ago(198), 'carousel', 'The Tuesday bowl, with tahini', [1_842, 2.7]),
      ],
      weak: [
        anExpectedPost('4', ago(262), 'image', 'We are closed on Monday', [148, 0.31]),
        anExpectedPost('5', ago(4), 'image', 'New opening hours from December', [311, 0.44]),
      ],
    },
    growth: {
      sentence: `Since the source changed on Apr 1, followers grew by 4,017 to 24.6K, 1,109 more than in the same months a year before.`,
      span: { from: ago(233), to, before: 20_595, after: 24_612, change: 4_017, share: 0.195 },
      previous: { from: ago(598), to: ago(365), change: 2_908, share: 0.182 },
      trend: Array.from({ length: 34 }, (_, week) => {
        const perDay = 14 + 6 * Math.sin(week / 5) + week / 6
        return { day: ago(233 - week * 7), perDay, low: perDay - 7, high: perDay + 8 }
      }),
      breaks: [{ day: ago(233), from: 'import', to: 'graph' }],
    },
    ...part,
  }
}
