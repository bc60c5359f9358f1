/**
 * One latency figure: several rounds of full load, the 99th percentile of each, with their median judged and their
 * range reported.
 */
import type { LoadClient, LoadRequest } from './load.ts'
import { median, percentile } from './statistics.ts'
import { aside, atMost, type Figure, formatNumber, say } from './table.ts'

export const CONNECTIONS = 20

export interface Pace {
  /** Of one counted round. */
  seconds: number
  rounds: number
}

export async function latencyFigure(
  name: string,
  /** Null: shown without a bar. */
  limitMs: number | null,
  {
    client,
    port,
    requests,
    pace,
    connections = CONNECTIONS,
  }: { client: LoadClient; port: number; requests: LoadRequest[]; pace: Pace; connections?: number },
): Promise<Figure> {
  const rounds: { p99: number; p50: number; perSecond: number }[] = []
  for (let round = 0; round < pace.rounds; round += 1) {
    const { latencies, seconds } = await client.run({
      port,
      requests,
      connections,
      warmUpMs: warmUpMs(pace, round),
      durationMs: (pace.seconds * 1000) / pace.rounds,
      perSecond: null,
    })
    rounds.push({
      p99: percentile(latencies, 0.99),
      p50: percentile(latencies, 0.5),
      perSecond: latencies.length / seconds,
    })
  }
  const p99s = rounds.map(({ p99 }) => p99)
  const note = ` (${formatNumber(Math.min(...p99s))} to ${formatNumber(Math.max(...p99s))}; p50 ${formatNumber(median(rounds.map(({ p50 }) => p50)))} ms, ${formatNumber(median(rounds.map(({ perSecond }) => perSecond)))}/s)`
  const p99 = median(p99s)
  const figure =
    limitMs === null
      ? aside(`${name}: p99`, `${formatNumber(p99)} ms${note}`)
      : atMost(`${name}: p99`, p99, limitMs, 'ms', note)
  say(`  ${figure.name} ${figure.measured}`)
  return figure
}

/** The first round also warms up what the compiler has not seen yet. */
export const warmUpMs = ({ seconds }: Pace, round: number) => (round === 0 ? Math.min(2_000, seconds * 500) : 200)
