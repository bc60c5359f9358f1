/** What many people who sign in at once do to everybody else. */
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { CONNECTIONS } from './latency.ts'
import { get, type LoadClient } from './load.ts'
import { memoryGrowth, residentMb, watchMemory } from './memory.ts'
import { PASSWORD, usernameOf } from './people.ts'
import type { Product } from './product.ts'
import { percentile } from './statistics.ts'
import { atMost, type Figure, formatNumber, say } from './table.ts'

const OTHERS_MS_MAX = 300
const GROWTH_MB_MAX = 200
/** What people at other screens ask for meanwhile. */
const OTHERS_PER_SECOND = 100
/** Where those who sign in come from. */
const ADDRESSES = 50

/** Everybody signs in at once; others go on reading, each read timed from when it was due. */
export async function signInFigures(
  client: LoadClient,
  { port, pid }: Product,
  token: string,
  { signIns }: { signIns: number },
): Promise<Figure[]> {
  const before = residentMb(pid)
  const most = watchMemory(pid)
  const reading = client.run({
    port,
    requests: ['/api/accounts?limit=100', '/api/metrics/global', '/api/users?limit=100'].map((path) =>
      get(path, token),
    ),
    connections: CONNECTIONS,
    warmUpMs: 200,
    durationMs: 6_000,
    perSecond: OTHERS_PER_SECOND,
  })
  const since = performance.now()
  const allIn = Promise.all(
    Array.from({ length: signIns }, (_, index) => signInFrom(`127.0.1.${(index % ADDRESSES) + 1}`, port, index)),
  ).then(() => (performance.now() - since) / 1_000)
  const [seconds, { latencies }] = await Promise.all([allIn, reading])
  const highest = most()
  const name = `${signIns} sign-ins at once`
  say(`  ${name}: ${formatNumber(seconds)} s`)
  return [
    atMost(
      `${name}: other reads p99`,
      percentile(latencies, 0.99),
      OTHERS_MS_MAX,
      'ms',
      ` (all in within ${formatNumber(seconds)} s)`,
    ),
    memoryGrowth(`${name}: memory growth`, before, highest, GROWTH_MB_MAX),
  ]
}

/** From an address of its own: of one alone, no more than fifty may be trying at once. */
async function signInFrom(localAddress: string, port: number, index: number): Promise<void> {
  const asking = request({
    host: '127.0.0.1',
    port,
    localAddress,
    method: 'POST',
    path: '/api/auth/login',
    agent: false,
    headers: { 'content-type': 'application/json' },
  })
  asking.end(JSON.stringify({ username: usernameOf(index), password: PASSWORD }))
  const [answer]: IncomingMessage[] = await once(asking, 'response')
  answer?.resume()
  if (answer?.statusCode !== 200) throw new Error(`A sign-in was answered ${answer?.statusCode}`)
}
