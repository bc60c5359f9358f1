/** The description of the interface: for programs it must be true and complete, for people it must be there. */

import { type RouteRow, routes } from '@tangelo/contract'
import { Ajv2020 } from 'ajv/dist/2020.js'
import ajvFormats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { formWith, setUpSharedWorld } from '../../testing/world.ts'

const shared = setUpSharedWorld({ accounts: ['own'] })

interface Operation {
  operationId: string
  tags: string[]
  summary: string
  parameters: { name: string; in: string; required: boolean; description?: string; schema: object }[]
  requestBody?: { required: boolean; content: Record<string, { schema: object }> }
  security?: object[]
  responses: Record<string, Described>
  'x-access': string
  'x-codeSamples'?: { source: string }[]
}

interface Described {
  $ref?: string
  description?: string
  headers?: object
  content?: Record<string, { schema: object; example?: unknown }>
}

interface Document {
  openapi: string
  info: Record<string, unknown>
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object>; responses: Record<string, Described> }
}

const document = async (): Promise<Document> => (await (await shared()).app.inject('/api/openapi.json')).json()

const operationsOf = ({ paths }: Document) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      path,
      operation,
    })),
  )

const rows = Object.values(routes).flatMap((room) => Object.values<RouteRow>(room))

const STRIPE = 'POST /api/webhooks/stripe'

const judge = () => {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: true })
  ajvFormats.default(ajv)
  ajv.addFormat('binary', true)
  return ajv
}

