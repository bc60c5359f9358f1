/** How near the product comes to node:http itself: A B A B in one run, the same client, the same bytes, the median pair. */
import { bareServer, copyAnswer } from './bare.ts'
import { CONNECTIONS, type Pace, warmUpMs } from './latency.ts'
import type { Lifetime } from './lifetime.ts'
import type { LoadClient, LoadRequest } from './load.ts'
import { median } from './statistics.ts'
import { atLeast, type Figure, formatNumber, say } from './table.ts'

export async function throughputFigure(
  name: string,
  limitPercent: number,
  {
    life,
    client,
    port,
    requests,
    pace,
  }: { life: Lifetime; client: LoadClient; port: number; requests: LoadRequest[]; pace: Pace },
): Promise<Figure> {
  const answers = []
  for (const { path, headers } of requests) answers.push(await copyAnswer(port, path, headers))
  const bare = await bareServer(life, answers)
  const perSecond = async (on: number, round: number) => {
    const { latencies, seconds } = await client.run({
      port: on,
      requests,
      connections: CONNECTIONS,
      warmUpMs: warmUpMs(pace, round),
      durationMs: pace.seconds * 1000,
      perSecond: null,
    })
    return latencies.length / seconds
  }
  const pairs: { ours: number; bare: number }[] = []
  for (let round = 0; round < pace.rounds; round += 1)
    pairs.push({ ours: await perSecond(port, round), bare: await perSecond(bare.port, round) })
  await bare.end()
  const shares = pairs.map((pair) => (pair.ours / pair.bare) * 100)
  const ours = formatNumber(median(pairs.map((pair) => pair.ours)))
  const theirs = formatNumber(median(pairs.map((pair) => pair.bare)))
  const note = ` (${formatNumber(Math.min(...shares))} to ${formatNumber(Math.max(...shares))}; ${ours}/s of ${theirs}/s)`
  const figure = atLeast(name, median(shares), limitPercent, '%', note)
  say(`  ${figure.name} ${figure.measured}`)
  return figure
}
