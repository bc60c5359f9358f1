/** The page that a monitoring system reads, through the door that it comes by. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bearer, linesOf, readMetrics, TOKEN } from '../../../testing/metrics-text.ts'
import { folderOfTest } from '../../../testing/test-folder.ts'
import { START, world } from '../../../testing/world.ts'

test('the address is one like any other without the setting, without the token and with a wrong one', async () => {
  const [without, here] = [await world(), await world({ metricsToken: TOKEN })]
  const wrong = [{}, { authorization: TOKEN }, { authorization: `Bearer ${TOKEN}x` }, { authorization: 'Bearer ' }]
  const asked = [
    ...wrong.map((headers) => [here, 'GET', headers] as const),
    ...(['POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD'] as const).map((method) => [here, method, bearer] as const),
    [without, 'GET', bearer] as const,
  ]
  for (const [{ app }, method, headers] of asked) {
    const readAnswer = async (url: string) => {
      const { statusCode, payload, headers: answered } = await app.inject({ method, url, headers })
      const { 'x-request-id': _, date: __, ...rest } = answered
      return { statusCode, payload, rest }
    }
    expect(await readAnswer('/metrics'), `${method} ${JSON.stringify(headers)}`).toEqual(await readAnswer('/nothing'))
  }
})

test('requests are counted by route and status, and failures by their code; nothing names a company or an account', async () => {
  const here = await world({ metricsToken: TOKEN, accounts: ['nasa_of_this_test'] })
  await here.ask('admin', 'GET', '/api/accounts/1')
  await here.ask('admin', 'GET', '/api/accounts/1')
  await here.ask('admin', 'GET', '/api/accounts/999')
  await here.ask('stranger', 'GET', '/api/accounts/1')
  const text = await readMetrics(here)
  const requests = linesOf(text, 'tangelo_http_requests_total')
  expect(requests.toSorted()).toEqual([
    'tangelo_http_requests_total{method="GET",route="/api/accounts/:accountId",status="200"} 2',
    'tangelo_http_requests_total{method="GET",route="/api/accounts/:accountId",status="401"} 1',
    'tangelo_http_requests_total{method="GET",route="/api/accounts/:accountId",status="404"} 1',
  ])
  expect(linesOf(text, 'tangelo_http_request_duration_seconds_count')).toEqual([
    'tangelo_http_request_duration_seconds_count{method="GET",route="/api/accounts/:accountId"} 4',
  ])
  expect(linesOf(text, 'tangelo_failures_total').toSorted()).toEqual([
    'tangelo_failures_total{code="not_found"} 1',
    'tangelo_failures_total{code="not_signed_in"} 1',
  ])
  expect(text).not.toMatch(/nasa|Citrus|Grove|admin"/)
})

test('pages and files of the build are two routes, however many there are', async () => {
  const siteFolder = folderOfTest()
  mkdirSync(join(siteFolder, 'assets'))
  writeFileSync(join(siteFolder, 'index.html'), '<html></html>')
  for (const name of ['index-1a2b.js', 'login-3c4d.js']) writeFileSync(join(siteFolder, 'assets', name), '')
  const here = await world({ metricsToken: TOKEN, app: { siteFolder } })
  for (const url of ['/assets/index-1a2b.js', '/assets/login-3c4d.js', '/accounts/1', '/accounts/2'])
    expect((await here.app.inject(url)).statusCode, url).toBe(200)
  expect(linesOf(await readMetrics(here), 'tangelo_http_requests_total').toSorted()).toEqual([
    'tangelo_http_requests_total{method="GET",route="(none)",status="200"} 2',
    'tangelo_http_requests_total{method="GET",route="/assets/*",status="200"} 2',
  ])
})

test('it is text that Prometheus reads: each figure has one help and one type', async () => {
  const text = await readMetrics(await world({ metricsToken: TOKEN }))
  const lines = text.trimEnd().split('\n').filter(Boolean)
  const described = lines.filter((line) => line.startsWith('# HELP ')).map((line) => line.split(' ')[2])
  expect(new Set(described).size).toBe(described.length)
  for (const line of lines)
    expect(line).toMatch(
      /^(# (HELP|TYPE) [a-z0-9_]+ .+|[a-z0-9_]+(\{([a-z_]+="[^"\n]*",?)*\})? (-?\d+(\.\d+)?(e[+-]?\d+)?|\+?Inf|Nan))$/,
    )
})

test('the queue shows how much of each kind waits, and for how long the oldest has', async () => {
  const here = await world({ metricsToken: TOKEN })
  const common = { payload: '{}', priority: 0, attempt: 0, company_id: 1, kind: 'content-pull' }
  await here.database.queries
    .insertInto('jobs')
    .values([
      { ...common, id: 'a', key: '1', state: 'waiting', created_at: START - 90_000, run_at: 0 },
      { ...common, id: 'b', key: '2', state: 'waiting', created_at: START - 60_000, run_at: 0, turn: 1 },
      { ...common, id: 'c', key: '3', state: 'waiting', created_at: START - 500_000, run_at: START + 1_000 },
      { ...common, id: 'd', key: '4', state: 'running', lease_token: 'l', created_at: START - 500_000, run_at: 0 },
      { ...common, id: 'e', key: '5', state: 'failed', created_at: START - 500_000, run_at: 0, finished_at: START },
      { ...common, id: 'f', key: '6', kind: 'read-drive', state: 'waiting', created_at: START, run_at: START + 9_000 },
    ])
    .execute()
  const text = await readMetrics(here)
  expect(linesOf(text, 'tangelo_queue_jobs').filter((line) => line.includes('content-pull'))).toEqual([
    'tangelo_queue_jobs{kind="content-pull",state="waiting"} 3',
    'tangelo_queue_jobs{kind="content-pull",state="running"} 1',
    'tangelo_queue_jobs{kind="content-pull",state="failed"} 1',
  ])
  expect(linesOf(text, 'tangelo_queue_oldest_job_age_seconds')).toEqual([
    'tangelo_queue_oldest_job_age_seconds{kind="content-pull"} 90',
    'tangelo_queue_oldest_job_age_seconds{kind="read-drive"} 0',
  ])
})

test('quotas show what is used and left where the service says so, and how long a call waits', async () => {
  const here = await world({ metricsToken: TOKEN })
  await here.database.queries
    .insertInto('provider_quotas')
    .values([
      { name: 'graph', used_percent: 80, next_call_at: START + 3_000, paused_until: 0, failures: 0 },
      { name: 'apify', used_percent: null, next_call_at: 0, paused_until: START + 60_000, failures: 3 },
    ])
    .execute()
  const text = await readMetrics(here)
  expect(linesOf(text, 'tangelo_provider_quota_used_ratio')).toEqual([
    'tangelo_provider_quota_used_ratio{provider="graph"} 0.8',
  ])
  expect(linesOf(text, 'tangelo_provider_quota_left_ratio')[0]).toMatch(/provider="graph"\} 0\.(2|19999\d*)$/)
  expect(linesOf(text, 'tangelo_provider_wait_seconds')).toEqual([
    'tangelo_provider_wait_seconds{provider="apify"} 60',
    'tangelo_provider_wait_seconds{provider="graph"} 3',
  ])
  expect(linesOf(text, 'tangelo_provider_failures')).toContain('tangelo_provider_failures{provider="apify"} 3')
})

test('the process and the store are measured; statements go up with what is asked', async () => {
  const here = await world({ metricsToken: TOKEN })
  const statements = async () =>
    Number(linesOf(await readMetrics(here), 'tangelo_database_statements_total')[0]?.split(' ')[1])
  const before = await statements()
  await here.ask('admin', 'GET', '/api/system')
  expect(await statements()).toBeGreaterThan(before + 3)
  const text = await readMetrics(here)
  const engine = here.database.engine
  expect(linesOf(text, 'tangelo_node_info')).toEqual([
    `tangelo_node_info{version="0.1.0",role="all",engine="${engine}",runtime="${process.versions.node}"} 1`,
  ])
  expect(linesOf(text, 'tangelo_database_connections').length).toBe(engine === 'postgres' ? 3 : 0)
  for (const name of [
    'nodejs_eventloop_lag_p99_seconds',
    'process_resident_memory_bytes',
    'nodejs_heap_size_used_bytes',
  ])
    expect(Number(linesOf(text, name)[0]?.split(' ')[1]), name).toBeGreaterThan(0)
})

test('while the store does not answer, the process still does', async () => {
  const here = await world({ metricsToken: TOKEN, breaksStore: true })
  expect(linesOf(await readMetrics(here), 'tangelo_database_up')).toEqual(['tangelo_database_up 1'])
  await here.database.queries.schema.alterTable('provider_quotas').renameTo('elsewhere').execute()
  const text = await readMetrics(here)
  expect(linesOf(text, 'tangelo_database_up')).toEqual(['tangelo_database_up 0'])
  expect(linesOf(text, 'process_resident_memory_bytes')).toHaveLength(1)
  await here.database.queries.schema.alterTable('elsewhere').renameTo('provider_quotas').execute()
})