describe('openapi.json', () => {
  test('is OpenAPI 3.1 and open to every client', async () => {
    const res = await (await shared()).app.inject('/api/openapi.json')
    expect(res.statusCode).toBe(200)
    expect(res.headers['content-type']).toMatch(/^application\/json/)
    expect(res.json()).toMatchObject({
      openapi: '3.1.0',
      info: { title: 'tangelo', version: expect.stringMatching(/^\d/) },
    })
  })

  test('has every route of the contract, once, and what Stripe sends', async () => {
    const described = operationsOf(await document()).map(({ name }) => name)
    expect(described.sort()).toEqual(
      [...rows.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`), STRIPE].sort(),
    )
  })

  test('says for each operation who may call it, what it takes and what it answers', async () => {
    const all = operationsOf(await document())
    expect(new Set(all.map(({ operation }) => operation.operationId)).size).toBe(all.length)
    for (const { name, path, operation } of all) {
      const row = rows.find((one) => name === `${one.method} ${one.path.replaceAll(/:(\w+)/g, '{$1}')}`)
      expect(operation.summary, name).toMatch(/^[A-Z].{5,}[^.]$/)
      const inPath = operation.parameters.filter((parameter) => parameter.in === 'path')
      expect(inPath.map((parameter) => `{${parameter.name}}`)).toEqual(path.match(/\{\w+\}/g) ?? [])
      expect(inPath.every(({ required }) => required)).toBe(true)
      expect(operation.security, name).toEqual(row && row.access !== 'public' ? [{ bearer: [] }] : [])
      expect(Object.keys(operation.responses), name).toContain(String(row?.redirects ? 303 : (row?.status ?? 200)))
      for (const answer of Object.values(operation.responses)) expect(answer.$ref ?? answer.description).toBeTruthy()
      expect(Boolean(operation.requestBody), name).toBe(Boolean(row?.body ?? row?.multipart ?? name === STRIPE))
    }
  })

  test('has for every address that API tokens open an example, a line for curl, and how a program is slowed down', async () => {
    const opened = operationsOf(await document()).filter(({ operation }) => operation['x-access'] === 'reader')
    expect(opened).toHaveLength(6)
    for (const { name, path, operation } of opened) {
      const { content = {}, headers = {} } = operation.responses[200] ?? {}
      const { schema = false, example } = content['application/json'] ?? {}
      const validate = judge().compile(schema)
      validate(example)
      expect(validate.errors, name).toBeNull()
      expect(Object.keys(headers)).toEqual(expect.arrayContaining(['ETag', 'RateLimit-Remaining']))
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['304', '429']))
      expect(operation.parameters.map(({ name, description = '' }) => [name, description.length > 10])).toEqual(
        operation.parameters.map(({ name }) => [name, true]),
      )
      const address = `http://localhost:5000${path.replace('{accountId}', '7')}`
      expect(operation['x-codeSamples']?.map(({ source }) => source)).toEqual([
        `curl -H "Authorization: Bearer $TANGELO_TOKEN" "${address}"`,
      ])
    }
  })

  test('names its licence, and has no example with a field that its schema does not know', async () => {
    const whole = await document()
    expect(whole.info.license).toEqual({ name: expect.stringMatching(/Affero/), identifier: 'AGPL-3.0-or-later' })
    const described = operationsOf(whole).flatMap(({ operation }) => Object.values(operation.responses))
    const contents = [...described, ...Object.values(whole.components.responses)].flatMap(({ content }) =>
      Object.values(content ?? {}),
    )
    const examples = contents.filter(({ example }) => example !== undefined)
    expect(examples.length).toBeGreaterThan(5)
    for (const { schema, example } of examples) {
      const [ref] = Object.values(schema).filter((value) => String(value).startsWith('#/components/schemas/'))
      const known = ref === undefined ? schema : (whole.components.schemas[String(ref).split('/').at(-1) ?? ''] ?? {})
      const validate = judge().compile({ ...known, unevaluatedProperties: false })
      validate(example)
      expect(validate.errors, JSON.stringify(example)).toBeNull()
    }
  })

  test('refers only to what is in it', async () => {
    const whole = await document()
    const refs = [...JSON.stringify(whole).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref]) => ref ?? '')
    expect(refs.length).toBeGreaterThan(10)
    for (const ref of new Set(refs)) {
      expect(ref).toMatch(/^#\//)
      const found = ref
        .slice(2)
        .split('/')
        .reduce<unknown>((at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined), whole)
      expect(found, ref).toBeTypeOf('object')
    }
  })

  test('has schemas that a judge of JSON Schema understands', async () => {
    const ajv = judge()
    let count = 0
    for (const { name, operation } of operationsOf(await document())) {
      const bodies = [
        operation.requestBody?.content ?? {},
        ...Object.values(operation.responses).map(({ content = {} }) => content),
      ]
      const schemas = [
        ...operation.parameters.map(({ schema }) => schema),
        ...bodies.flatMap((content) => Object.values(content).map(({ schema }) => schema)),
      ]
      for (const schema of schemas) {
        expect(() => ajv.compile(schema), `${name} ${JSON.stringify(schema)}`).not.toThrow()
        count += 1
      }
    }
    expect(count).toBeGreaterThan(rows.length)
  })

  test('names every type of a file', async () => {
    const { paths } = await document()
    const typesOf = (path: string) => Object.keys(paths[path]?.get?.responses[200]?.content ?? {})
    expect(typesOf('/api/reports/{reportId}/file')).toEqual(['text/html', 'text/csv', 'application/pdf'])
    expect(typesOf('/api/audit-log/csv')).toEqual(['text/csv'])
    expect(typesOf('/api/accounts/{accountId}/export')).toEqual(['text/csv', 'application/json'])
  })

  test('names server-sent events as such, and says of a redirection that it has an address and no body', async () => {
    const { paths } = await document()
    for (const [path, method] of [
      ['/api/events', 'get'],
      ['/api/openai/analyze-image/stream', 'post'],
    ] as const)
      expect(Object.keys(paths[path]?.[method]?.responses[200]?.content ?? {})).toEqual(['text/event-stream'])
    const { content, headers } = paths['/api/google/auth/callback']?.get?.responses[303] ?? {}
    expect([content, Object.keys(headers ?? {})]).toEqual([undefined, ['Location']])
  })

  test('says that several images go into one form', async () => {
    const { paths } = await document()
    const { schema } = paths['/api/upload/images']?.post?.requestBody?.content['multipart/form-data'] ?? {}
    expect(schema).toMatchObject({ properties: { images: { type: 'array', maxItems: 6 } } })
  })

  test('names the header by which a request that is sent again is done once, where there is one', async () => {
    const { ask } = await shared()
    const named = operationsOf(await document()).filter(({ operation }) =>
      operation.parameters.some(({ name, in: place }) => place === 'header' && name === 'Idempotency-Key'),
    )
    expect(named.map(({ name }) => name).sort()).toEqual([
      'POST /api/airtable/create-reel',
      'POST /api/approvals',
      'POST /api/companies/{companyId}/credits',
      'POST /api/content/posts',
      'POST /api/content/posts/{postId}/comments',
      'POST /api/links',
      'POST /api/prompts/save',
      'POST /api/reels/{reelId}/duplicate',
      'POST /api/report-schedules',
      'POST /api/reports',
    ])
    const prompt = { title: 'Zest', prompt: 'Describe the peel' }
    const send = (headers: Record<string, string>) => ask('admin', 'POST', '/api/prompts/save', prompt, headers)
    const [first, again] = [await send({ 'idempotency-key': 'one' }), await send({ 'idempotency-key': 'one' })]
    expect([first.statusCode, again.json().id]).toEqual([201, first.json().id])
  })

  test('is true: what the server answers fits what is described', async () => {
    const { ask } = await shared()
    const { paths } = await document()
    const table =
      'username,date,followers,engagement_rate\nown,2026-11-01,5,1.5\nown,2026-11-19,9,\nother,2026-11-02,x,\n'
    await ask('admin', 'POST', '/api/accounts/1/metrics', { followers: 7 })
    for (const [method, url, path, body] of [
      ['POST', '/api/accounts/import', '/api/accounts/import', formWith(table)],
      ['GET', '/api/auth/status', '/api/auth/status'],
      ['POST', '/api/auth/logout', '/api/auth/logout'],
      ['GET', '/api/accounts', '/api/accounts'],
      ['GET', '/api/accounts/1', '/api/accounts/{accountId}'],
      ['GET', '/api/accounts/1/posts', '/api/accounts/{accountId}/posts'],
      ['GET', '/api/accounts/1/metrics', '/api/accounts/{accountId}/metrics'],
      ['GET', '/api/accounts/1/metrics/history', '/api/accounts/{accountId}/metrics/history'],
      ['GET', '/api/metrics/global', '/api/metrics/global'],
      ['POST', '/api/auth/generate-api-token', '/api/auth/generate-api-token', {}],
      ['GET', '/api/auth/tokens', '/api/auth/tokens'],
      ['DELETE', '/api/auth/tokens', '/api/auth/tokens'],
      ['GET', '/api/users', '/api/users'],
      ['GET', '/api/companies', '/api/companies'],
      ['POST', '/api/companies', '/api/companies', { name: 'Orchard' }],
    ] as const) {
      // A sign-out would end the session of the caller; a stranger's gets the same response.
      const res = await ask(url.endsWith('logout') ? 'stranger' : 'admin', method, url, body)
      const described =
        paths[path]?.[method.toLowerCase()]?.responses[res.statusCode]?.content?.['application/json']?.schema
      const validate = judge().compile(described ?? false)
      validate(res.json())
      expect(validate.errors, `${method} ${url} ${res.body}`).toBeNull()
    }
  })

  test('describes failures as they are', async () => {
    const { ask } = await shared()
    const whole = await document()
    const validate = judge().compile(whole.components.schemas.Error ?? false)
    for (const res of [
      await ask('stranger', 'GET', '/api/accounts'),
      await ask('pro', 'GET', '/api/users'),
      await ask('admin', 'POST', '/api/accounts', {}),
      await ask('admin', 'GET', '/api/nothing'),
    ]) {
      validate(res.json())
      expect(validate.errors).toBeNull()
    }
  })
})

