/** What happens to PostgreSQL, and to the wire between it and the nodes, in the trial of store faults. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { type OwnPostgres, ownPostgres } from '../../own-postgres.ts'
import { type StoreProxy, storeProxy } from '../../store-proxy.ts'
import type { Fault, StoreUnderFaults } from './fault.ts'

/** Longer than a request waits for a connection: some are refused, some wait. */
const FROZEN_AT_MOST_MS = 20_000
const FROZEN_SHORTLY_MS = 500
/** Without a COMMIT until then nothing is written at all, which the trial notices elsewhere. */
const COMMIT_WITHIN_MS = 20_000

export async function postgresUnderFaults(
  bin: string,
  { nodes, isShort, renders = false }: { nodes: number; isShort: boolean; renders?: boolean },
): Promise<StoreUnderFaults> {
  const postgres = await ownPostgres(bin)
  const proxy = await storeProxy(postgres.url)
  const folders = Array.from({ length: nodes }, () => mkdtempSync(join(tmpdir(), 'tangelo-store-faults-')))
  return {
    settings: folders.map((folder, at) => ({
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: proxy.url,
      // Without a bucket only the first node has the pictures of reels.
      ...(renders && at > 0 && { ROLE: 'api' }),
    })),
    location: { engine: 'postgres', url: postgres.url },
    statuses: [503],
    faults: faultsOf({ postgres, proxy, frozenAtMostMs: isShort ? FROZEN_SHORTLY_MS : FROZEN_AT_MOST_MS }),
    async close() {
      await proxy.close()
      await postgres.stop()
      for (const folder of folders) rmSync(folder, { recursive: true, force: true })
    },
  }
}

interface Scene {
  postgres: OwnPostgres
  proxy: StoreProxy
  frozenAtMostMs: number
}

const faultsOf = ({ postgres, proxy, frozenAtMostMs }: Scene): Fault[] => [
  { name: 'all sessions are ended by an administrator', cause: () => endSessions(postgres) },
  {
    name: 'all sessions are ended five times in a second',
    async cause() {
      for (let time = 0; time < 5; time += 1) {
        await endSessions(postgres)
        await pause(200)
      }
    },
  },
  { name: 'the database restarts', cause: () => postgres.restart('SIGINT') },
  { name: 'the database restarts without a clean end', cause: () => postgres.restart('SIGQUIT') },
  {
    name: 'the process of a session is killed, and the database recovers',
    async cause() {
      const [pid] = await sessionsOf(postgres)
      if (pid !== undefined) postgres.kill(pid)
    },
  },
  {
    name: 'the database is frozen',
    async cause({ chance }) {
      const thaw = postgres.freeze()
      await pause(chance() * frozenAtMostMs)
      thaw()
    },
  },
  { name: 'the wire is cut', cause: async () => proxy.cutAll() },
  { name: 'a COMMIT does not arrive', cause: () => soon(proxy.cutNextCommit('before')) },
  { name: 'the answer to a COMMIT does not arrive', cause: () => soon(proxy.cutNextCommit('after')) },
  {
    name: 'a COMMIT arrives a second late, when its node has given it up',
    async cause() {
      const deliver = await soon(proxy.holdNextCommit())
      await pause(1_000)
      deliver?.()
    },
  },
]

const soon = <Result>(happening: Promise<Result>) =>
  Promise.race([happening, pause(COMMIT_WITHIN_MS, undefined, { ref: false })])

async function endSessions(postgres: OwnPostgres): Promise<void> {
  await withClient(postgres, (client) =>
    client.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'tangelo'`),
  )
}

const sessionsOf = (postgres: OwnPostgres): Promise<number[]> =>
  withClient(postgres, async (client) => {
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity where application_name = 'tangelo' order by pid`,
    )
    return rows.map(({ pid }) => pid)
  })

async function withClient<Result>({ url }: OwnPostgres, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
