/**
 * `npm run bench -- posts [--only backfill,page] [--accounts N] [--days N] [--quick]`: stored answers are read for the history
 * of posts, and the page of an account with a long history is asked for. Ends with 1 when a bar is missed.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { folderBlobStorage } from '../../server/src/adapters/blob-storage/folder.ts'
import { readStoredPosts } from '../../server/src/adapters/instagram/stored-posts.ts'
import { postBackfillHandler, storePeriodsAgain } from '../../server/src/features/analytics/index.ts'
import { migrations } from '../../server/src/migrations/index.ts'
import { type Database, openDatabase } from '../../server/src/platform/database/database.ts'
import { migrate } from '../../server/src/platform/database/migrate.ts'
import { openLog } from '../../server/src/platform/log.ts'
import { fillStore } from './lib/fill.ts'
import { type Lifetime, withLifetime } from './lib/lifetime.ts'
import { loadClient } from './lib/load.ts'
import { fillPosts } from './lib/long-history.ts'
import { ADMIN, signIn, startProduct } from './lib/product.ts'
import { percentile } from './lib/statistics.ts'
import { POSTS_PER_ANSWER, storeAnswers } from './lib/stored-answers.ts'
import { aside, atLeast, atMost, type Figure, formatNumber, reportFigures, say } from './lib/table.ts'

const READ_PER_SECOND_MIN = 20_000
const BYTES_PER_READING_MAX = 60
const PAGE_MS_MAX = 25
const PAGES_PER_SECOND = 30

async function main() {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', default: 'backfill,page' },
      accounts: { type: 'string' },
      days: { type: 'string', default: '365' },
      quick: { type: 'boolean', default: false },
    },
  })
  const parts = values.only.split(',')
  const accounts = Number(values.accounts ?? (values.quick ? 10 : 100))
  await withLifetime(async (life) => {
    const figures: Figure[] = []
    if (parts.includes('backfill')) figures.push(...(await backfillFigures(life, accounts, Number(values.days))))
    if (parts.includes('page')) figures.push(...(await pageFigures(life, values.quick ? 5 : 20)))
    reportFigures(`${formatNumber(accounts)} accounts, ${values.days} days`, figures)
  })
}

async function backfillFigures(life: Lifetime, accounts: number, days: number): Promise<Figure[]> {
  say('The backfill')
  const folder = life.folder('posts')
  const database = openDatabase({ engine: 'sqlite', path: join(folder, 'tangelo.sqlite') })
  await migrate(database, migrations)
  await storeAnswers(database, { folder, accounts, days, now: Date.now() })
  const log = openLog('silent')
  const blobs = folderBlobStorage(folder)
  const handler = postBackfillHandler({ database, blobs, readStoredPosts, log, onStored: storePeriodsAgain })
  const job = {
    id: '1',
    tryId: '1 1',
    kind: handler.kind,
    key: handler.kind,
    companyId: null,
    requestId: null,
    payload: {},
    attempt: 1,
  }
  const signal = new AbortController().signal
  const since = performance.now()
  const before = process.cpuUsage()
  await handler.run([{ ...job, signal, progress: async () => {}, complete: async () => {} }])
  const seconds = (performance.now() - since) / 1_000
  const used = process.cpuUsage(before)
  const cpuSeconds = (used.user + used.system) / 1e6
  const seen = accounts * days * POSTS_PER_ANSWER
  const { posts, readings, bytes } = await sizeOf(database)
  await database.close()
  return [
    atLeast(
      'backfill: post readings',
      seen / seconds,
      READ_PER_SECOND_MIN,
      '/s',
      ` (${formatNumber(seen)} of ${formatNumber(posts)} posts)`,
    ),
    aside('backfill: post readings for a second of processor time', formatNumber(seen / cpuSeconds)),
    aside('backfill: answers', `${formatNumber((accounts * days) / seconds)} /s`),
    aside('backfill: entries stored', `${formatNumber(readings / seconds)} /s (${formatNumber(readings)})`),
    atMost('an entry on SQLite', bytes / readings, BYTES_PER_READING_MAX, 'bytes'),
    aside('a post reading on SQLite', `${formatNumber(bytes / seen)} bytes`),
  ]
}

async function sizeOf({ queries }: Database) {
  const count = async (table: 'posts' | 'post_readings') =>
    Number(
      (
        await queries
          .selectFrom(table)
          .select((row) => row.fn.countAll().as('rows'))
          .executeTakeFirstOrThrow()
      ).rows,
    )
  const [size] = await queries
    .withTables<{ dbstat: { name: string; pgsize: number } }>()
    .selectFrom('dbstat')
    .select((row) => row.fn.sum<number>('pgsize').as('bytes'))
    .where('name', '=', 'post_readings')
    .execute()
  return { posts: await count('posts'), readings: await count('post_readings'), bytes: Number(size?.bytes) }
}

async function pageFigures(life: Lifetime, seconds: number): Promise<Figure[]> {
  say('The page')
  const settings = { dataFolder: life.folder('page') }
  await fillStore(settings, { accounts: 50, days: 365 })
  const database = openDatabase({ engine: 'sqlite', path: join(settings.dataFolder, 'tangelo.sqlite') })
  await fillPosts(database)
  await database.close()
  const product = await startProduct(life, settings)
  const headers = { authorization: `Bearer ${await signIn(product.port, ADMIN)}` }
  const paths = ['', '/metrics/history', '/posts/history?limit=50', '/posts/7/readings']
  const client = loadClient(life)
  const figures: Figure[] = []
  for (const [name, some] of [
    ['account page', paths],
    ...paths.map((path) => [`of it ${path || '/'}`, [path]] as const),
  ] as const) {
    const { latencies } = await client.run({
      port: product.port,
      requests: some.map((path) => ({ method: 'GET' as const, path: `/api/accounts/1${path}`, headers })),
      connections: 4,
      warmUpMs: 1_000,
      durationMs: seconds * 1_000,
      perSecond: PAGES_PER_SECOND,
    })
    const p99 = percentile(latencies, 0.99)
    figures.push(
      name === 'account page'
        ? atMost(`${name}, p99`, p99, PAGE_MS_MAX, 'ms')
        : aside(`${name}, p99`, `${formatNumber(p99)} ms`),
    )
  }
  return figures
}

await main()
