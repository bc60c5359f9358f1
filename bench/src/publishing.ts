/**
 * `npm run bench -- publishing [--quick] [--posts N] [--accounts N]`: posts that are all due at the same moment, over many accounts,
 * against the stand-in: how late each order to publish leaves, and what that costs in memory; and a reel of nearly 300 MB. SQLite, one
 * process. Ends with 1 when a bar is missed.
 */
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type PublishingStandIn, publishingStandIn } from '@tangelo/stand-ins'
import type { StoreLocation } from '../../server/src/platform/database/database.ts'
import { mp4Of } from '../../server/src/testing/made-mp4.ts'
import { freePort } from './lib/free-port.ts'
import { withLifetime } from './lib/lifetime.ts'
import { memoryGrowth, residentMb, watchMemory } from './lib/memory.ts'
import { cpuSeconds } from './lib/process-cost.ts'
import { ADMIN, ask, signIn, startProduct } from './lib/product.ts'
import { addReel, fillAccounts, fillPosts, key } from './lib/publications.ts'
import { type Here, liveOf, queue, readOrders, untilLive, uploadImage } from './lib/queued-posts.ts'
import { percentile } from './lib/statistics.ts'
import { aside, atMost, type Figure, formatNumber, reportFigures, say } from './lib/table.ts'

/** A call of the Graph API takes about so long. */
const LATENCY_MS = 150
const STARTED_WITHIN_S = 60
const GROWTH_MB_MAX = 100
const UPLOAD_GROWTH_MB_MAX = 30
const VIDEO_BYTES = 299_000_000
const WARM_VIDEO_BYTES = 2_000_000
/** Until all are queued and prepared; what is due in less than five minutes is prepared at once. */
const aheadMs = (posts: number) => 30_000 + posts * 200
const SETTLE_MS = 5_000

async function main() {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      posts: { type: 'string' },
      accounts: { type: 'string' },
    },
  })
  const posts = Number(values.posts ?? (values.quick ? 100 : 1_000))
  const accounts = Number(values.accounts ?? (values.quick ? 20 : 200))
  await withLifetime(async (life) => {
    const names = Array.from({ length: accounts }, (_, at) => `kitchen.${at}`)
    const stand = await publishingStandIn({
      accounts: names.map((username) => ({ username, posts: 12 })),
      latencyMs: LATENCY_MS,
      processingMs: 3_000,
    }).start()
    try {
      const dataFolder = life.folder('publishing')
      const location: StoreLocation = { engine: 'sqlite', path: join(dataFolder, 'tangelo.sqlite') }
      const accountIds = await fillAccounts(location, stand, names)
      const product = await startProduct(life, { dataFolder, environment: await settingsOf(stand) })
      const token = await signIn(product.port, ADMIN)
      const here: Here = { life, location, dataFolder, stand, product, token, accountIds }
      const figures = [...(await manyAtOnce(here, posts)), ...(await largeUpload(here))]
      if (stand.violations.length > 0) throw new Error(JSON.stringify(stand.violations.slice(0, 3)))
      for (const { name, measured } of figures) say(`  ${name} ${measured}`)
      reportFigures(
        `${formatNumber(posts)} posts due at one moment, ${formatNumber(accounts)} accounts, ${LATENCY_MS} ms a call, SQLite`,
        figures,
      )
    } finally {
      await stand.end()
    }
  })
}

async function settingsOf({ hosts, clientId, clientSecret }: PublishingStandIn): Promise<Record<string, string>> {
  const port = await freePort()
  return {
    PORT: String(port),
    // The stand-in fetches pictures from there.
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    ENCRYPTION_KEY: key.toString('hex'),
    FACEBOOK_APP_ID: clientId,
    FACEBOOK_APP_SECRET: clientSecret,
    FACEBOOK_WWW_URL: hosts.facebookWww,
    GRAPH_API_URL: hosts.facebookGraph,
    GRAPH_UPLOAD_URL: hosts.upload,
  }
}

