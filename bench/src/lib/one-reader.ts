/**
 * One question after the other, each a number of times: also where an answer takes seconds. Processor time stands beside it, because
 * the figure is that of a machine with nothing else to do. Asked as a browser asks, compressed and on a connection that stays open;
 * an answer is taken in but not unpacked, so that the time is the server's.
 */
import { Agent, get } from 'node:http'
import type { LoadRequest } from './load.ts'
import { cpuSecondsWithChildren } from './process-cost.ts'
import { percentile } from './statistics.ts'
import { aside, atMost, type Figure, formatNumber, say } from './table.ts'

/** The first round warms up what is compiled and prepared once. */
export async function readerFigure(
  name: string,
  /** Null: shown without a bar. */
  p99Max: number | null,
  {
    port,
    processes,
    requests,
    samples,
  }: { port: number; processes: readonly number[]; requests: readonly LoadRequest[]; samples: number },
): Promise<Figure> {
  const times: number[] = []
  const cpuSeconds = () => processes.reduce((sum, id) => sum + cpuSecondsWithChildren(id), 0)
  let before = 0
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const rounds = Math.max(1, Math.ceil(samples / requests.length))
  for (let round = 0; round <= rounds; round += 1) {
    if (round === 1) before = cpuSeconds()
    for (const { path, headers } of requests) {
      const since = performance.now()
      const status = await ask({ port, path, agent, headers: { ...headers, 'accept-encoding': 'gzip, br' } })
      if (status !== 200) throw new Error(`${path} answered ${status}`)
      if (round > 0) times.push(performance.now() - since)
    }
  }
  agent.destroy()
  const sorted = Float64Array.from(times).sort()
  const [p50, p99, most] = [percentile(sorted, 0.5), percentile(sorted, 0.99), percentile(sorted, 1)]
  const cpuMs = ((cpuSeconds() - before) * 1_000) / times.length
  const note = ` (p50 ${formatNumber(p50)} ms, longest ${formatNumber(most)} ms; ${formatNumber(cpuMs)} ms of processor)`
  const figure =
    p99Max === null
      ? aside(`${name}: p99`, `${formatNumber(p99)} ms${note}`)
      : atMost(`${name}: p99`, p99, p99Max, 'ms', note)
  say(`  ${figure.name} ${figure.measured}`)
  return figure
}

function ask(request: { port: number; path: string; agent: Agent; headers: Record<string, string> }): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  get({ host: '127.0.0.1', ...request }, (answer) => {
    answer.on('end', () => resolve(answer.statusCode ?? 0)).on('error', reject)
    answer.resume()
  }).on('error', reject)
  return promise
}
