/**
 * The interface, described from the contract: OpenAPI 3.1 for programs, and the same as a plain page for people.
 * The page is one file of HTML without scripts, so it needs no exception from the security policy.
 */
import { type RouteRow, routes } from '@tangelo/contract'
import { curlLine, PUBLIC_API, PUBLIC_REFUSAL, publicAddress } from '@tangelo/contract/public-api'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { docsPage } from './api-docs-page.ts'
import { encodedJson } from './compressed.ts'

const ERROR = {
  type: 'object',
  required: ['error', 'message', 'status', 'success'],
  properties: {
    error: { type: 'string', description: "The failure's name, stable" },
    message: { type: 'string', description: 'One sentence for a person' },
    status: { type: 'integer' },
    success: { const: false },
  },
}

const RETRY_LATER = {
  ...ERROR,
  required: [...ERROR.required, 'retryAfterSeconds'],
  properties: { ...ERROR.properties, retryAfterSeconds: { type: 'integer', description: 'As Retry-After' } },
}

const header = (type: 'string' | 'integer', description: string) => ({ schema: { type }, description })

/** What a program receives besides the response body, at the addresses that API tokens open. */
const HEADERS_FOR_PROGRAMS = {
  ETag: header(
    'string',
    'Names this answer: sent back in If-None-Match, it is answered by 304 while nothing has changed',
  ),
  'RateLimit-Limit': header('integer', 'Requests an API token may make in any 60 seconds'),
  'RateLimit-Remaining': header('integer', 'How many of them are left'),
}

const HEADERS_OF_PAGES = {
  Link: header('string', 'The address of the next page, if there is one'),
  'X-Total-Count': header('integer', 'Rows of the whole list'),
}

/** Where the lines for curl find the server; a reader of the document knows it better. */
const SERVER = 'http://localhost:5000'
const TOKEN = '$TANGELO_TOKEN'

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

function parametersOf(row: RouteRow) {
  const from = (place: 'path' | 'query', object: z.ZodObject | undefined) =>
    Object.entries(object?.shape ?? {}).map(([name, schema]) => ({
      name,
      in: place,
      required: place === 'path' || !schema.safeParse(undefined).success,
      schema: schemaOf(schema, 'input'),
    }))
  return [...from('path', row.params), ...from('query', row.query)]
}

function bodyOf(row: RouteRow) {
  if (row.body) return { required: true, content: { 'application/json': { schema: schemaOf(row.body, 'input') } } }
  if (!row.multipart) return undefined
  const { field } = row.multipart
  const schema = { type: 'object', required: [field], properties: { [field]: { type: 'string', format: 'binary' } } }
  return { required: true, content: { 'multipart/form-data': { schema } } }
}

/** The same call in a terminal, for the addresses that API tokens open. */
function samplesOf(path: string) {
  const endpoint = Object.values(PUBLIC_API).find((one) => one.path === path)
  if (!endpoint) return undefined
  const values = endpoint.parameters.filter(({ place }) => place === 'path').map(({ name, example }) => [name, example])
  const address = publicAddress(endpoint, Object.fromEntries(values))
  return [{ lang: 'Shell', label: 'curl', source: curlLine(`${SERVER}${address}`, TOKEN) }]
}

function operationOf(room: string, name: string, row: RouteRow) {
  const body = bodyOf(row)
  const refusals = row.access === 'public' ? ['400'] : row.access === 'admin' ? ['400', '401', '403'] : ['400', '401']
  const isForPrograms = row.access === 'reader'
  const types: readonly string[] = row.file ?? ['application/json']
  const samples = row.method === 'GET' ? samplesOf(documented(row.path)) : undefined
  return {
    operationId: `${room}.${name}`,
    tags: [room],
    summary: row.summary,
    parameters: parametersOf(row),
    ...(body && { requestBody: body }),
    security: row.access === 'public' ? [] : [{ bearer: [] }],
    'x-access': row.access,
    ...(samples && { 'x-codeSamples': samples }),
    responses: {
      [row.redirects ? 303 : (row.status ?? 200)]: {
        description: 'Done',
        ...((row.paged || isForPrograms) && {
          headers: { ...(row.paged && HEADERS_OF_PAGES), ...(isForPrograms && HEADERS_FOR_PROGRAMS) },
        }),
        content: Object.fromEntries(
          types.map((type) => [
            type,
            {
              schema: schemaOf(row.reply, 'output'),
              ...(row.example !== undefined && { example: row.example }),
            },
          ]),
        ),
      },
      ...(isForPrograms && {
        304: { description: 'What If-None-Match names is still true' },
        429: { $ref: '#/components/responses/TooManyRequests' },
      }),
      ...Object.fromEntries(refusals.map((status) => [status, { $ref: '#/components/responses/Error' }])),
    },
  }
}

/** Served beside the contract: the body is the provider's, and its signature covers every byte of it. */
const STRIPE_WEBHOOK = {
  operationId: 'payments.receiveStripe',
  tags: ['payments'],
  summary: 'Take an event that Stripe signed; once each, in any order',
  parameters: [
    {
      name: 'Stripe-Signature',
      in: 'header',
      required: true,
      description: 'As Stripe makes it with the signing secret of the endpoint; good for five minutes',
      schema: { type: 'string' },
      example: 't=1795165200,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd',
    },
  ],
  requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
  security: [],
  'x-access': 'public',
  responses: {
    200: {
      description: 'Taken, or known already',
      content: {
        'application/json': {
          schema: { type: 'object', required: ['received'], properties: { received: { const: true } } },
        },
      },
    },
    400: { $ref: '#/components/responses/Error' },
    404: { $ref: '#/components/responses/Error' },
  },
}

/** Paths as OpenAPI spells them. */
const documented = (path: string) => path.replaceAll(/:(\w+)/g, '{$1}')

function openApi() {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [room, rows] of Object.entries(routes))
    for (const [name, row] of Object.entries<RouteRow>(rows)) {
      const path = documented(row.path)
      paths[path] = { ...paths[path], [row.method.toLowerCase()]: operationOf(room, name, row) }
    }
  paths['/api/webhooks/stripe'] = { post: STRIPE_WEBHOOK }
  return {
    openapi: '3.1.0',
    info: {
      title: 'tangelo',
      version: '0.1.0',
      description: 'Public Instagram accounts, measured over time.',
      license: { name: 'GNU Affero General Public License 3.0 or later', identifier: 'AGPL-3.0-or-later' },
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'A session, or at the addresses of the public API an API token, which begins with tangelo_',
        },
      },
      schemas: { Error: ERROR, RetryLater: RETRY_LATER },
      responses: {
        Error: {
          description: 'Refused',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
        TooManyRequests: {
          description: 'The API token has made its requests of this minute',
          headers: { 'Retry-After': header('integer', 'Seconds until the next request may come') },
          content: {
            'application/json': { schema: { $ref: '#/components/schemas/RetryLater' }, example: PUBLIC_REFUSAL },
          },
        },
      },
    },
  }
}

/** Made at its first request: the start need not wait for it. */
export function apiDocs(app: FastifyInstance): void {
  let document: ReturnType<typeof openApi> | undefined
  const described = () => {
    document ??= openApi()
    return document
  }
  app.get('/api/openapi.json', async (request, reply) =>
    encodedJson(request, reply, Buffer.from(JSON.stringify(described()))),
  )
  app.get('/api/docs', async (_, reply) => docsPage(reply, described()))
}
