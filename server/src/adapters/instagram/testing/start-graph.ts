/** A Graph source that calls a mock server, and what the contract says such a source receives. */
import { readFileSync } from 'node:fs'
import { type GraphOptions, graphStandIn } from '@tangelo/stand-ins'
import { clock, forOneTest, usual } from '../../../testing/instagram-suite.ts'
import { type GraphSourceOptions, graphSource } from '../graph.ts'

interface Sample {
  name: string
  operation: string
  part: string
  schema?: string
  status: number
  headers?: Record<string, string>
  body: {
    error?: { code: number; error_subcode?: number }
    business_discovery?: { username?: string; followers_count: number; media?: { data: unknown[] } }
  }
}

const samplesOfContract = new URL('../../../../../stand-ins/contracts/instagram/samples.json', import.meta.url)
const { samples } = JSON.parse(readFileSync(samplesOfContract, 'utf8')) as { samples: Sample[] }
export const graphAnswers = samples.filter(
  ({ schema, part }) => part === 'response' && schema?.endsWith('/BusinessDiscoveryResponse'),
)
export const graphSampleErrors = samples.filter(({ part }) => part === 'error')

export async function startGraph(change: Partial<GraphSourceOptions> = {}, world: Partial<GraphOptions> = {}) {
  const standIn = await forOneTest(graphStandIn({ ...usual(), ...world }).start())
  const { url, ownId, token } = standIn
  const source = graphSource({ url, version: 'v25.0', ownId, token, callsPerHour: 200, clock, ...change })
  return { source, standIn }
}
