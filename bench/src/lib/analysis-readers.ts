/** Clients that load the real server while others have images analysed by it. */
import { fillStore } from './fill.ts'
import { CONNECTIONS } from './latency.ts'
import type { Lifetime } from './lifetime.ts'
import { loadClient } from './load.ts'
import { ADMIN, ask, type ProductSettings, signIn, startProduct } from './product.ts'
import { questionsFor, signEverybodyIn } from './requests.ts'
import { percentile } from './statistics.ts'
import { aside, atMost, type Figure, formatNumber, say } from './table.ts'

const READ_MS_MAX = 50
const READERS_PER_SECOND = 100
const ACCOUNTS = 1_000
const DAYS = 60

export async function analysisReaders(life: Lifetime, picture: Buffer, seconds: number): Promise<Figure[]> {
  say('Analyses in the real server, and people who read.')
  const settings: ProductSettings = {
    dataFolder: life.folder('analysis-readers'),
    environment: { AI_CALLS_PER_DAY: '1000' },
  }
  await fillStore(settings, { accounts: ACCOUNTS, days: DAYS })
  const product = await startProduct(life, settings)
  const client = loadClient(life)
  const { mixed } = await questionsFor(product.port, await signEverybodyIn(product.port), ACCOUNTS)
  const token = await signIn(product.port, ADMIN)
  const reading = (forSeconds: number) =>
    client.run({
      port: product.port,
      requests: mixed,
      connections: CONNECTIONS,
      warmUpMs: 0,
      durationMs: forSeconds * 1_000,
      perSecond: READERS_PER_SECOND,
    })
  const body = { imageBase64: picture.toString('base64'), prompt: 'What is there? Use a professional tone.' }
  const analyse = () => ask(product.port, token, 'POST', '/api/openai/analyze-image', body)
  const before = await reading(seconds / 2)
  await analyse()
  let analysed = 0
  let isOver = false
  const analyseOn = async () => {
    while (!isOver) {
      await analyse()
      analysed += 1
    }
  }
  const looking = analyseOn()
  const { latencies } = await reading(seconds)
  isOver = true
  await looking
  await Promise.all([client.end(), product.stop()])
  return [
    atMost(
      'answers while photographs are analysed, one after the other: p99',
      percentile(latencies, 0.99),
      READ_MS_MAX,
      'ms',
      ` (p50 ${formatNumber(percentile(latencies, 0.5))} ms; ${analysed} analyses)`,
    ),
    aside('answers before: p99', `${formatNumber(percentile(before.latencies, 0.99))} ms`),
  ]
}
