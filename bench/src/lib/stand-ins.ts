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
  const { graph } = await spawnStandIns(life, {
    STAND_IN_LATENCY_MS: String(latencyMs),
    // Far more than is used: the quota under test is the product's own.
    GRAPH_STAND_IN_CALLS_PER_HOUR: String(callsPerHour * 100),
  })
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

export interface TableStandIn {
  /** Settings that connect the product to it. */
  settings: Record<string, string>
  name: string
  report(): Promise<{ calls: { total: number; byStatus: Record<string, number> }; violations: unknown[] }>
}

/** A table of so many records, none with a picture, at the rate that the vendor allows. */
export async function startTable(
  life: Lifetime,
  { latencyMs, records }: { latencyMs: number; records: number },
): Promise<TableStandIn> {
  const { airtable } = await spawnStandIns(life, {
    STAND_IN_LATENCY_MS: String(latencyMs),
    AIRTABLE_STAND_IN_RECORDS: String(records),
    AIRTABLE_STAND_IN_IMAGES: '0',
  })
  return {
    settings: {
      AIRTABLE_API_URL: airtable.url,
      AIRTABLE_TOKEN: airtable.token,
      AIRTABLE_BASE_ID: airtable.baseId,
    },
    name: airtable.table,
    report: async () => (await fetch(`${airtable.url}/__stand-in/report`)).json(),
  }
}

interface Addresses {
  graph: { url: string; token: string; ownId: string }
  airtable: { url: string; token: string; baseId: string; table: string }
}

async function spawnStandIns(life: Lifetime, environment: Record<string, string>): Promise<Addresses> {
  const child = spawn(process.execPath, [join(repository, 'stand-ins/src/main.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...environment },
  })
  life.child(child)
  const [line]: string[] = await once(createInterface({ input: child.stdout }), 'line')
  return JSON.parse(line ?? '')
}
