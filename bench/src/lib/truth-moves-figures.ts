/** The report on the moves that were found: the truths that are published, and the figures with their bars. */
import type { MovesTruth } from '@tangelo/contract/truth-bench'
import { DAYS, EVENT_KINDS, type EventKind, type Tails } from '../../../server/src/testing/invented-company.ts'
import { median } from './statistics.ts'
import { aside, type Figure } from './table.ts'
import { type Judged, percent } from './truth-section.ts'

export const ACCOUNTS = 200
const YEARS = DAYS / 365
const PRECISION_MIN = 0.9
const RECALL_MIN = { light: 0.95, heavy: 0.6 }
const ALARMS_MAX = 0.05
/** What the method is compared with: every day this many standard deviations off. */
export const FIXED_SCORE = 4
export const SIZES: readonly (readonly [string, number])[] = [
  ['1.5 to 2.5%', 0.025],
  ['2.5 to 5%', 0.05],
  ['5 to 10%', 0.1],
  ['10 to 15%', Infinity],
]
const KIND_WORDS: Record<EventKind, string> = {
  rise: 'a rise without evidence',
  fall: 'a fall without evidence',
  viral: 'a viral post',
  giveaway: 'a giveaway',
}

export function measureTruth(tails: Tails, judged: readonly Judged[], noise: readonly Judged[]): MovesTruth {
  const names = [...SIZES.map(([name]) => `size ${name}`), ...EVENT_KINDS.map((kind) => `kind ${kind}`)]
  return {
    tails,
    accounts: ACCOUNTS,
    years: YEARS,
    planted: sumOf(judged, 'events'),
    precision: ratioOf(judged, 'right', 'wrong'),
    recall: sumOf(judged, 'found events') / sumOf(judged, 'events'),
    alarmsPerAccountYear: sumOf(noise, 'wrong') / (noise.length * ACCOUNTS * YEARS),
    recallOf: names.map((name) => ({
      name: name.replace(/^size /, '').replace(/^kind (.*)/, (_, kind: EventKind) => KIND_WORDS[kind]),
      planted: sumOf(judged, name),
      recall: sumOf(judged, `found ${name}`) / Math.max(1, sumOf(judged, name)),
    })),
  }
}

const sumOf = (judged: readonly Judged[], name: string) => judged.reduce((sum, world) => sum + (world[name] ?? 0), 0)

/** The share of `part` in both. */
const ratioOf = (judged: readonly Judged[], part: string, rest: string) =>
  sumOf(judged, part) / Math.max(1, sumOf(judged, part) + sumOf(judged, rest))

export function listFigures(truth: MovesTruth, judged: readonly Judged[], noise: readonly Judged[]): Figure[] {
  const { tails, precision, recall, alarmsPerAccountYear, recallOf } = truth
  const isMet = (value: number, bar: number) => value >= bar
  const accountYears = noise.length * ACCOUNTS * YEARS
  const kinds = EVENT_KINDS.map(
    (kind) => `${kind} ${percent(ratioOf(judged, `kind ${kind} right`, `kind ${kind} other`))}`,
  )
  const alone = [
    `precision ${percent(ratioOf(judged, 'alone right', 'alone wrong'))}`,
    `recall ${percent(sumOf(judged, 'alone found events') / sumOf(judged, 'alone events'))}`,
    `${(sumOf(noise, 'alone wrong') / accountYears).toFixed(3)} alarms per account-year of noise`,
  ]
  return [
    {
      name: `moves, ${tails} tails: precision`,
      measured: `${percent(precision)} (a fixed threshold of ${FIXED_SCORE}: ${percent(ratioOf(judged, 'fixed right', 'fixed wrong'))})`,
      bar: `≥ ${percent(PRECISION_MIN)}`,
      isMet: isMet(precision, PRECISION_MIN),
    },
    {
      name: `moves, ${tails} tails: recall`,
      measured: `${percent(recall)} of ${truth.planted}`,
      bar: `≥ ${percent(RECALL_MIN[tails])}`,
      isMet: isMet(recall, RECALL_MIN[tails]),
    },
    {
      name: `moves, ${tails} tails: alarms per account-year of noise`,
      measured: `${alarmsPerAccountYear.toFixed(4)} (a fixed threshold: ${(sumOf(noise, 'fixed wrong') / accountYears).toFixed(2)})`,
      bar: `≤ ${ALARMS_MAX}`,
      isMet: alarmsPerAccountYear <= ALARMS_MAX,
    },
    aside(
      `moves, ${tails} tails: recall by size and kind`,
      recallOf.map(({ name, recall: found }) => `${name} ${percent(found)}`).join('; '),
    ),
    aside(`moves, ${tails} tails: found events of the right kind`, kinds.join('; ')),
    aside(
      `moves, ${tails} tails: falls by a purge of the whole company`,
      `${percent(sumOf(judged, 'found purges') / sumOf(judged, 'purges'))} of ${sumOf(judged, 'purges')} found`,
    ),
    aside(`moves, ${tails} tails: an account alone in its company`, alone.join('; ')),
    aside(
      `moves, ${tails} tails: time`,
      `${median(judged.map(({ poolMs }) => poolMs ?? 0)).toFixed(0)} ms to pool ${ACCOUNTS} accounts, ${median(judged.map(({ movesMs }) => movesMs ?? 0)).toFixed(1)} ms per account after that`,
    ),
  ]
}
