/** What a comparison is made from: formula, method in words, inputs, n. */
import type { Peers } from '@tangelo/contract'
import { formatDay, formatWhole } from '#lib/format.ts'
import type { Evidence } from '../../analysis/rules/evidence.ts'
import { texts as compareTexts } from '../texts/compare.ts'
import { texts } from '../texts/peers.ts'
import type { Comparison, Scale } from './series.ts'
import { formatGrowth, formatMeasure } from './words.ts'

type Pair = readonly [term: string, value: string]

export function seriesEvidence({ base, from, to, series }: Comparison, scale: Scale): Evidence {
  const words = texts.evidence.series
  return {
    title: compareTexts.series[scale],
    formulas: words.formulas,
    words: words.words,
    pairs: [
      [words.period, words.to(formatDay(from, true), formatDay(to, true))],
      [words.counted, base === null ? words.unknown : formatDay(base, true)],
      ...series.flatMap(({ username, first, last, growth }): Pair[] => [
        ...(first ? [[words.first(username, formatDay(first.day, true)), formatWhole(first.followers)] as const] : []),
        ...(last ? [[words.first(username, formatDay(last.day, true)), formatWhole(last.followers)] as const] : []),
        [words.growth(username), growth === null ? words.unknown : formatGrowth(growth)],
      ]),
      [words.days, series.map(({ points }) => formatWhole(points.length)).join(', ')],
    ],
  }
}

export function peersEvidence(title: string, { basis, places, peers }: Peers): Evidence {
  const words = texts.evidence.peers
  const excluded = peers.filter(({ isExcluded }) => isExcluded)
  return {
    title,
    formulas: words.formulas,
    words: words.words,
    pairs: [
      [words.compared, basis.sentence.replace(/\.$/, '')],
      ...places.flatMap(({ measure, own, median, low, high, peers: n }): Pair[] => [
        [texts.peers.measures[measure].name, own === null ? words.unknown : formatMeasure(measure, own)],
        [
          words.median(texts.peers.measures[measure].name),
          median === null ? words.unknown : `${formatMeasure(measure, median)} ${words.n(n)}`,
        ],
        [
          words.place(texts.peers.measures[measure].name),
          low === null || high === null ? words.unknown : words.percentiles(Math.floor(low), Math.ceil(high)),
        ],
      ]),
      [words.excluded, excluded.map(({ username }) => `@${username}`).join(', ') || words.none],
    ],
  }
}
