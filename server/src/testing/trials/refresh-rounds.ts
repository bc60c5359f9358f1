/**
 * `npm run trials -- refresh-rounds [--accounts N] [--days N] [--seed N]`: the daily round over many accounts and days of
 * a clock that is moved, with the real adapter against a stand-in that breaks in every way it knows, each for one account
 * in twenty. At the end every account has exactly one snapshot for each day on which the source answered, none for any
 * other, and what the store says of failures is what came over the wire. On PostgreSQL when DATABASE_URL names an empty
 * database.
 */
import { type Fault, graphErrors, graphStandIn, instagramWorld, syntheticName } from '@tangelo/stand-ins'
import { graphSource } from '#adapters/instagram/graph.ts'
import type { InstagramSource } from '#ports/instagram.ts'
import { measuringParts } from '../measuring-parts.ts'
import { randomFrom } from '../random-from.ts'
import { anySeed, Broken, expectNoViolations, type TrialOptions, trialOptions, trialPlace } from '../trial.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Midnight, so that days of the trial are days of the clock. */
const START = Date.UTC(2026, 10, 20)
const SHARE = 0.05
const OUTAGE_DAY = 2
const OUTAGE_HOUR = 6
const STEP_MS = 5 * MINUTE
/** A source that hangs costs real time, so little is waited for; an answer that takes longer counts as none. */
const LIMITS = { wholeMs: 100, connectMs: 100 }

const OWN_ID = '17841405309211844'

/** What goes wrong, for how many calls of a day. */
const KINDS: Record<string, { fault: Fault; calls: number }> = {
  'fails once': { fault: graphErrors.temporary(), calls: 1 },
  'fails five times': { fault: graphErrors.unknown(), calls: 5 },
  'resets twice': { fault: 'reset', calls: 2 },
  'does not serve, three times': { fault: { status: 503, body: 'Service Unavailable' }, calls: 3 },
  'hangs once': { fault: 'hang', calls: 1 },
  'trickles once': { fault: 'trickle', calls: 1 },
  'fifty megabytes, once': { fault: 'huge', calls: 1 },
  'a page for people, twice': { fault: 'html', calls: 2 },
  'ends in the middle, once': { fault: 'truncated', calls: 1 },
  'wrong types, once': { fault: 'wrongTypes', calls: 1 },
  'wrong types, all day': { fault: 'wrongTypes', calls: Number.POSITIVE_INFINITY },
  'no posts, all day': { fault: 'emptyList', calls: Number.POSITIVE_INFINITY },
  'not found, all day': { fault: { errorItem: 'not_found' }, calls: Number.POSITIVE_INFINITY },
  'too many calls, once': { fault: graphErrors.instagramLimit({ ownId: OWN_ID, minutes: 1 }), calls: 1 },
}
const NONE = 'nothing wrong'
const HARMLESS: Fault = { delayMs: 0 }

export interface RoundsReport {
  readings: number
  /** Account days without a snapshot because more calls failed than were meant to: this machine was slower than the limit. */
  disturbed: number
  /** Account days by what went wrong: how many, and on how many of them there is a snapshot. */
  byKind: Record<string, { days: number; stored: number }>
}

export async function refreshRoundsTrial({
  accounts,
  days,
  seed,
  stepMs = STEP_MS,
  databaseUrl = '',
  say = () => {},
}: TrialOptions & { accounts: number; days: number; stepMs?: number }): Promise<RoundsReport> {
  const place = trialPlace(databaseUrl)
  let now = START
  const clock = {
    now: () => now,
    move: (milliseconds: number) => {
      now += milliseconds
    },
  }
  const standIn = await graphStandIn({
    world: instagramWorld({ seed, now: START }),
    clock,
    ownId: OWN_ID,
    callsPerHour: 10_000_000,
  }).start()
  const { url, token } = standIn
  const plan = planFrom(seed)
  const seen: Seen = { answers: new Map(), last: new Map(), asked: new Map() }
  const real = graphSource({ url, version: 'v25.0', ownId: OWN_ID, token, callsPerHour: 20_000, clock, limits: LIMITS })
  const wrongSoFar = new Map<string, number>()
  const faultOf = (name: string): Fault => {
    const key = `${name} ${dayAt(now)}`
    const kind = KINDS[plan(name, dayAt(now))]
    const count = (wrongSoFar.get(key) ?? 0) + 1
    wrongSoFar.set(key, count)
    return kind && count <= kind.calls ? kind.fault : HARMLESS
  }
  const source = watchSource(real, {
    now: clock.now,
    seen,
    prepare: (name) => standIn.faults.forNames([name], isOut(now) ? 'reset' : faultOf(name)),
  })
  const names = Array.from({ length: accounts }, (_, at) => syntheticName(at + 1))
  const parts = await measuringParts({ folder: place.folder, databaseUrl, clock, sources: [source], names })
  try {
    for (let day = 0; day < days; day += 1) {
      const midnight = START + (day + 1) * DAY
      while (now < midnight) {
        await parts.round()
        // A source that is left alone has some waiting: they are looked after as often as in life.
        clock.move((await parts.dueCount()) > 0 ? Math.min(stepMs, MINUTE) : stepMs)
      }
      await expectTold(parts, seen)
      say(`day ${day + 1}: ${[...seen.answers.values()].flat().length} readings, ${failingNow(seen)} accounts fail now`)
    }
    expectNoViolations(standIn.violations)
    return reportOn(await parts.snapshots(), { names, days, seen, plan })
  } finally {
    await parts.end()
    await standIn.end()
    place.remove()
  }
}

