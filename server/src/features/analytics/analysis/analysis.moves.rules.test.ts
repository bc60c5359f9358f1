/** What moved the followers: scores, the shared tail, kinds and evidence, on accounts made for the purpose. */
import { describe, expect, test } from 'vitest'
import { dayToText } from '#platform/calendar.ts'
import { othersThan, tallyDays } from './rules/company-days.ts'
import { scoreDays } from './rules/day-scores.ts'
import { announcesGiveaway } from './rules/giveaway.ts'
import type { AnalysedDay, AnalysedPost } from './rules/input.ts'
import { findMoves } from './rules/moves.ts'
import { seededRandom } from './rules/random.ts'
import { chanceOf, fitTail } from './rules/tail.ts'

const START = 20_000

/** Followers of 300 days that grow by 0.05 % a day with noise of 0.1 %; `jumps` are ratios by day. */
function growingDays(seed: number, jumps: Record<number, number> = {}, count = 300): AnalysedDay[] {
  const random = seededRandom(seed)
  let followers = 20_000
  return Array.from({ length: count }, (_, at) => {
    const noise = random() + random() + random() + random() - 2
    followers *= 1 + 0.0005 + 0.0017 * noise + (jumps[at] ?? 0)
    return { day: START + at, followers: Math.round(followers), source: 'graph' }
  })
}

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

interface Case {
  days: AnalysedDay[]
  /** Other accounts of the company. */
  company?: AnalysedDay[][]
  posts?: AnalysedPost[]
  multiples?: Map<string, number>
}

/** The moves of one account among a company of quiet ones. */
function movesOf({ days, company = quiet, posts = [], multiples = new Map() }: Case) {
  const scored = [days, ...company].map(scoreDays)
  const [own] = scored
  if (!own) throw new Error('No account')
  const tally = tallyDays(scored)
  const tail = fitTail(scored, tally)
  return findMoves({ scored: own, tail, others: othersThan(own, tally), posts, multiples, from: 0, to: Infinity })
}

const quiet = Array.from({ length: 13 }, (_, at) => growingDays(100 + at))

describe('Scores', () => {
  test('a step is far from usual and its neighbours are not', () => {
    const { days, scores } = scoreDays(growingDays(1, { 150: 0.05 }))
    const at = days.indexOf(START + 150)
    expect(scores[at]).toBeGreaterThan(30)
    expect(Math.abs(scores[at - 1] ?? 0)).toBeLessThan(4)
    expect(Math.abs(scores[at + 1] ?? 0)).toBeLessThan(4)
  })

  test('a weekday that always grows more is not unusual', () => {
    const jumps = Object.fromEntries(Array.from({ length: 40 }, (_, week) => [7 * week + 3, 0.004]))
    const { scores } = scoreDays(growingDays(2, jumps))
    expect(Math.max(...scores)).toBeLessThan(5)
  })

  test('a gap is one change over its days', () => {
    const days = growingDays(3, { 152: 0.05 }).filter(({ day }) => day < START + 150 || day > START + 154)
    const { days: ends, spans, scores } = scoreDays(days)
    const at = ends.indexOf(START + 155)
    expect(spans[at]).toBe(6)
    expect(scores[at]).toBeGreaterThan(10)
    expect(ends).toHaveLength(days.length - 1)
  })

  test('no change crosses a change of source, and none a silence of more than a fortnight', () => {
    const days = growingDays(4, { 100: 0.5, 200: 0.5 })
      .map((day): AnalysedDay => (day.day < START + 100 ? { ...day, source: 'import' } : day))
      .filter(({ day }) => day < START + 190 || day > START + 205)
    const { days: ends, scores } = scoreDays(days)
    expect(ends).not.toContain(START + 100)
    expect(ends).not.toContain(START + 206)
    expect(Math.max(...scores)).toBeLessThan(6)
  })

  test('one follower more is nothing unusual in an account of thirty', () => {
    const days = Array.from({ length: 100 }, (_, at): AnalysedDay => {
      return { day: START + at, followers: 30 + (at >= 50 ? 1 : 0), source: 'graph' }
    })
    expect(Math.max(...scoreDays(days).scores)).toBeLessThan(1.5)
  })

  test.each<[string, AnalysedDay[]]>([
    ['no day', []],
    ['two days', growingDays(5, {}, 2)],
    ['one follower', growingDays(5).map((day) => ({ ...day, followers: 1 }))],
    ['no follower', growingDays(5).map((day) => ({ ...day, followers: 0 }))],
    [
      'followers that come back from zero',
      growingDays(5).map((day, at) => (at === 9 ? { ...day, followers: 0 } : day)),
    ],
    ['a reading each month', growingDays(5, {}, 700).filter((_, at) => at % 30 === 0)],
    ['sources that take turns', growingDays(5).map((day, at) => ({ ...day, source: at % 2 ? 'import' : 'graph' }))],
  ])('%s: finite scores and no false move', (_, days) => {
    const { scores } = scoreDays(days)
    expect(scores.every(Number.isFinite)).toBe(true)
    expect(movesOf({ days })).toEqual([])
  })
})

describe('The tail', () => {
  test('is the same for the same accounts, and falls with the score', () => {
    const scored = quiet.map(scoreDays)
    const tail = fitTail(scored)
    expect(fitTail(scored)).toEqual(tail)
    const chances = [0, 1, 2, 3, 5, 10, 30].map((score) => chanceOf(tail, score))
    expect(chances).toEqual(chances.toSorted((a, b) => b - a))
    expect(chances[0]).toBe(1)
  })

  test('does not become heavy through the events that it is to find', () => {
    const moved = quiet.map((_, at) => scoreDays(growingDays(100 + at, { [60 + 10 * at]: 0.06 })))
    expect(chanceOf(fitTail(moved), 20)).toBeLessThan(1e-6)
  })

  test('of one account, of an empty one and of none is usable', () => {
    for (const accounts of [[], [scoreDays([])], [scoreDays(growingDays(6))]]) {
      const tail = fitTail(accounts)
      expect(Object.values(tail).every(Number.isFinite)).toBe(true)
      expect(chanceOf(tail, 50)).toBeLessThanOrEqual(1)
    }
  })
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
      /^Followers rose by 1,\d{3} \(5(\.\d)?\u202f%\) in one day, and nothing we hold explains it\.$/,
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
    const told = postOn(149, { caption: 'Gewinnspiel! Markiert zwei Freunde.' })
    const busy = postOn(149, { comments: 900, likes: 300 })
    for (const post of [told, busy]) {
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