async function manyAtOnce(here: Here, posts: number): Promise<Figure[]> {
  const { location, stand, product, token, accountIds } = here
  const imageUrl = await uploadImage(here)
  // What is loaded for the first posts stays.
  const warm = await fillPosts(location, { posts: 3, accountIds, imageUrl })
  for (const post of warm) await queue(here, post)
  await untilLive(here, warm.length)
  const made = await fillPosts(location, { posts, accountIds, imageUrl })
  await pause(SETTLE_MS)
  say('  queueing')
  const before = residentMb(product.pid)
  const most = watchMemory(product.pid)
  const at = new Date(Date.now() + aheadMs(posts)).toISOString()
  const begun = performance.now()
  for (const post of made) await queue(here, post, at)
  const queuedS = (performance.now() - begun) / 1_000
  if (queuedS * 1_000 > aheadMs(posts))
    throw new Error(`queueing took ${formatNumber(queuedS)} s, longer than there was`)
  await pause(Math.max(0, Date.parse(at) - Date.now()))
  const [calls, cpu] = [stand.calls.total, cpuSeconds(product.pid)]
  await untilLive(here, warm.length + posts)
  const [callsMade, cpuUsed] = [stand.calls.total - calls, cpuSeconds(product.pid) - cpu]
  await ask(product.port, token, 'GET', '/api/publications?limit=1')
  await pause(SETTLE_MS)
  const peak = most()
  const rows = await readOrders(location, Date.parse(at))
  const late = rows.map(({ lateMs }) => lateMs / 1_000).toSorted((a, b) => a - b)
  const refusals = Object.entries(stand.calls.byStatus()).filter(([status]) => Number(status) >= 400)
  return [
    atMost('the last order left after', late.at(-1) ?? Number.POSITIVE_INFINITY, STARTED_WITHIN_S, 's', median(late)),
    aside('99 of 100 left within', `${formatNumber(percentile(late, 0.99))} s`),
    atMost('posts without an order', posts - rows.length, 0, ''),
    atMost('posts that are live twice', stand.duplicates().length, 0, ''),
    atMost(
      'calls that the service refused',
      refusals.reduce((sum, [, count]) => sum + count, 0),
      0,
      '',
    ),
    atMost('orders sent more than once', rows.filter(({ orders }) => orders !== 1).length, 0, ''),
    memoryGrowth('memory growth meanwhile', before, peak, GROWTH_MB_MAX),
    aside('queued over HTTP', `${formatNumber(posts / queuedS)} a second`),
    aside('calls for a post from its moment on', formatNumber(callsMade / posts)),
    aside('processor time of the server from that moment on', `${formatNumber(cpuUsed)} s`),
  ]
}

const median = (sorted: readonly number[]) => ` (median ${formatNumber(percentile(sorted, 0.5))})`

async function largeUpload(here: Here): Promise<Figure[]> {
  const { location, dataFolder, stand, product, accountIds } = here
  const live = liveOf(stand)
  const [accountId = 0] = accountIds
  await queue(here, { accountId, itemId: await addReel(location, dataFolder, mp4Of(12, WARM_VIDEO_BYTES, 2)) })
  await untilLive(here, live + 1)
  const itemId = await addReel(location, dataFolder, mp4Of(60, VIDEO_BYTES))
  await pause(SETTLE_MS)
  say('  uploading')
  const before = residentMb(product.pid)
  const most = watchMemory(product.pid)
  const begun = performance.now()
  await queue(here, { accountId, itemId })
  await untilLive(here, live + 2)
  const seconds = (performance.now() - begun) / 1_000
  return [
    memoryGrowth(`a reel of ${VIDEO_BYTES / 1e6} MB: memory growth`, before, most(), UPLOAD_GROWTH_MB_MAX),
    aside('from queued to live', `${formatNumber(seconds)} s`),
  ]
}

await main()
