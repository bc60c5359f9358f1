/** The stand-ins as a process of their own, for trials of server processes. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const PROGRAM = join(import.meta.dirname, '../../../stand-ins/src/main.ts')

interface Addresses {
  graph: { url: string; token: string; ownId: string }
  apify: { url: string; token: string }
}

export interface RunningStandIns extends Addresses {
  /** Calls that the Graph stand-in has answered, or begun to. */
  graphCalls(): Promise<number>
  /** Requests and answers against the contract. */
  violations(): Promise<unknown[]>
  end(): Promise<void>
}

export async function startStandIns({ latencyMs = 0 }: { latencyMs?: number } = {}): Promise<RunningStandIns> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', PROGRAM], {
    env: { PATH: process.env.PATH, STAND_IN_LATENCY_MS: String(latencyMs), GRAPH_STAND_IN_CALLS_PER_HOUR: '100000000' },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const [line] = await Promise.race([once(child.stdout.setEncoding('utf8'), 'data'), ended])
  if (typeof line !== 'string') throw new Error('The stand-ins ended before they were ready')
  const addresses = JSON.parse(line) as Addresses
  const report = async () => {
    const answer = await fetch(`${addresses.graph.url}/__stand-in/report`)
    return (await answer.json()) as { calls: { total: number }; violations: unknown[] }
  }
  return {
    ...addresses,
    graphCalls: async () => (await report()).calls.total,
    violations: async () => (await report()).violations,
    async end() {
      child.stdin.end()
      await ended
    },
  }
}
