/** What each figure of the analysis is made from: formula, method in words, inputs, n, seed and method version. */
import type { OwnMeasure } from '@tangelo/contract/limits'
import { formatDay, formatSigned, formatWhole } from '#lib/format.ts'
import type { Analysis, ExpectedPost, Move } from '../queries/analysis.ts'
import { texts } from '../texts/evidence.ts'
import { texts as growthTexts } from '../texts/growth.ts'
import { texts as panels } from '../texts/panels.ts'
import type { IntervalRow } from './rows.ts'
import { formatEffect, formatMultiple, formatRange } from './words.ts'

export interface Evidence {
  readonly title: string
  readonly formulas: readonly string[]
  readonly words: string
  readonly pairs: readonly (readonly [term: string, value: string])[]
}

export type QuestionName = 'posting' | 'formats' | 'hashtags'
type Pairs = Evidence['pairs']

const ONE_DECIMAL = 1

function commonPairs({ method, period }: Analysis): Pairs {
  const { hidden, gone, unread } = period.leftOut
  const leftOut = [
    ...(hidden > 0 ? [texts.hidden(formatWhole(hidden))] : []),
    ...(gone > 0 ? [texts.gone(formatWhole(gone))] : []),
    ...(unread > 0 ? [texts.unread(formatWhole(unread))] : []),
  ]
  return [
    [texts.n, formatWhole(period.posts)],
    [texts.leftOut, leftOut.join(', ') || texts.leftOutNone],
    [texts.period, texts.to(formatDay(period.from, true), formatDay(period.to, true))],
    [texts.timeZone, period.timeZone],
    [texts.seed, String(method.seed)],
    [texts.method, method.version],
  ]
}

/** `by`: a figure that only the owner sees, in place of likes. */
export function questionEvidence(name: QuestionName, analysis: Analysis, by?: OwnMeasure): Evidence {
  const { formulas, figures, own, ownFigures } = texts.comparison
  return {
    title: panels[name].title,
    formulas: by ? [own(by), ...formulas.slice(1)] : formulas,
    words: `${texts.comparison[name]} ${by ? ownFigures(by) : figures}`,
    pairs: commonPairs(analysis),
  }
}

export function rowEvidence(name: QuestionName, row: IntervalRow, analysis: Analysis, by?: OwnMeasure): Evidence {
  const exact = (ratio: number | null) => (ratio === null ? texts.unknown : formatEffect(ratio, ONE_DECIMAL))
  const asked = analysis[name].posts
  const ofRow: Pairs = [
    [texts.effect, exact(row.effect)],
    [texts.low, exact(row.low)],
    [texts.high, exact(row.high)],
    [texts.beyondChance, row.significant ? texts.yes : texts.no],
    [texts.inside, formatWhole(row.posts)],
    [texts.outside, formatWhole(Math.max(0, asked - row.posts))],
  ]
  const evidence = questionEvidence(name, analysis, by)
  return { ...evidence, title: row.label, pairs: [...ofRow, ...evidence.pairs] }
}

export function growthEvidence(analysis: Analysis): Evidence {
  const { span, previous, breaks } = analysis.growth
  const figures: Pairs = span
    ? [
        [texts.growth.first(formatDay(span.from, true)), formatWhole(span.before)],
        [texts.growth.first(formatDay(span.to, true)), formatWhole(span.after)],
        [texts.growth.change, changeText(span)],
      ]
    : []
  const compared: Pairs = previous
    ? [[texts.growth.previous(formatDay(previous.from, true), formatDay(previous.to, true)), changeText(previous)]]
    : []
  const sources: Pairs =
    breaks.length > 0 ? [[texts.growth.breaks, breaks.map(({ day }) => formatDay(day, true)).join(', ')]] : []
  const rest = commonPairs(analysis).filter(([term]) => term !== texts.n && term !== texts.leftOut)
  return {
    title: growthTexts.growth.title,
    formulas: texts.growth.formulas,
    words: texts.growth.words,
    pairs: [...figures, ...compared, ...sources, [texts.readings, formatWhole(analysis.period.readings)], ...rest],
  }
}

const changeText = ({ change, share }: { change: number; share: number | null }): string =>
  share === null ? formatSigned(change) : `${formatSigned(change)} (${formatEffect(share, ONE_DECIMAL)})`

export function moveEvidence(move: Move, analysis: Analysis): Evidence {
  const { usual, onceInYears, others, source, gap, posts } = move.evidence
  const ofMove: Pairs = [
    [texts.move.change, formatSigned(move.change)],
    [texts.move.share, formatEffect(move.share, ONE_DECIMAL)],
    [texts.move.usual, texts.move.range(formatSigned(Math.round(usual.low)), formatSigned(Math.round(usual.high)))],
    [texts.move.chance, growthTexts.moves.years(onceInYears)],
    [texts.move.others, texts.move.moved(formatWhole(others.moved), formatWhole(others.accounts))],
    [texts.move.posts, formatWhole(posts.length)],
    [texts.move.source, growthTexts.growth.sources[source]],
    [texts.move.gap, formatWhole(gap)],
    [texts.readings, formatWhole(analysis.period.readings)],
  ]
  const days: Pairs = move.evidence.days.map(({ day, change }) => [
    texts.move.changeOn(formatDay(day, true)),
    change === null ? texts.unknown : formatSigned(Math.round(change)),
  ])
  const rest = commonPairs(analysis).filter(([term]) => term !== texts.n && term !== texts.leftOut)
  return {
    title: texts.move.title(formatDay(move.day, true)),
    formulas: texts.move.formulas,
    words: texts.move.words,
    pairs: [...ofMove, ...rest, ...days],
  }
}

export function buildExpectedEvidence(analysis: Analysis): Evidence {
  return {
    title: panels.expected.title,
    formulas: texts.expected.formulas,
    words: `${texts.expected.words} ${texts.comparison.figures}`,
    pairs: commonPairs(analysis),
  }
}

export function postEvidence(post: ExpectedPost, analysis: Analysis): Evidence {
  const evidence = buildExpectedEvidence(analysis)
  const ofPost: Pairs = [
    [texts.expected.multiple, formatMultiple(post.multiple)],
    [texts.expected.band, `${formatMultiple(post.low)} to ${formatMultiple(post.high)}`],
    [texts.expected.likes, formatWhole(post.likes)],
    [texts.expected.posted, formatDay(post.day, true)],
  ]
  return { ...evidence, pairs: [...ofPost, ...evidence.pairs] }
}

/** The interval in words, for the title of its figure. */
export const rangeText = ({ low, high }: IntervalRow): string | null =>
  low === null || high === null ? null : formatRange(low, high)
