/**
 * `npm run bench -- queue`: how many jobs that do nothing the queue gets done in a second, how soon work begins, and what an
 * idle worker costs. Each job must run once. Ends with 1 when a bar is missed.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase, type StoreLocation } from '../../server/src/platform/database/database.ts'
import { type Lifetime, withLifetime } from './lib/lifetime.ts'
import { privateCluster } from './lib/postgres.ts'
import { emptyStore, fillQueue, haveRun, queueProcess } from './lib/queue-load.ts'
import { beginFigure, idleFigure } from './lib/queue-waits.ts'
import { median } from './lib/statistics.ts'
import { aside, atLeast, atMost, type Figure, formatNumber, reportFigures, say, spread } from './lib/table.ts'

interface Plan {
  jobs: number
  rounds: number
  samples: number
  idleSeconds: number
}

const FULL: Plan = { jobs: 20_000, rounds: 3, samples: 500, idleSeconds: 20 }
const QUICK: Plan = { jobs: 2_000, rounds: 1, samples: 100, idleSeconds: 5 }

/** SQLite belongs to one process; PostgreSQL is worked on by four. */
const PROCESSES = { sqlite: 1, postgres: 4 }
const PER_SECOND_MIN = { sqlite: 1_000, postgres: 300 }
/** Jobs that run at once over all processes: as few as there are workers, and as many as vendors may stand. */
const CONCURRENCIES = [4, 32]

async function main() {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      jobs: { type: 'string' },
      only: { type: 'string', default: 'sqlite,postgres' },
    },
  })
  const base = values.quick ? QUICK : FULL
  const plan: Plan = { ...base, jobs: Number(values.jobs ?? base.jobs) }
  await withLifetime(async (life) => {
    const figures: Figure[] = []
    if (values.only.includes('sqlite'))
      figures.push(
        ...(await queueFigures(
          life,
          'SQLite',
          { engine: 'sqlite', path: join(life.folder('queue'), 'q.sqlite') },
          plan,
        )),
      )
    if (values.only.includes('postgres')) {
      const cluster = await privateCluster(life)
      figures.push(
        ...('missing' in cluster
          ? [aside('PostgreSQL', `skipped: ${cluster.missing}`)]
          : await queueFigures(life, 'PostgreSQL', { engine: 'postgres', url: cluster.url }, plan)),
      )
    }
    reportFigures(`${plan.jobs.toLocaleString('en')} jobs of 50 companies`, figures)
  })
}

async function queueFigures(life: Lifetime, name: string, location: StoreLocation, plan: Plan): Promise<Figure[]> {
  const database = await emptyStore(location)
  await database.close()
  const figures: Figure[] = []
  for (const concurrency of CONCURRENCIES)
    figures.push(...(await throughputFigures(life, name, location, concurrency, plan)))
  figures.push(await beginFigure(name, location, plan), await idleFigure(life, name, location, plan))
  for (const { name, measured } of figures) say(`  ${name} ${measured}`)
  return figures
}

async function throughputFigures(
  life: Lifetime,
  name: string,
  location: StoreLocation,
  concurrency: number,
  { jobs, rounds }: Plan,
): Promise<Figure[]> {
  const { engine } = location
  const speeds: number[] = []
  const filled: number[] = []
  let unlike = 0
  for (let round = 0; round < rounds; round += 1) {
    const database = openDatabase(location)
    const { ids, seconds } = await fillQueue(database, jobs)
    filled.push(jobs / seconds)
    await database.close()
    const processes = await Promise.all(
      Array.from({ length: PROCESSES[engine] }, () => queueProcess(life, { location, concurrency })),
    )
    const since = performance.now()
    for (const { begin } of processes) begin()
    await haveRun(processes, jobs)
    speeds.push(jobs / ((performance.now() - since) / 1_000))
    await Promise.all(processes.map(({ end }) => end()))
    unlike += await countUnlike(
      location,
      processes.flatMap(({ ran }) => ran),
      ids,
    )
  }
  const processes = PROCESSES[engine] === 1 ? '1 process' : `${PROCESSES[engine]} processes`
  const title = `${name}, ${processes}, ${concurrency} at once`
  return [
    atLeast(title, median(speeds), PER_SECOND_MIN[engine], 'jobs/s', spread(speeds)),
    atMost(`${title}: jobs not run exactly once`, unlike, 0, 'jobs'),
    aside(`${title}: enqueued before`, `${formatNumber(median(filled))} jobs/s`),
  ]
}

/** Jobs that did not run, ran twice, or are not done in the store at their first try; empties the store. */
async function countUnlike(location: StoreLocation, ran: string[], ids: string[]): Promise<number> {
  const database = openDatabase(location)
  const done = await database.queries
    .selectFrom('jobs')
    .select('id')
    .where('state', '=', 'done')
    .where('attempt', '=', 1)
    .execute()
  await database.queries.deleteFrom('jobs').execute()
  await database.close()
  const known = new Set(done.map(({ id }) => id))
  const once = new Set(ran)
  return ran.length - once.size + ids.filter((id) => !known.has(id) || !once.has(id)).length
}

await main()
