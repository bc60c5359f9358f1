/**
 * `npm run bench -- reports [--quick]`: reports of twelve months, of one account and of a company with fifty, and links for clients
 * beside the page of sign-in, against the bars of the project. Each report is asked for once, so that nothing has been analysed
 * before. Ends with 1 when a bar is missed.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { ReportPreview } from '@tangelo/contract'
import { REPORT_SECTIONS } from '@tangelo/contract/limits'
import { type Database, insertNew, openDatabase } from '../../server/src/platform/database/database.ts'
import { fillStore } from './lib/fill.ts'
import { withLifetime } from './lib/lifetime.ts'
import { linkFigures } from './lib/link-pages.ts'
import { residentMb, watchMemory } from './lib/memory.ts'
import { ADMIN, ask, type Product, signIn, startProduct } from './lib/product.ts'
import { createRandom } from './lib/random.ts'
import { median } from './lib/statistics.ts'
import { aside, atMost, type Figure, formatNumber, reportFigures, say } from './lib/table.ts'

const ACCOUNT_MS_MAX = 400
const ACCOUNT_MB_MAX = 30
const COMPANY_MS_MAX = 5_000
const BYTES_MAX = 300_000
const ACCOUNTS = 50
/** Two years, so that the twelve months before can be compared. */
const DAYS = 760
const POSTS = 300
const DAY_MS = 86_400_000
/** All but the figures of an own account: none is connected here. */
const SECTIONS = REPORT_SECTIONS.filter((kind) => kind !== 'owner')

interface Subject {
  kind: 'account' | 'company'
  id: number
}

async function main() {
  const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
  const rounds = values.quick ? 3 : 15
  await withLifetime(async (life) => {
    const settings = { dataFolder: life.folder('reports') }
    say('Filling')
    await fillStore(settings, { accounts: ACCOUNTS, days: DAYS })
    const database = openDatabase({ engine: 'sqlite', path: join(settings.dataFolder, 'tangelo.sqlite') })
    await fillPosts(database)
    await database.close()
    const product = await startProduct(life, settings)
    const token = await signIn(product.port, ADMIN)
    say('Reports')
    const figures = [...(await accountFigures(product, token, rounds)), ...(await companyFigures(product, token))]
    say('Links')
    figures.push(...(await linkFigures(product, token, rounds)))
    await product.stop()
    reportFigures(`${ACCOUNTS} accounts, ${DAYS} days, ${POSTS} posts each`, figures)
  })
}

async function accountFigures(product: Product, token: string, rounds: number): Promise<Figure[]> {
  // The first ones are made while the process is still being compiled.
  const warm = ACCOUNTS - rounds
  for (let id = rounds + 1; id <= rounds + Math.min(5, warm); id += 1)
    await timePreview(product, token, { kind: 'account', id }, 1)
  const before = residentMb(product.pid)
  const most = watchMemory(product.pid)
  const made: { ms: number; bytes: number }[] = []
  for (let id = 1; id <= rounds; id += 1) made.push(await timePreview(product, token, { kind: 'account', id }, 1))
  const peak = most()
  const times = made.map(({ ms }) => ms)
  return [
    atMost(
      '12 months of an account, median',
      median(times),
      ACCOUNT_MS_MAX,
      'ms',
      ` (${formatNumber(Math.max(...times))} at most)`,
    ),
    before === null || peak === null
      ? aside('memory meanwhile', 'only on Linux')
      : atMost('memory meanwhile', peak - before, ACCOUNT_MB_MAX, 'MB'),
    atMost('its HTML', Math.max(...made.map(({ bytes }) => bytes)) / 1_000, BYTES_MAX / 1_000, 'kB'),
  ]
}

async function companyFigures(product: Product, token: string): Promise<Figure[]> {
  // A month earlier: no account has been analysed over these days.
  const { ms, bytes } = await timePreview(product, token, { kind: 'company', id: 1 }, 2)
  const again = await timePreview(product, token, { kind: 'company', id: 1 }, 2)
  return [
    atMost(`12 months of ${ACCOUNTS} accounts`, ms, COMPANY_MS_MAX, 'ms'),
    aside('the same again', `${formatNumber(again.ms)} ms`),
    atMost('its HTML', bytes / 1_000, BYTES_MAX / 1_000, 'kB'),
  ]
}

/** The twelve whole months that end so many months ago. */
function monthsBack(months: number): { from: string; to: string } {
  const now = new Date()
  const day = (back: number, date: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, date)).toISOString().slice(0, 10)
  return { from: day(months + 11, 1), to: day(months - 1, 0) }
}

async function timePreview({ port }: Product, token: string, subject: Subject, months: number) {
  const body = { title: 'Report', subject, ...monthsBack(months), sections: SECTIONS.map((kind) => ({ kind })) }
  const since = performance.now()
  const { bytes }: ReportPreview = await ask(port, token, 'POST', '/api/reports/preview', body)
  return { ms: performance.now() - since, bytes }
}

/** Of every account, with likes that scatter as those of real posts do. */
async function fillPosts(database: Database): Promise<void> {
  const now = Date.now()
  const random = createRandom(7)
  for (let account = 1; account <= ACCOUNTS; account += 1)
    await database.transaction(async (tx) => {
      const where = { queries: tx, engine: database.engine }
      const posts = Array.from({ length: POSTS }, (_, at) => ({
        id: account * 1_000 + at,
        company_id: 1,
        account_id: account,
        post_key: `C${account}x${at}`,
        source_id: `${account}x${at}`,
        posted_at: Math.floor(now - (at + 4 + 0.3 * at + 0.5 * random.next()) * DAY_MS),
        type: at % 2 === 0 ? ('image' as const) : ('reel' as const),
        caption: 'New pictures every morning, long stories on Sundays. '.repeat(6),
        url: `https://www.instagram.com/p/C${account}x${at}/`,
        first_seen_at: now - 500 * DAY_MS,
        last_seen_at: now,
        gone_at: null,
        is_pinned: 0 as const,
        likes: Math.round(1_000 * Math.exp(random.next() - 0.5)),
        comments: 12,
      }))
      await insertNew(where, 'posts', posts)
      await insertNew(
        where,
        'post_readings',
        posts.map(({ id, posted_at, likes, comments }) => ({
          company_id: 1,
          account_id: account,
          post_id: id,
          read_at: posted_at + 3 * DAY_MS,
          likes,
          comments,
        })),
      )
    })
}

await main()
