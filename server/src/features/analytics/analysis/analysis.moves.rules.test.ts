/** What moved the followers: kinds and evidence, on accounts made for the purpose. */
import { describe, expect, test } from 'vitest'
import { dayToText } from '#platform/calendar.ts'
import { growingDays, movesOf, quiet, START } from '../../../testing/growing-days.ts'
import { othersThan } from './rules/company-days.ts'
import { scoreDays } from './rules/day-scores.ts'
import { announcesGiveaway } from './rules/giveaway.ts'
import type { AnalysedDay, AnalysedPost } from './rules/input.ts'
import { findMoves } from './rules/moves.ts'
import { fitTail } from './rules/tail.ts'

const postOn = (at: number, changes: Partial<AnalysedPost> = {}): AnalysedPost => ({
  id: `post-${at}`,
  postedAt: (START + at) * 86_400_000,
  day: START + at,
  hour: 12,
  weekday: 1,
  format: 'reel',
  likes: 200,
  comments: 10,
  caption: 'The ferry, before the wind turns',
  url: null,
  ...changes,
})

describe('Moves', () => {
  test('quiet accounts have none', () => {
    expect(quiet.flatMap((days) => movesOf({ days, company: quiet.filter((other) => other !== days) }))).toEqual([])
  })

  test('a step without evidence is unexplained, and its evidence says all that is held', () => {
    const days = growingDays(7, { 150: 0.05 })
    const [move, ...rest] = movesOf({
      days,
      posts: [postOn(148), postOn(120)],
      multiples: new Map([['post-148', 1.1]]),
    })
    expect(rest).toEqual([])
    expect(move).toMatchObject({ day: dayToText(START + 150), kind: 'unexplained' })
    expect(move?.sentence).toMatch(
      /^Followers rose by 1,\d{3} \(5(\.\d)?%\) in one day, and nothing we hold explains it\.$/,
    )
    expect(move?.evidence).toMatchObject({ source: 'graph', gap: 0, others: { accounts: 13, moved: 0 } })
    expect(move?.evidence.days).toHaveLength(19)
    const change = (days[150]?.followers ?? 0) - (days[149]?.followers ?? 0)
    expect(move?.evidence.days[9]).toEqual({ day: dayToText(START + 150), change })
    expect(move?.evidence.posts.map(({ id, multiple }) => ({ id, multiple }))).toEqual([
      { id: 'post-148', multiple: 1.1 },
    ])
    expect(move?.evidence.usual.low).toBeLessThan(move?.evidence.usual.high ?? 0)
    expect(move?.evidence.onceInYears).toBeGreaterThan(5)
  })

  test('the sentence names the followers that the days of its evidence add up to', () => {
    const days = growingDays(7, { 150: -0.03 })
    const [move] = movesOf({ days })
    const lost = (days[149]?.followers ?? 0) - (days[150]?.followers ?? 0)
    expect(move?.change).toBe(-lost)
    expect(move?.sentence).toContain(`Followers fell by ${lost} (`)
  })

  test('where all accounts grow evenly, a fall is dated to its own day', () => {
    const even = (followers: number, perDay: number): AnalysedDay[] =>
      Array.from({ length: 200 }, (_, at) => ({
        day: START + at,
        followers: followers + perDay * at,
        source: 'import',
      }))
    const days = even(204_100, 100)
    const last = days.at(-1)?.followers ?? 0
    days.push({ day: START + 200, followers: last - 2_600, source: 'import' })
    const company = [even(50_000, 20), even(51_000, 21), even(52_000, 22)]
    expect(movesOf({ days, company })).toMatchObject([
      {
        day: dayToText(START + 200),
        change: -2_600,
        sentence: expect.stringMatching(/^Followers fell by 2,600 \(1\.2/),
      },
    ])
  })

  test('a day on which an account only won fewer followers than usual is no move', () => {
    const days = growingDays(7).map((day, at) => {
      const grown = 1.02 ** (at < 150 ? at : at - 0.8)
      return { ...day, followers: Math.round(day.followers * grown) }
    })
    expect(days[150]?.followers).toBeGreaterThan(days[149]?.followers ?? 0)
    expect(movesOf({ days })).toEqual([])
  })

  test('exchanging the figures of two days changes the evidence', () => {
    const days = growingDays(7, { 150: 0.05 })
    const swapped = days.map((day, at) => {
      const other = at === 145 ? days[146] : at === 146 ? days[145] : day
      return { ...day, followers: other?.followers ?? 0 }
    })
    expect(movesOf({ days: swapped })[0]?.evidence.days).not.toEqual(movesOf({ days })[0]?.evidence.days)
  })

  test('a fall of many accounts on one day is a cleanup', () => {
    const fallen = quiet.map((days, at) => (at < 8 ? growingDays(100 + at, { 150: -0.03 }) : days))
    const [move] = movesOf({ days: growingDays(8, { 150: -0.035 }), company: fallen })
    expect(move).toMatchObject({ kind: 'cleanup', evidence: { others: { accounts: 13, moved: 8 } } })
    expect(move?.sentence).toMatch(/fell by \d+ .* and so did 8 of your 13 other accounts: this looks like a cleanup/)
  })

  test('the same fall on one account alone is unexplained', () => {
    expect(movesOf({ days: growingDays(8, { 150: -0.035 }) })[0]).toMatchObject({ kind: 'unexplained' })
  })

  test('a rise of several days after a post far above its expectation is one viral move', () => {
    const days = growingDays(9, { 150: 0.02, 151: 0.03, 152: 0.02, 153: 0.01 })
    const found = movesOf({ days, posts: [postOn(149)], multiples: new Map([['post-149', 3.6]]) })
    expect(found).toHaveLength(1)
    expect(found[0]).toMatchObject({ kind: 'viral', day: dayToText(START + 150) })
    expect(found[0]?.sentence).toMatch(
      /in 4 days, after a reel of [A-Z][a-z]+ \d+ with 3\.6 times the likes expected of it\.$/,
    )
    expect(found[0]?.share).toBeCloseTo(0.083, 1)
  })

  test('a rise of more days than a move may have goes on in the next one, which begins after it', () => {
    const days = growingDays(9, Object.fromEntries(Array.from({ length: 20 }, (_, at) => [150 + at, 0.03])))
    const found = movesOf({ days })
    expect(found.map(({ day }) => day)).toEqual([dayToText(START + 150), dayToText(START + 165)])
    const won = (days[169]?.followers ?? 0) - (days[149]?.followers ?? 0)
    expect(found.reduce((sum, { change }) => sum + change, 0)).toBe(won)
  })

  test('a post as usual does not make a rise viral', () => {
    const found = movesOf({
      days: growingDays(9, { 150: 0.05 }),
      posts: [postOn(149)],
      multiples: new Map([['post-149', 1.2]]),
    })
    expect(found[0]).toMatchObject({ kind: 'unexplained' })
  })

  test('a rise with a giveaway before it and losses after it is a giveaway, and says how many left', () => {
    const decay = Object.fromEntries(Array.from({ length: 8 }, (_, at) => [152 + at, -0.003]))
    const days = growingDays(10, { 150: 0.04, 151: 0.03, ...decay })
    const giveaway = postOn(149, { caption: 'Gewinnspiel! Markiert zwei Freunde.' })
    const busy = postOn(149, { comments: 900, likes: 300 })
    for (const post of [giveaway, busy]) {
      const [move] = movesOf({ days, posts: [post] })
      expect(move).toMatchObject({ kind: 'giveaway' })
      expect(move?.sentence).toMatch(/that looks like a giveaway; \d+ left in the two weeks after\.$/)
    }
  })

  test('a post with more comments than likes is no giveaway while those who came stay', () => {
    const [move] = movesOf({
      days: growingDays(10, { 150: 0.05 }),
      posts: [postOn(149, { comments: 900, likes: 300 })],
    })
    expect(move).toMatchObject({ kind: 'unexplained' })
  })

  test('a figure that comes back within three days was misread', () => {
    const days = growingDays(11).map((day, at) => (at === 150 ? { ...day, followers: 12_000 } : day))
    expect(movesOf({ days })).toEqual([])
  })

  test('less than 0.8 % of the followers is no move, however unusual', () => {
    const calm = Array.from({ length: 300 }, (_, at): AnalysedDay => {
      return { day: START + at, followers: 1_000_000 + 10 * at + (at >= 150 ? 7_000 : 0), source: 'graph' }
    })
    expect(movesOf({ days: calm })).toEqual([])
  })

  test('a move found after a gap says how long the gap was', () => {
    const days = growingDays(12, { 152: 0.06 }).filter(({ day }) => day < START + 151 || day > START + 153)
    const [move] = movesOf({ days })
    expect(move).toMatchObject({ day: dayToText(START + 154), evidence: { gap: 3 } })
    expect(move?.sentence).toContain('in 4 days, 3 of them without a reading')
  })

  test('moves outside the period are left out', () => {
    const scored = scoreDays(growingDays(7, { 150: 0.05 }))
    const input = {
      scored,
      tail: fitTail([scored]),
      others: othersThan(scored, new Map()),
      posts: [],
      multiples: new Map(),
    }
    expect(findMoves({ ...input, from: START + 150, to: START + 150 })).toHaveLength(1)
    expect(findMoves({ ...input, from: START + 151, to: Infinity })).toHaveLength(0)
  })
})

describe('Captions', () => {
  test.each([
    'GIVEAWAY time!',
    'Sorteio de aniversário',
    'Concours : à gagner',
    'Tävling! Vinn',
    'Kjempe-konkurranse',
    'Lodtrækning på søndag',
    'ÇEKİLİŞ zamanı',
    'Ta\u0308vling',
    'Nyereményjáték!',
    'Μεγάλος ΔΙΑΓΩΝΙΣΜΟΣ',
    'Розыгрыш!',
    'プレゼント企画です',
    '抽奖活动',
    'مسابقة اليوم',
  ])('"%s" announces a giveaway', (caption) => {
    expect(announcesGiveaway(postOn(0, { caption }))).toBe(true)
  })

  test.each(['', 'Win at life', 'We won the harbour race', '🍊'.repeat(1_100)])('"%s" does not', (caption) => {
    expect(announcesGiveaway(postOn(0, { caption }))).toBe(false)
  })
})
