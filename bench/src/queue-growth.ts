/**
 * `npm run bench -- queue-growth [--jobs N] [--slice N] [--copied]`: whether the queue stays as quick as it was while the jobs that it
 * has done pile up in its table: on PostgreSQL, four processes, jobs that do nothing. Each slice is enqueued while the processes work on
 * it; each job must run once. With `--copied` those between the first slice and the last are rows of done jobs, copied by SQL. Ends
 * with 1 when a bar is missed.
 */
import { parseArgs } from 'node:util'
import type { Database } from '../../server/src/platform/database/database.ts'
import { withLifetime } from './lib/lifetime.ts'
import { privateCluster } from './lib/postgres.ts'
import { emptyStore, fillQueue, haveRun, queueProcess } from './lib/queue-load.ts'
import { runStatement } from './lib/statements.ts'
import { aside, atLeast, atMost, type Figure, formatNumber, reportFigures, say } from './lib/table.ts'

const JOBS = 20_000_000
const SLICE = 1_000_000
const PROCESSES = 4
const AT_ONCE = 32
const LAST_OF_FIRST_PERCENT_MIN = 80

async function main() {
  const { values } = parseArgs({
    options: { jobs: { type: 'string' }, slice: { type: 'string' }, copied: { type: 'boolean', default: false } },
  })
  const jobs = Number(values.jobs ?? JOBS)
  const slice = Math.min(jobs, Number(values.slice ?? SLICE))
  await withLifetime(async (life) => {
    const cluster = await privateCluster(life)
    if ('missing' in cluster) return reportFigures('', [aside('PostgreSQL', `skipped: ${cluster.missing}`)])
    const location = { engine: 'postgres' as const, url: cluster.url }
    const database = await emptyStore(location)
    const order = { location, concurrency: AT_ONCE }
    const processes = await Promise.all(Array.from({ length: PROCESSES }, () => queueProcess(life, order)))
    for (const { begin } of processes) begin()
    const speeds: number[] = []
    let unlike = 0
    for (let done = 0; done < jobs; done += slice) {
      const since = performance.now()
      const { ids } = await fillQueue(database, slice)
      await haveRun(processes, slice)
      speeds.push(slice / ((performance.now() - since) / 1_000))
      const ran = processes.flatMap((process) => process.ran.splice(0))
      const once = new Set(ran)
      unlike += ran.length - once.size + ids.filter((id) => !once.has(id)).length
      say(`  ${formatNumber(done + slice)} jobs done: ${formatNumber(speeds.at(-1) ?? 0)} jobs/s`)
      if (!values.copied || done > 0) continue
      for (done = slice; done < jobs - slice; done += slice) await copyDone(database, slice, done / slice)
      cluster.settle()
      done -= slice
    }
    await Promise.all(processes.map(({ end }) => end()))
    const figures = figuresOf(speeds, unlike, await sizeMb(database))
    await database.close()
    reportFigures(`${formatNumber(jobs)} jobs of 50 companies, in slices of ${formatNumber(slice)}, all kept`, figures)
  })
}

/** As many more jobs that are done, with ids after those that there are and before those to come, in the order of the first slice. */
async function copyDone(database: Database, slice: number, turn: number): Promise<void> {
  const copy = String(turn).padStart(3, '0')
  const place = `lpad(to_hex(row_number() over (order by id)), 12, '0')`
  await runStatement(
    database,
    `insert into jobs (id, kind, key, company_id, payload, state, priority, run_at, created_at, finished_at, attempt)
      select newest.moment || '-7fff-8${copy}-' || ${place},
        kind, key, company_id, payload, state, priority, run_at, created_at, finished_at, attempt
      from (select * from jobs order by id limit ${slice}) as first
      cross join (select substr(max(id), 1, 13) as moment from jobs) as newest order by first.id`,
  )
}

function figuresOf(speeds: readonly number[], unlike: number, megabytes: number): Figure[] {
  const [first = 0] = speeds
  const last = speeds.at(-1) ?? 0
  const spread = ` (${formatNumber(last)} of ${formatNumber(first)} jobs/s)`
  return [
    atLeast('the last slice, of the first', (100 * last) / first, LAST_OF_FIRST_PERCENT_MIN, '%', spread),
    atMost('jobs not run exactly once', unlike, 0, 'jobs'),
    aside(
      'slowest and quickest slice',
      `${formatNumber(Math.min(...speeds))} and ${formatNumber(Math.max(...speeds))} jobs/s`,
    ),
    aside('the table with its indexes', `${formatNumber(megabytes)} MB`),
  ]
}

async function sizeMb({ queries }: Database): Promise<number> {
  const { size } = await queries
    .selectNoFrom(({ fn, val }) => fn<number>('pg_total_relation_size', [val('jobs')]).as('size'))
    .executeTakeFirstOrThrow()
  return Number(size) / 1e6
}

await main()