describe('the page for people', () => {
  test('shows every route with its summary, without a script, under a policy of its own', async () => {
    const { app } = await shared()
    const res = await app.inject('/api/docs')
    expect(res.statusCode).toBe(200)
    expect(res.headers['content-type']).toBe('text/html; charset=utf-8')
    const policy = String(res.headers['content-security-policy'])
    const nonce = res.body.match(/<style nonce="([^"]+)">/)?.[1]
    expect(policy).toBe(
      `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    )
    expect((await app.inject('/api/docs')).body).not.toContain(nonce)
    expect(res.body).not.toMatch(/<script|\son\w+=|style="|javascript:/i)
    for (const { method, path, summary } of rows) {
      expect(res.body).toContain(`<b>${method}</b><code>${path.replaceAll(/:(\w+)/g, '{$1}')}</code>`)
      expect(res.body).toContain(`<p>${summary}.</p>`)
    }
    expect([...res.body.matchAll(/<h3>(Answer [^<]+)</g)].map(([, title]) => title)).toContain('Answer 200, text/csv')
    expect(res.body.includes('>undefined<')).toBe(false)
    for (const about of ['The last day, as YYYY-MM-DD', 'A text of your own for this one request'])
      expect(res.body.includes(`<p>${about}`), about).toBe(true)
  })
})
