/** Clients that load the real server while it renders two reels at once. */

import { fillStore } from './fill.ts'
import { CONNECTIONS } from './latency.ts'
import type { Lifetime } from './lifetime.ts'
import { loadClient } from './load.ts'
import { ADMIN, ask, type Product, type ProductSettings, signIn, startProduct } from './product.ts'
import { questionsFor, signEverybodyIn } from './requests.ts'
import { percentile } from './statistics.ts'
import { aside, atMost, type Figure, formatNumber, say } from './table.ts'

const READ_MS_MAX = 50
const EVENT_LOOP_MS_MAX = 25
const READERS_PER_SECOND = 100
const WARM_UP_SECONDS = 5
const SLICE_SECONDS = 1
const ACCOUNTS = 1_000
const DAYS = 60
const AT_ONCE = 2
/** Of each picture: two reels last longer than a look at them. */
const PICTURE_SECONDS = 5

interface Reel {
  id: string
  images: string[]
  settings: { pictures: object[] }
}

export async function readerFigures(life: Lifetime, pictures: readonly Buffer[]): Promise<Figure[]> {
  say('Two renders in the real server, and people who read.')
  const settings: ProductSettings = {
    dataFolder: life.folder('reel-readers'),
    environment: { RENDER_CONCURRENCY: String(AT_ONCE) },
  }
  await fillStore(settings, { accounts: ACCOUNTS, days: DAYS })
  const product = await startProduct(life, { ...settings, as: 'probed' })
  const client = loadClient(life)
  const questions = await questionsFor(product.port, await signEverybodyIn(product.port), ACCOUNTS)
  const token = await signIn(product.port, ADMIN)
  const reels = [await reelOf(product, token, pictures), await reelOf(product, token, pictures)]
  const reading = async (seconds: number) => {
    const { latencies } = await client.run({
      port: product.port,
      requests: questions.mixed,
      connections: CONNECTIONS,
      warmUpMs: 0,
      durationMs: seconds * 1_000,
      perSecond: READERS_PER_SECOND,
    })
    return latencies
  }
  const alone = await reading(WARM_UP_SECONDS)
  const renders = await Promise.all(reels.map(({ id }) => startRender(product, token, id)))
  while (!(await areRunning(product, token, renders))) await reading(SLICE_SECONDS)
  product.beginWatching()
  const latencies: number[] = []
  const since = performance.now()
  for (;;) {
    const slice = await reading(SLICE_SECONDS)
    // The last slice is of one that ended meanwhile.
    if (!(await areRunning(product, token, renders))) break
    latencies.push(...slice)
  }
  const seconds = (performance.now() - since) / 1_000
  const { p99: late, max } = await product.eventLoopDelay()
  await Promise.all([client.end(), product.stop()])
  const sorted = latencies.toSorted((one, other) => one - other)
  return [
    atMost(
      'answers while two reels render: p99',
      percentile(sorted, 0.99),
      READ_MS_MAX,
      'ms',
      ` (p50 ${formatNumber(percentile(sorted, 0.5))} ms; ${formatNumber(sorted.length)} in ${formatNumber(seconds)} s)`,
    ),
    aside(
      'answers before: p99',
      `${formatNumber(percentile(alone, 0.99))} ms (p50 ${formatNumber(percentile(alone, 0.5))} ms)`,
    ),
    atMost(
      'event-loop delay while two reels render: p99',
      late,
      EVENT_LOOP_MS_MAX,
      'ms',
      ` (longest ${Math.round(max)} ms)`,
    ),
  ]
}

async function reelOf({ port }: Product, token: string, pictures: readonly Buffer[]): Promise<Reel> {
  const form = new FormData()
  for (const [index, picture] of pictures.entries())
    form.append('images', new Blob([Uint8Array.from(picture)], { type: 'image/jpeg' }), `photograph-${index + 1}.jpg`)
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`http://127.0.0.1:${port}/api/upload/images`, { method: 'POST', headers, body: form })
  if (!answer.ok) throw new Error(`The upload was answered ${answer.status}: ${await answer.text()}`)
  const { imageUrls: images }: { imageUrls: string[] } = await answer.json()
  const { reel }: { reel: Reel } = await ask(port, token, 'POST', '/api/airtable/create-reel', { images })
  const longer = reel.settings.pictures.map((one) => ({ ...one, seconds: PICTURE_SECONDS }))
  const settings = { ...reel.settings, pictures: longer }
  return ask(port, token, 'PUT', `/api/reels/${reel.id}/settings`, { images: reel.images, settings })
}

async function startRender({ port }: Product, token: string, reelId: string): Promise<string> {
  const { renderId }: { renderId: string } = await ask(port, token, 'POST', '/api/airtable/create-reel', {
    selectedReels: [reelId],
  })
  return renderId
}

/** All of them have started, and none has ended. Throws for one that failed. */
async function areRunning({ port }: Product, token: string, renders: readonly string[]): Promise<boolean> {
  const results = await Promise.all(
    renders.map(async (id) => {
      const path = `/api/airtable/reel-status/${id}`
      const { result }: { result: { status: string; framesDone: number | null; message: string | null } } = await ask(
        port,
        token,
        'GET',
        path,
      )
      if (result.status === 'failed') throw new Error(`A render failed: ${result.message}`)
      return result
    }),
  )
  return results.every(({ status, framesDone }) => status === 'processing' && framesDone !== null && framesDone > 0)
}
