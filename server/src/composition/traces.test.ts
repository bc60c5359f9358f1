/** What a collector of traces gets from a server process, and that nothing of it is loaded without one. */
import { spawnSync } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { graphStandIn, instagramWorld, syntheticName } from '@tangelo/stand-ins'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ADMIN_PASSWORD, settingsOfTest, startSignedInServer } from '../testing/test-server.ts'

interface SentSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
}

interface Sent {
  resourceSpans: {
    resource: { attributes: SentSpan['attributes'] }
    scopeSpans: { spans: SentSpan[] }[]
  }[]
}

/** Takes OTLP over HTTP as JSON, as a collector does. */
async function collector() {
  const sent: Sent[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    expect(`${request.method} ${request.url}`).toBe('POST /v1/traces')
    sent.push(JSON.parse(Buffer.concat(chunks).toString()))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent,
    spans: () =>
      sent.flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
  }
}

const attributesOf = ({ attributes }: Pick<SentSpan, 'attributes'>) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]))

const SERVER = 2
const CLIENT = 3
const CONSUMER = 5

test('requests, their statements, jobs and calls to vendors are traced; the rest is flushed at the end', async () => {
  const traces = await collector()
  const graph = await graphStandIn({ world: instagramWorld({ seed: 1, now: Date.now() }) }).start()
  onTestFinished(() => graph.end())
  const settings = await settingsOfTest()
  const server = await startSignedInServer({
    ...settings,
    ADMIN_PASSWORD,
    GRAPH_API_URL: graph.url,
    GRAPH_ACCESS_TOKEN: graph.token,
    GRAPH_IG_USER_ID: graph.ownId,
    OTEL_EXPORTER_OTLP_ENDPOINT: traces.url,
  })
  const { token } = server
  const adding = await server.ask('POST', '/api/accounts', { token, body: { username: syntheticName(1) } })
  const { id } = (await adding.json()) as { id: number }
  await vi.waitFor(
    async () => {
      const state = await server.ask('GET', `/api/accounts/${id}/refresh`, { token })
      expect(((await state.json()) as { lastSucceededAt: string | null }).lastSucceededAt).not.toBeNull()
    },
    { timeout: 30_000, interval: 20 },
  )
  expect(await server.end('SIGTERM')).toMatchObject({ code: 0, stderr: '' })

  const spans = traces.spans()
  const childrenOf = (span: SentSpan | undefined) => spans.filter(({ parentSpanId }) => parentSpanId === span?.spanId)
  const added = spans.find(({ name }) => name === 'POST /api/accounts')
  expect(added).toMatchObject({ kind: SERVER })
  expect(attributesOf(added ?? { attributes: [] })).toMatchObject({
    'http.route': '/api/accounts',
    'tangelo.request.id': adding.headers.get('x-request-id'),
  })
  const statements = childrenOf(added)
  expect(statements.map(({ name }) => name)).toContain('insert')
  expect(statements.every(({ traceId, kind }) => traceId === added?.traceId && kind === CLIENT)).toBe(true)
  const job = spans.find(({ name }) => name === 'job refresh-account')
  expect(job).toMatchObject({ kind: CONSUMER })
  expect(attributesOf(job ?? { attributes: [] })).toMatchObject({
    'tangelo.job.kind': 'refresh-account',
    'tangelo.request.id': adding.headers.get('x-request-id'),
  })
  const call = childrenOf(job).find(({ name }) => name === 'GET 127.0.0.1')
  expect(attributesOf(call ?? { attributes: [] })).toMatchObject({ 'http.response.status_code': 200 })
  // Polls and heartbeats belong to nothing, and are no traces of their own.
  const roots = spans.filter(({ parentSpanId }) => !parentSpanId)
  expect(roots.filter(({ kind }) => kind === CLIENT)).toEqual([])
  const [{ resource } = { resource: { attributes: [] } }] = traces.sent[0]?.resourceSpans ?? []
  expect(attributesOf(resource)).toMatchObject({ 'service.name': 'tangelo', 'service.version': '0.1.0' })
  const text = JSON.stringify(traces.sent)
  for (const secret of [graph.token, ADMIN_PASSWORD, token, syntheticName(1)]) expect(text).not.toContain(secret)
}, 90_000)

test('a collector that is away holds up neither a request nor the end', async () => {
  const settings = { ...(await settingsOfTest()), ADMIN_PASSWORD, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }
  const server = await startSignedInServer(settings)
  expect((await server.ask('GET', '/api/accounts', { token: server.token })).status).toBe(200)
  expect((await server.end('SIGTERM')).code).toBe(0)
}, 60_000)

test('without the settings nothing of traces and metrics is loaded', () => {
  const program = `
    import { registerHooks } from 'node:module'
    registerHooks({ resolve(name, context, next) {
      if (/opentelemetry|prom-client|prometheus/.test(name)) console.log(name)
      return next(name, context)
    } })
    await import(${JSON.stringify(join(import.meta.dirname, 'start.ts'))})
    console.log('loaded')`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' })
  expect(stdout).toBe('loaded\n')
}, 60_000)
