/** A process that is asked to end, under load: what it acknowledged is kept, and what it was doing is finished or given back. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { graphStandIn, instagramWorld, syntheticName } from '@tangelo/stand-ins'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '#platform/database/database.ts'
import { runToEnd, type Settings } from '../testing/server-process.ts'
import { ADMIN_PASSWORD, settingsOfTest, startSignedInServer } from '../testing/test-server.ts'

/** A source that takes calls and answers none until it is opened. */
async function startHeldSource() {
  const graph = await graphStandIn({ world: instagramWorld({ seed: 1, now: Date.now() }) }).start()
  const opened = Promise.withResolvers<void>()
  let held = 0
  const server = createServer(async ({ url = '' }, response) => {
    held += 1
    await opened.promise
    const answer = await fetch(`${graph.url}${url}`)
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
    await graph.end()
  })
  return {
    settings: {
      GRAPH_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      GRAPH_ACCESS_TOKEN: graph.token,
      GRAPH_IG_USER_ID: graph.ownId,
      GRAPH_CALLS_PER_HOUR: '3600000',
    },
    countHeld: () => held,
    open: opened.resolve,
  }
}

async function serverWithRunningJobs(accounts: number) {
  const source = await startHeldSource()
  const settings: Settings = { ...(await settingsOfTest()), ...source.settings, ADMIN_PASSWORD }
  const server = await startSignedInServer(settings)
  const ids: number[] = []
  for (let at = 1; at <= accounts; at += 1) {
    const body = { username: syntheticName(at) }
    const answer = await server.ask('POST', '/api/accounts', { token: server.token, body })
    ids.push(((await answer.json()) as { id: number }).id)
  }
  await vi.waitFor(() => expect(source.countHeld()).toBe(accounts), { timeout: 15_000, interval: 5 })
  return { source, settings, server, ids }
}

const toErrorCode = (error: unknown) =>
  error instanceof TypeError && error.cause instanceof Error && 'code' in error.cause ? error.cause.code : error

async function whatIsStored({ DATABASE_URL, DATA_DIR }: Settings) {
  const database = openDatabase(
    DATABASE_URL
      ? { engine: 'postgres', url: DATABASE_URL }
      : { engine: 'sqlite', path: join(DATA_DIR, 'tangelo.sqlite') },
  )
  try {
    const accounts = await database.queries.selectFrom('accounts').select(['id', 'notes']).execute()
    const jobs = await database.queries
      .selectFrom('jobs')
      .select(['state', 'attempt', 'lease_token'])
      .where('kind', '=', 'refresh-account')
      .execute()
    return { notes: new Map(accounts.map(({ id, notes }) => [id, notes])), jobs }
  } finally {
    await database.close()
  }
}

test('SIGTERM under load fails no request, loses no acknowledged write, and lets running jobs finish', async () => {
  const { source, settings, server, ids } = await serverWithRunningJobs(4)
  const written = new Map(ids.map((id) => [id, 0]))
  const refusals: unknown[] = []
  /** Writes one number after the other until the server takes no connections. */
  async function write(id: number): Promise<void> {
    for (let number = 1; ; number += 1)
      try {
        const body = { notes: String(number) }
        const answer = await server.ask('PUT', `/api/accounts/${id}`, { token: server.token, body })
        expect(answer.status).toBe(200)
        await answer.arrayBuffer()
        written.set(id, number)
      } catch (error) {
        refusals.push(toErrorCode(error))
        return
      }
  }
  const writing = ids.map(write)
  await vi.waitFor(() => expect(Math.min(...written.values())).toBeGreaterThan(20), { timeout: 15_000, interval: 1 })
  const ended = server.end('SIGTERM')
  await Promise.all(writing)
  // Not before: the jobs are still running while no request is taken any more.
  source.open()
  expect(await ended).toMatchObject({ code: 0, stderr: '' })
  expect(refusals).toEqual(ids.map(() => 'ECONNREFUSED'))
  const { notes, jobs } = await whatIsStored(settings)
  expect(ids.map((id) => notes.get(id))).toEqual(ids.map((id) => String(written.get(id))))
  expect(jobs).toEqual(ids.map(() => ({ state: 'done', attempt: 1, lease_token: null })))
}, 60_000)

test('after SIGTERM a node says that it is draining, and takes requests for as long as a load balancer needs to hear it', async () => {
  const server = await startSignedInServer({ ...(await settingsOfTest()), ADMIN_PASSWORD, DRAIN_SECONDS: '2' })
  const look = async (path: string) => (await server.ask('GET', path, { token: server.token })).status
  expect(await look('/readyz')).toBe(200)
  const ended = server.end('SIGTERM')
  await vi.waitFor(async () => expect(await look('/readyz')).toBe(503), { timeout: 1_500, interval: 5 })
  const notReady = await server.ask('GET', '/readyz')
  expect(await notReady.json()).toMatchObject({ status: 'not ready', reason: 'draining' })
  expect([await look('/healthz'), await look('/api/accounts')]).toEqual([200, 200])
  expect(await ended).toMatchObject({ code: 0, stderr: '' })
  expect(server.output.stdout).not.toContain('not ready for requests')
}, 60_000)

test('Ctrl+C gives running jobs back as if they had not been tried', async () => {
  const { settings, server } = await serverWithRunningJobs(2)
  expect(await server.end('SIGINT')).toMatchObject({ code: 0, stderr: '' })
  const { jobs } = await whatIsStored(settings)
  expect(jobs).toEqual([1, 2].map(() => ({ state: 'waiting', attempt: 0, lease_token: null })))
}, 60_000)

test('a kind of jobs that there is not stops the start with those there are', async () => {
  const { stderr, code } = await runToEnd('main.ts', [], { ...(await settingsOfTest()), WORKER_KINDS: 'render-reels' })
  expect(code).toBe(1)
  expect(stderr).toMatch(
    /^tangelo did not start: WORKER_KINDS names render-reels, but the kinds of jobs are .*\brender-reel, .*: correct it/,
  )
}, 60_000)
