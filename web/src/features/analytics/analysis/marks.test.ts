/** Days that are marked in a chart, and the evidence that an answer opens. */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anAnalysis } from '../../../testing/analysis.ts'
import { moveEvidence, questionEvidence, rowEvidence } from './rules/evidence.ts'
import { placeMarks, placeName } from './rules/marks.ts'
import { markLabel, moveContext, moveTitle, standOutText } from './rules/moves.ts'
import { hourRows } from './rules/rows.ts'

const TO = '2026-11-20'

describe('marked days', () => {
  const { moves } = anAnalysis(TO)
  test('say their kind, what is known around them, and never a cause', () => {
    expect(moves.map((move) => [markLabel(move), moveTitle(move), moveContext(move)])).toEqual([
      ['Cleanup, −780', 'Looks like a cleanup by Instagram', '9 of 13 other accounts moved on that day'],
      ['Reel, +2,310', 'After a reel far above expectation', 'The ferry, before the wind turns: 3.6 times expected'],
      ['Unexplained, +1,140', 'Unexplained', 'No post far above expectation, no other account, no gap'],
    ])
    expect([0, 1, 3, 14].map(standOutText)).toEqual([
      'No day stands out beyond chance.',
      'One day stands out.',
      'Three days stand out.',
      '14 days stand out.',
    ])
  })

  test('the name of the year before lies at its end, over neither line, and over no mark and no grid line', () => {
    const area = { left: 56, right: 736, top: 16, bottom: 300 }
    const rising = Array.from({ length: 341 }, (_, at) => ({ day: `d${at}`, x: 56 + at * 2, y: 250 - at * 0.3 }))
    const given = { text: 'The year before', end: { x: 736, y: 148 }, isRising: true, gridYs: [], marks: [] }
    expect(placeName({ ...given, points: rising }, area)).toBe(132)
    const falling = rising.map(({ x }) => ({ x, y: 130 - (736 - x) * 0.2 }))
    expect(placeName({ ...given, points: [...rising, ...falling] }, area)).toBe(172)
    expect(placeName({ ...given, points: [...rising, ...falling], gridYs: [168] }, area)).toBe(180)
    const [mark] = placeMarks([{ day: 'd320', label: 'Reel, +10', isRise: true }], rising, area)
    const marks = mark ? [mark] : []
    expect(marks).toHaveLength(1)
    expect(placeName({ ...given, points: rising, marks }, area)).not.toBe(132)
  })

  const plot = { left: 56, right: 736, top: 16, bottom: 300 }
  const points = Array.from({ length: 341 }, (_, at) => ({
    day: `d${String(at).padStart(3, '0')}`,
    x: 56 + at * 2,
    y: 250 - at * 0.5,
  }))
  test('a rise has its mark above the line, a fall below it', () => {
    const [rise, fall] = placeMarks(
      [
        { day: 'd100', label: 'Reel, +10', isRise: true },
        { day: 'd200', label: 'Cleanup, −10', isRise: false },
      ],
      points,
      plot,
    )
    expect(rise?.y).toBeLessThan(rise?.lineY ?? 0)
    expect(fall?.y).toBeGreaterThan(fall?.lineY ?? Number.POSITIVE_INFINITY)
    expect(rise?.label).not.toBeNull()
  })
  test('law: every mark of a drawn day has one place inside the plot', () => {
    const mark = fc.record({ at: fc.integer({ min: 0, max: 340 }), isRise: fc.boolean() })
    fc.assert(
      fc.property(fc.uniqueArray(mark, { maxLength: 12, selector: ({ at }) => at }), (given) => {
        const marks = given.map(({ at, isRise }) => ({
          day: points[at]?.day ?? '',
          label: 'Unexplained, +1,140',
          isRise,
        }))
        const placed = placeMarks(marks, points, plot)
        expect(placed).toHaveLength(marks.length)
        for (const { y, label } of placed) {
          expect(y).toSatisfy((at: number) => at >= plot.top && at <= plot.bottom)
          if (label) expect(label.x).toSatisfy((at: number) => at >= plot.left && at <= plot.right)
        }
      }),
    )
  })
  test('a day that is not drawn has no mark', () => {
    expect(placeMarks([{ day: 'elsewhere', label: 'x', isRise: true }], points, plot)).toEqual([])
  })
})

describe('evidence', () => {
  const analysis = anAnalysis(TO)
  const readValue = (evidence: { pairs: readonly (readonly [string, string])[] }, term: string) =>
    evidence.pairs.find(([each]) => each === term)?.[1]
  test('every answer says its n, what was left out, its seed and its method version', () => {
    const evidence = questionEvidence('posting', analysis)
    expect(readValue(evidence, 'Posts compared')).toBe('180')
    expect(readValue(evidence, 'Left out')).toBe('4 with hidden likes, 2 gone, 1 without a reading in time')
    expect(readValue(evidence, 'Seed')).toBe('417205')
    expect(readValue(evidence, 'Method version')).toBe('1.3')
    expect(evidence.formulas.length).toBeGreaterThan(0)
  })
  test('a row adds its own inputs', () => {
    const row = hourRows(analysis.posting)[4]
    if (!row) throw new Error('There is no such row')
    const evidence = rowEvidence('posting', row, analysis)
    expect(evidence.title).toBe('18:00 to 22:00')
    expect(
      ['Effect', 'Interval from', 'Posts of this kind', 'Others'].map((term) => readValue(evidence, term)),
    ).toEqual(['+35.0%', '+12.0%', '41', '139'])
  })
  test('swapping the figures of two days changes what a mark shows', () => {
    const move = analysis.moves[2]
    if (!move) throw new Error('There is no such move')
    const [first, second, ...days] = move.evidence.days
    if (!first || !second) throw new Error('There are no days')
    const swapped = {
      ...move,
      evidence: {
        ...move.evidence,
        days: [{ ...first, change: second.change }, { ...second, change: first.change }, ...days],
      },
    }
    expect(moveEvidence(swapped, analysis).pairs).not.toEqual(moveEvidence(move, analysis).pairs)
  })
})
