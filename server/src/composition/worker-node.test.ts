/** A node that answers requests and one that works, limited to a kind of jobs, as a monitoring system sees them. */
import { join } from 'node:path'
import { graphStandIn, instagramWorld, syntheticName } from '@tangelo/stand-ins'
import { expect, onTestFinished, test, vi } from 'vitest'
import { folderOfTest } from '../testing/test-folder.ts'
import { ADMIN_PASSWORD, databaseUrlOfTest, serverOfTest, startSignedInServer } from '../testing/test-server.ts'

const METRICS_TOKEN = 'metrics-token-of-this-test'
const headers = { authorization: `Bearer ${METRICS_TOKEN}` }

test('a worker does the kind of jobs that it names and leaves the others; it answers for metrics, and ends cleanly', async () => {
  const graph = await graphStandIn({ world: instagramWorld({ seed: 1, now: Date.now() }) }).start()
  onTestFinished(() => graph.end())
  const folder = folderOfTest()
  const common = {
    DATABASE_URL: await databaseUrlOfTest(),
    ENCRYPTION_KEY: 'ab'.repeat(32),
    ADMIN_PASSWORD,
    METRICS_TOKEN,
    GRAPH_API_URL: graph.url,
    GRAPH_ACCESS_TOKEN: graph.token,
    GRAPH_IG_USER_ID: graph.ownId,
  }
  const api = await startSignedInServer({ ...common, DATA_DIR: join(folder, 'api'), ROLE: 'api' })
  const working = { ...common, DATA_DIR: join(folder, 'worker'), ROLE: 'worker', WORKER_KINDS: 'refresh-account' }
  const worker = await serverOfTest(working)
  expect(worker.output.stdout).toContain(
    `\n  tangelo works on jobs and answers no requests but those for metrics at ${worker.address}/metrics (ROLE=worker)\n\n`,
  )

  const { token } = api
  const adding = await api.ask('POST', '/api/accounts', { token, body: { username: syntheticName(1) } })
  expect(adding.status).toBe(201)
  expect((await api.ask('POST', '/api/demo', { token })).status).toBe(202)
  const figures = async (server: typeof worker) => (await server.ask('GET', '/metrics', { headers })).text()
  await vi.waitFor(
    async () =>
      expect(await figures(worker)).toMatch(/tangelo_jobs_total\{.*kind="refresh-account",outcome="done".*\} 1\n/),
    { timeout: 30_000, interval: 20 },
  )
  // The queue is that of the installation, whichever node is asked; the work is that of the node.
  for (const server of [api, worker])
    expect(await figures(server)).toMatch(/tangelo_queue_jobs\{.*kind="fill-demo",state="waiting".*\} 1\n/)
  expect(await figures(api)).not.toContain('tangelo_jobs_total{')
  expect(await figures(api)).toMatch(/tangelo_node_info\{.*role="api".*\} 1\n/)
  expect(await figures(worker)).toMatch(/tangelo_node_info\{.*role="worker".*\} 1\n/)

  const unknown = await worker.ask('GET', '/nothing')
  const wrong = await worker.ask('GET', '/metrics', { headers: { authorization: 'Bearer wrong' } })
  expect([unknown.status, wrong.status]).toEqual([404, 404])
  expect(await wrong.text()).toBe(await unknown.text())
  expect((await worker.ask('GET', '/healthz')).status).toBe(200)
  expect(await (await worker.ask('GET', '/readyz')).json()).toEqual({ status: 'ready' })
  expect((await worker.ask('GET', '/api/accounts', { token })).status).toBe(404)
  expect(await worker.end('SIGTERM')).toMatchObject({ code: 0, stderr: '' })
}, 120_000)

test('a worker without metrics answers for its health, says that it drains while a job runs, and works where its port is taken', async () => {
  const graph = await graphStandIn({ world: instagramWorld({ seed: 1, now: Date.now() }) }).start()
  onTestFinished(() => graph.end())
  const folder = folderOfTest()
  const common = {
    DATABASE_URL: await databaseUrlOfTest(),
    ENCRYPTION_KEY: 'ab'.repeat(32),
    ADMIN_PASSWORD,
    DRAIN_SECONDS: '0',
    GRAPH_API_URL: graph.url,
    GRAPH_ACCESS_TOKEN: graph.token,
    GRAPH_IG_USER_ID: graph.ownId,
  }
  const api = await startSignedInServer({ ...common, DATA_DIR: join(folder, 'api'), ROLE: 'api' })
  const worker = await serverOfTest({ ...common, DATA_DIR: join(folder, 'worker'), ROLE: 'worker' })
  expect(worker.output.stdout).toContain(`but those for its health at ${worker.address}/readyz (ROLE=worker)`)
  expect((await worker.ask('GET', '/readyz')).status).toBe(200)
  expect((await worker.ask('GET', '/metrics', { headers })).status).toBe(404)

  const PORT = new URL(worker.address).port
  const beside = await serverOfTest({ ...common, DATA_DIR: join(folder, 'beside'), ROLE: 'worker', PORT })
  expect(beside.output.stdout).toContain(`nor for its health at ${worker.address}, which is taken (ROLE=worker)`)
  expect(await beside.end('SIGTERM')).toMatchObject({ code: 0, stderr: '' })

  const { token } = api
  graph.faults.next(1, 'held')
  await api.ask('POST', '/api/accounts', { token, body: { username: syntheticName(1) } })
  await vi.waitFor(() => expect(graph.calls.mostAtOnce).toBe(1), { timeout: 30_000, interval: 5 })
  const ended = worker.end('SIGTERM')
  await vi.waitFor(
    async () => expect(await (await worker.ask('GET', '/readyz')).json()).toMatchObject({ reason: 'draining' }),
    { timeout: 2_000, interval: 5 },
  )
  graph.faults.release()
  expect(await ended).toMatchObject({ code: 0, stderr: '' })
}, 120_000)
