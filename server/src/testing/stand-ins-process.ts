/** The stand-ins as a process of their own, for trials of server processes. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const PROGRAM = join(import.meta.dirname, '../../../stand-ins/src/main.ts')

interface Addresses {
  graph: { url: string; token: string; ownId: string }
  apify: { url: string; token: string }
  airtable: { url: string; token: string; baseId: string; table: string }
  google: { url: string; clientId: string; clientSecret: string }
}

interface TableRecord {
  id: string
  fields: Record<string, unknown>
}

export interface RunningStandIns extends Addresses {
  /** Calls that the Graph stand-in has answered, or begun to. */
  graphCalls(): Promise<number>
  /** Requests and answers against the contract, of all of them. */
  violations(): Promise<unknown[]>
  /** Records that the table has now; costs no call. */
  records(): Promise<TableRecord[]>
  /** Calls about the table, by the status that they were answered with. */
  tableCalls(): Promise<Record<string, number>>
  end(): Promise<void>
}

export async function startStandIns({
  latencyMs = 0,
  records = 0,
}: {
  latencyMs?: number
  /** Of the table, none with a picture. */
  records?: number
} = {}): Promise<RunningStandIns> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', PROGRAM], {
    env: {
      PATH: process.env.PATH,
      STAND_IN_LATENCY_MS: String(latencyMs),
      GRAPH_STAND_IN_CALLS_PER_HOUR: '100000000',
      AIRTABLE_STAND_IN_RECORDS: String(records),
      AIRTABLE_STAND_IN_IMAGES: '0',
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const [line] = await Promise.race([once(child.stdout.setEncoding('utf8'), 'data'), ended])
  if (typeof line !== 'string') throw new Error('The stand-ins ended before they were ready')
  const addresses = JSON.parse(line) as Addresses
  const report = async ({ url } = addresses.graph as { url: string }) => {
    const answer = await fetch(`${url}/__stand-in/report`)
    return (await answer.json()) as {
      calls: { total: number; byStatus: Record<string, number> }
      violations: unknown[]
    }
  }
  return {
    ...addresses,
    graphCalls: async () => (await report()).calls.total,
    violations: async () => [
      ...(await report()).violations,
      ...(await report(addresses.airtable)).violations,
      ...(await report(addresses.google)).violations,
    ],
    async records() {
      const { url, table } = addresses.airtable
      const answer = await fetch(`${url}/__stand-in/table`, { method: 'POST', body: JSON.stringify({ table }) })
      return ((await answer.json()) as { records: TableRecord[] }).records
    },
    tableCalls: async () => (await report(addresses.airtable)).calls.byStatus,
    async end() {
      child.stdin.end()
      await ended
    },
  }
}
