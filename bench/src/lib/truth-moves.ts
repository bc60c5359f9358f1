/** What moved: planted events in companies of 200 accounts over two years, and companies in which nothing happens. */
import {
  type DayTally,
  othersThan,
  tallyDays,
} from '../../../server/src/features/analytics/analysis/rules/company-days.ts'
import { type ScoredDays, scoreDays } from '../../../server/src/features/analytics/analysis/rules/day-scores.ts'
import { findMoves } from '../../../server/src/features/analytics/analysis/rules/moves.ts'
import { fitTail, type Tail } from '../../../server/src/features/analytics/analysis/rules/tail.ts'
import { dayFromText } from '../../../server/src/platform/calendar.ts'
import {
  inventCompany,
  type PlantedEvent,
  type Tails,
  type World,
  type WorldAccount,
} from '../../../server/src/testing/invented-company.ts'
import { ACCOUNTS, FIXED_SCORE, listFigures, measureTruth, SIZES } from './truth-moves-figures.ts'
import type { Judged, TruthSection } from './truth-section.ts'

const COMPANIES = 12
const EVENTS = 40
const PURGES = 2
const TAILS: readonly Tails[] = ['light', 'heavy']
/** The smallest move that is shown at all. */
const LEAST_SHARE = 0.008
/** An alarm belongs to an event up to this many days away. */
const NEAR_DAYS = 2
/** Days off by less than this are one alarm of the fixed threshold. */
const ALARM_DAYS = 7
const KIND_OF = { rise: 'unexplained', fall: 'unexplained', viral: 'viral', giveaway: 'giveaway' } as const

export const moves: TruthSection = {
  name: 'moves',
  batches: (scale) =>
    TAILS.flatMap((tails) => [tails, `${tails} noise`]).map((name) => ({
      name,
      worlds: Math.ceil(COMPANIES * scale),
    })),
  judge(batch, seed) {
    const [tails, isNoise] = [batch.startsWith('light') ? 'light' : 'heavy', batch.endsWith('noise')] as const
    const planted = isNoise ? { events: 0, purges: 0 } : { events: EVENTS, purges: PURGES }
    return judgeCompany(
      inventCompany({ seed: 1_000 * (isNoise ? 2 : 1) + seed, accounts: ACCOUNTS, tails, ...planted }),
    )
  },
  conclude(judged) {
    const truths = TAILS.map((tails) => measureTruth(tails, judged(tails), judged(`${tails} noise`)))
    const figures = truths.flatMap((truth) => listFigures(truth, judged(truth.tails), judged(`${truth.tails} noise`)))
    return { figures, published: { moves: truths } }
  },
}

function judgeCompany(world: World): Judged {
  const counts: Judged = {}
  const add = (name: string, count = 1) => {
    counts[name] = (counts[name] ?? 0) + count
  }
  let started = performance.now()
  const scored = world.accounts.map(({ days }) => scoreDays(days))
  const tally = tallyDays(scored)
  const tail = fitTail(scored, tally)
  counts.poolMs = performance.now() - started
  started = performance.now()
  world.accounts.forEach((account, at) => {
    judgeAccount({ world, account, at, scored, tally, tail, add })
  })
  counts.movesMs = (performance.now() - started) / world.accounts.length
  // The same accounts, each as if it were the only one of its company.
  world.accounts.forEach((account, at) => {
    const own = scored[at] ?? scoreDays(account.days)
    const addAlone = (name: string, count = 1) => add(`alone ${name}`, count)
    judgeAccount({ world, account, at, scored, tally: tallyDays([own]), tail: fitTail([own]), add: addAlone })
  })
  return counts
}

interface AccountRequest {
  world: World
  account: WorldAccount
  at: number
  scored: readonly ScoredDays[]
  tally: ReadonlyMap<number, DayTally>
  tail: Tail
  add: (name: string, count?: number) => void
}

function judgeAccount({ world, account, at, scored, tally, tail, add }: AccountRequest) {
  const own = scored[at]
  if (!own) return
  const { posts, multiples } = account
  const others = othersThan(own, tally)
  const found = findMoves({ scored: own, tail, others, posts, multiples, from: 0, to: Infinity })
  const events = world.events.filter((event) => event.account === at)
  const seen = new Set<PlantedEvent>()
  const purged = new Set<number>()
  for (const { day: text, kind, evidence } of found) {
    const day = dayFromText(text)
    const purge = findPurge(world, at, day - evidence.gap, day)
    const event = findEvent(events, day - evidence.gap, day)
    if (event) {
      add('right')
      if (seen.has(event)) continue
      seen.add(event)
      add(`kind ${event.kind} ${kind === KIND_OF[event.kind] ? 'right' : 'other'}`)
    } else if (purge) {
      if (kind === 'cleanup' && !purged.has(purge.day)) add('cleanup')
      purged.add(purge.day)
    } else add('wrong')
  }
  for (const event of events) {
    const names = ['events', `kind ${event.kind}`, `size ${sizeOf(event)}`]
    for (const name of names) add(name)
    if (seen.has(event)) for (const name of names) add(`found ${name}`)
  }
  for (const { day, sizes } of world.purges)
    if ((sizes.get(at) ?? 0) >= LEAST_SHARE) {
      add('purges')
      if (purged.has(day)) add('found purges')
    }
  countFixed({ world, at, own, events, add })
}

const findEvent = (events: readonly PlantedEvent[], from: number, to: number) =>
  events.find(({ first, last }) => to >= first - NEAR_DAYS && from <= last + NEAR_DAYS)

const findPurge = ({ purges }: World, account: number, from: number, to: number) =>
  purges.find(({ day, sizes }) => sizes.has(account) && day >= from - NEAR_DAYS && day <= to + NEAR_DAYS)

const sizeOf = ({ size }: PlantedEvent) => SIZES.find(([, below]) => size < below)?.[0] ?? ''

/** Alarms of the fixed threshold, neighbours merged. */
function countFixed(request: {
  world: World
  at: number
  own: ScoredDays
  events: readonly PlantedEvent[]
  add: AccountRequest['add']
}) {
  const { world, at, own, events, add } = request
  let last = -Infinity
  own.days.forEach((day, place) => {
    if (Math.abs(own.scores[place] ?? 0) < FIXED_SCORE) return
    const isSame = day - last <= ALARM_DAYS
    last = day
    const from = day - (own.spans[place] ?? 1) + 1
    if (isSame || findPurge(world, at, from, day)) return
    add(findEvent(events, from, day) ? 'fixed right' : 'fixed wrong')
  })
}
