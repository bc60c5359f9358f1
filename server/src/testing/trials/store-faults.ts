/**
 * `npm run trials -- store-faults [--engine postgres|sqlite] [--faults N] [--nodes N] [--fault WORDS] [--renders] [--seed N]`:
 * people write through HTTP while one thing after the other happens to the store underneath (the lists are in
 * lib/store-faults-*.ts). No node ever ends by itself; every acknowledged write is there once, and every credit is accounted
 * for; requests, event streams and work go on within ten seconds after each fault.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openDatabase } from '#platform/database/database.ts'
import { postgresPrograms } from '../own-postgres.ts'
import { randomFrom } from '../random-from.ts'
import { type RunningServer, startServer } from '../server-process.ts'
import { Broken, PASSWORD, type TrialOptions } from '../trial.ts'
import type { StoreUnderFaults } from './lib/fault.ts'
import { postgresUnderFaults } from './lib/store-faults-postgres.ts'
import { sqliteUnderFaults } from './lib/store-faults-sqlite.ts'
import { verifyLedger } from './lib/store-ledger.ts'
import { beginLoad, type Load } from './lib/store-load.ts'

export interface StoreFaultsReport {
  faults: number
  acknowledged: number
  /** Answers that said that the store is away. */
  refused: number
  /** How long after the end of a fault every node read, wrote and sent events again: the 50th, the 99th in a hundred, the longest. */
  recoveredMs: { p50: number; p99: number; longest: number }
}

const RECOVERS_WITHIN_MS = 10_000
/** Undisturbed work between two faults. */
const BETWEEN_MS = 300

export async function storeFaultsTrial({
  store,
  faults,
  seed,
  renders = false,
  recoversWithinMs = RECOVERS_WITHIN_MS,
  say = () => {},
}: Omit<TrialOptions, 'databaseUrl'> & {
  store: StoreUnderFaults
  faults: number
  /** Reels are rendered too, which takes the processor. */
  renders?: boolean
  recoversWithinMs?: number
}): Promise<StoreFaultsReport> {
  const chance = randomFrom(seed)
  const nodes: RunningServer[] = []
  let isOver = false
  let load: Load | null = null
  try {
    for (const settings of store.settings) nodes.push(await startServer({ ...settings, ADMIN_PASSWORD: PASSWORD }))
    const died = Promise.race(
      nodes.map(async ({ ended }, at) => {
        const { code, stderr } = await ended
        if (!isOver) throw new Broken(`Node ${at + 1} ended by itself (${code}): ${stderr.slice(-2_000)}`)
      }),
    )
    died.catch(() => {})
    load = await beginLoad(nodes, { statuses: store.statuses, renders, recoversWithinMs })
    const streams = await Promise.all(nodes.map((node) => followEvents(node, load?.token ?? '')))
    const recovered: number[] = []
    const order = shuffle(store.faults, chance)
    for (let at = 0; at < faults; at += 1) {
      const fault = order[at % order.length]
      if (!fault) break
      load.expectFaults()
      await Promise.race([fault.cause({ nodes, chance }), died, load.failed])
      const since = performance.now()
      const news = streams.map((stream) => stream.next(recoversWithinMs))
      await Promise.race([Promise.all([load.recover(), ...news]), died, load.failed])
      recovered.push(performance.now() - since)
      say(`${at + 1}: ${fault.name}: went on after ${Math.round(recovered.at(-1) ?? 0)} ms`)
      await Promise.race([pause(BETWEEN_MS), died, load.failed])
    }
    const { acknowledged, refused } = await load.end()
    const database = openDatabase(store.location)
    await verifyLedger(load.ledger, database)
    await database.close()
    return { faults: recovered.length, acknowledged, refused, recoveredMs: spread(recovered) }
  } finally {
    isOver = true
    await load?.end().catch(() => {})
    await Promise.all(nodes.map((node) => node.end('SIGKILL')))
    await store.close()
  }
}

/** One event stream that is never opened again: it has to outlive every fault. */
async function followEvents(node: RunningServer, token: string) {
  const { body } = await node.ask('GET', '/api/events', { token })
  let resolveNext = () => {}
  let whyNot = 'no event was sent'
  const reading = async () => {
    for await (const chunk of body ?? []) if (new TextDecoder().decode(chunk).includes('data: ')) resolveNext()
    whyNot = 'it has ended'
  }
  reading().catch((error) => {
    whyNot = String(error)
  })
  return {
    /** Resolves at the next event: people write all the time. */
    next: (withinMs: number) =>
      new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Broken(`An event stream is silent: ${whyNot}`)), withinMs)
        resolveNext = () => {
          clearTimeout(timer)
          resolve()
        }
      }),
  }
}

/** In an order of its own for each seed, each once before one comes again. */
function shuffle<Thing>(things: readonly Thing[], chance: () => number): Thing[] {
  return things
    .map((thing) => ({ thing, place: chance() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ thing }) => thing)
}

function spread(measured: readonly number[]) {
  const sorted = measured.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
  return { p50: at(0.5), p99: at(0.99), longest: at(1) }
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      engine: { type: 'string' },
      faults: { type: 'string' },
      fault: { type: 'string' },
      nodes: { type: 'string' },
      seed: { type: 'string' },
      renders: { type: 'boolean' },
    },
  })
  const seed = Number(values.seed ?? Date.now() % 1_000_000)
  const say = (line: string) => void process.stdout.write(`${line}\n`)
  const renders = values.renders ?? false
  for (const engine of values.engine ? [values.engine] : ['postgres', 'sqlite']) {
    say(`${engine}, seed ${seed}`)
    const bin = postgresPrograms()
    if (engine === 'postgres' && !bin) throw new Error('PostgreSQL is not installed')
    const store =
      engine === 'postgres'
        ? await postgresUnderFaults(bin ?? '', { nodes: Number(values.nodes ?? 2), isShort: false, renders })
        : await sqliteUnderFaults()
    const faults = Number(values.faults ?? 200)
    const wanted = store.faults.filter(({ name }) => name.includes(values.fault ?? ''))
    const report = await storeFaultsTrial({
      store: { ...store, faults: wanted },
      faults,
      seed,
      renders: values.renders ?? false,
      say,
    })
    const { p50, p99, longest } = report.recoveredMs
    say(
      `${report.faults} faults, ${report.acknowledged} acknowledged writes, ${report.refused} refused: nothing lost or twice`,
    )
    say(`went on after ${p50} ms (p50), ${p99} ms (p99), ${longest} ms (longest)`)
  }
}
