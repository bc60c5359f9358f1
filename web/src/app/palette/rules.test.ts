/** What a query asks, what fits it, and what comes first. */
import { describe, expect, test } from 'vitest'
import { anAnalysis } from '../../testing/analysis.ts'
import { answerFrom, asUsername, fitsWords, markMatches, rankByUse, readQuestion, suggestQuestion } from './rules.ts'

const ANALYSIS = anAnalysis('2026-11-20')

describe('a question', () => {
  test.each([
    ['best time nasa', { question: 'posting', about: 'nasa' }],
    ['Best time to post for @six.lemons?', { question: 'posting', about: 'six.lemons' }],
    ['nasa best format', { question: 'formats', about: 'nasa' }],
    ['what moved', { question: 'moves', about: '' }],
    ['best', null],
    ['besttime nasa', null],
  ])('%j asks %j', (query, asked) => {
    expect(readQuestion(query)).toEqual(asked)
  })
  test('with a letter or two wrong is suggested', () => {
    expect(suggestQuestion('besst tme quinta')).toBe('posting')
    expect(suggestQuestion('what movd')).toBe('moves')
    expect(suggestQuestion('something else')).toBeNull()
  })
  test('is answered in the words of the analysis, with what it rests on', () => {
    const { title, basis, bars } = answerFrom(ANALYSIS, 'posting')
    expect(title).toBe('18:00 to 22:00')
    expect(basis).toBe(ANALYSIS.posting.sentence)
    expect(bars.filter(({ isStrong }) => isStrong)).toHaveLength(1)
    const thin = { ...ANALYSIS, posting: { ...ANALYSIS.posting, verdict: 'too-few-posts' as const } }
    expect(answerFrom(thin, 'posting').title).toBe('Too few posts to say')
    expect(answerFrom({ ...ANALYSIS, moves: [] }, 'moves').title).toBe('No day stands out')
  })
})

test('every word typed begins a word of what is found', () => {
  expect(fitsWords('dra', 'New draft')).toBe(true)
  expect(fitsWords('draft new', 'New draft')).toBe(true)
  expect(fitsWords('raft', 'New draft')).toBe(false)
})

test('matches are marked whatever their case, and single letters are not', () => {
  expect(markMatches('Six lemons', 'six')).toEqual([
    { text: 'Six', isMatch: true },
    { text: ' lemons', isMatch: false },
  ])
  expect(markMatches('Six (lemons)', 's (')).toEqual([{ text: 'Six (lemons)', isMatch: false }])
})

test('what was used often and lately comes first, the rest keeps its order', () => {
  const now = Date.parse('2026-11-23T10:00:00Z')
  const weeks = (count: number) => now - count * 7 * 86_400_000
  const items = [{ key: 'a' }, { key: 'b' }, { key: 'c' }, { key: 'd' }]
  const uses = { c: [4, weeks(8)] as const, d: [2, weeks(0)] as const }
  expect(rankByUse(items, uses, now).map(({ key }) => key)).toEqual(['d', 'c', 'a', 'b'])
})

test('only a name that Instagram allows is offered to be added', () => {
  expect(asUsername('@Quinta.da.luz')).toBe('quinta.da.luz')
  expect(asUsername('two words')).toBeNull()
})
