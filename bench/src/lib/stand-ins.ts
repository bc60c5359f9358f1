/** The stand-ins of the vendors as a process of their own, so that their time is not counted to the product. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Lifetime } from './lifetime.ts'
import { repository } from './product.ts'

export interface StandIns {
  /** Settings that connect the product to them. */
  settings: Record<string, string>
  /** Calls that the Graph stand-in has answered so far. */
  graphCalls(): Promise<number>
}

export async function startStandIns(
  life: Lifetime,
  { latencyMs, callsPerHour }: { latencyMs: number; callsPerHour: number },
): Promise<StandIns> {
  const child = spawn(process.execPath, [join(repository, 'stand-ins/src/main.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: {
      ...process.env,
      STAND_IN_LATENCY_MS: String(latencyMs),
      // Far more than is asked for: the pace under test is the product's own.
      GRAPH_STAND_IN_CALLS_PER_HOUR: String(callsPerHour * 100),
    },
  })
  life.child(child)
  const [line]: string[] = await once(createInterface({ input: child.stdout }), 'line')
  const { graph }: { graph: { url: string; token: string; ownId: string } } = JSON.parse(line ?? '')
  return {
    settings: {
      GRAPH_API_URL: graph.url,
      GRAPH_ACCESS_TOKEN: graph.token,
      GRAPH_IG_USER_ID: graph.ownId,
      GRAPH_CALLS_PER_HOUR: String(callsPerHour),
    },
    async graphCalls() {
      const report: { calls: { total: number } } = await (await fetch(`${graph.url}/__stand-in/report`)).json()
      return report.calls.total
    },
  }
}