/** What went wrong for an account on a day: the same for the same seed, whatever was asked before. */
function planFrom(seed: number) {
  const kinds = Object.keys(KINDS)
  return (name: string, day: number): string => {
    const chance = randomFrom(seed * 1_000_003 + day * 100_003 + Number(name.slice(-6).replace(/\D/g, '')))
    chance()
    return kinds[Math.floor(chance() / SHARE)] ?? NONE
  }
}

/** What came over the wire, by account. */
interface Seen {
  /** Moments of answers with figures. */
  answers: Map<string, number[]>
  /** The kind of the last failure, or null when the last call was answered. */
  last: Map<string, string | null>
  /** By account and day on which it was asked for: how many of the calls failed. */
  asked: Map<string, number>
}

/** For an hour of one day no request is answered. */
const isOut = (moment: number) => dayAt(moment) === OUTAGE_DAY && Math.floor((moment % DAY) / HOUR) === OUTAGE_HOUR

const dayAt = (moment: number) => Math.floor((moment - START) / DAY)

/** The source itself; everything that goes in and comes out is recorded. */
function watchSource(
  source: InstagramSource,
  { now, seen, prepare }: { now: () => number; seen: Seen; prepare(name: string): void },
): InstagramSource {
  return {
    ...source,
    async read(usernames, signal) {
      const [name = ''] = usernames
      const day = `${name} ${dayAt(now())}`
      const failedBefore = seen.asked.get(day) ?? 0
      // Counted as failed until it is answered.
      seen.asked.set(day, failedBefore + 1)
      prepare(name)
      try {
        const answer = await source.read(usernames, signal)
        const outcome = answer.outcomes.get(name)
        seen.last.set(name, outcome?.failure?.kind ?? null)
        if (outcome?.reading) {
          seen.asked.set(day, failedBefore)
          seen.answers.set(name, [...(seen.answers.get(name) ?? []), now()])
        }
        return answer
      } catch (error) {
        // A limit says nothing about the account: it is not noted there.
        if (error instanceof Error && 'kind' in error && error.kind === 'unavailable')
          seen.last.set(name, 'unavailable')
        throw error
      }
    },
  }
}

const failingNow = ({ last }: Seen) => [...last.values()].filter((kind) => kind !== null).length

/** The store says of every account what its last call said. */
async function expectTold(parts: Awaited<ReturnType<typeof measuringParts>>, { last }: Seen) {
  const reported = await parts.failing()
  for (const [name, kind] of last)
    if ((reported.get(name) ?? null) !== kind)
      throw new Broken(`The store says that ${name} fails with ${reported.get(name)}, but its last call says ${kind}`)
}

function reportOn(
  snapshots: ReadonlyMap<string, number[]>,
  trial: { names: string[]; days: number; seen: Seen; plan: (name: string, day: number) => string },
): RoundsReport {
  const { names, days, seen, plan } = trial
  const byKind: RoundsReport['byKind'] = {}
  let readings = 0
  let disturbed = 0
  for (const name of names) {
    const stored = snapshots.get(name) ?? []
    const answered = seen.answers.get(name) ?? []
    const storedDays = stored.map(dayAt)
    if (new Set(storedDays).size !== stored.length)
      throw new Broken(`${name} has two snapshots of one day: ${storedDays}`)
    if (stored.length !== answered.length)
      throw new Broken(`${name} was answered ${answered.length} times, but has ${stored.length} snapshots`)
    for (const [at, moment] of stored.entries())
      if (moment - (answered[at] ?? 0) > HOUR)
        throw new Broken(`${name} has a snapshot of another moment than its answer`)
    readings += stored.length
    for (let day = 0; day < days; day += 1) {
      const failures = seen.asked.get(`${name} ${day}`)
      if (failures === undefined) throw new Broken(`${name} was not asked for on day ${day + 1}`)
      const kind = plan(name, day)
      const row = byKind[kind] ?? { days: 0, stored: 0 }
      byKind[kind] = { days: row.days + 1, stored: row.stored + (storedDays.includes(day) ? 1 : 0) }
      const meant = KINDS[kind]?.calls ?? 0
      const lasts = meant === Number.POSITIVE_INFINITY
      if (!storedDays.includes(day) && failures > meant) disturbed += 1
      else if (storedDays.includes(day) === lasts)
        throw new Broken(`${name} has ${lasts ? 'a' : 'no'} snapshot of day ${day + 1}: ${kind}`)
    }
  }
  return { readings, disturbed, byKind }
}

if (import.meta.main) {
  const options = trialOptions({ accounts: 10_000, days: 30, seed: anySeed() })
  const { readings, disturbed, byKind } = await refreshRoundsTrial(options)
  const { say } = options
  for (const [kind, { days, stored }] of Object.entries(byKind).toSorted())
    say(`${kind}: ${days} account days, ${stored} with a snapshot, ${days - stored} without`)
  say(`${disturbed} account days went without because calls took longer here than the trial waits`)
  say(`${readings} readings: one snapshot for each day that was answered, none for any other`)
}
