/** Each route of the contract as an operation of OpenAPI. */
import type { RouteRow } from '@tangelo/contract'
import { curlLine, PUBLIC_API, type PublicEndpoint, publicAddress } from '@tangelo/contract/public-api'
import * as z from 'zod'

export const header = (type: 'string' | 'integer', description: string) => ({ schema: { type }, description })

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
  'X-Total-Count': header('integer', 'Rows of the whole list, with its first page; some lists are not counted'),
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A text of your own for this one request: sent again with it within a day, it is done once and answered alike; with another body it is refused (422 key_reused)',
  schema: { type: 'string', minLength: 1, maxLength: 200, pattern: '^[!-~]+$' },
}

/** Where the lines for curl find the server; a reader of the document knows it better. */
const SERVER = 'http://localhost:5000'
const TOKEN = '$TANGELO_TOKEN'

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

/** What is said of an address that API tokens open; nothing of another one. */
const publicEndpointOf = ({ method, path }: RouteRow): PublicEndpoint | undefined =>
  Object.values(PUBLIC_API).find((one) => one.method === method && one.path === toOpenApiPath(path))

function parametersOf(row: RouteRow) {
  const said = new Map(publicEndpointOf(row)?.parameters.map(({ name, about }) => [name, about]))
  const from = (place: 'path' | 'query', object: z.ZodObject | undefined) =>
    Object.entries(object?.shape ?? {}).map(([name, schema]) => ({
      name,
      in: place,
      required: place === 'path' || !schema.safeParse(undefined).success,
      ...(said.has(name) && { description: said.get(name) }),
      schema: schemaOf(schema, 'input'),
    }))
  return [...from('path', row.params), ...from('query', row.query)]
}

function bodyOf(row: RouteRow) {
  if (row.body) return { required: true, content: { 'application/json': { schema: schemaOf(row.body, 'input') } } }
  if (!row.multipart) return undefined
  const { field, atMost } = row.multipart
  const file = { type: 'string', format: 'binary' }
  const files = atMost === undefined ? file : { type: 'array', items: file, minItems: 1, maxItems: atMost }
  const schema = { type: 'object', required: [field], properties: { [field]: files } }
  return { required: true, content: { 'multipart/form-data': { schema } } }
}

/** The same call in a terminal, for the addresses that API tokens open. */
function samplesOf(row: RouteRow) {
  const endpoint = publicEndpointOf(row)
  if (!endpoint) return undefined
  const values = endpoint.parameters.filter(({ place }) => place === 'path').map(({ name, example }) => [name, example])
  const address = publicAddress(endpoint, Object.fromEntries(values))
  return [{ lang: 'Shell', label: 'curl', source: curlLine(`${SERVER}${address}`, TOKEN) }]
}

const REDIRECTION = {
  description: 'Goes on to a page',
  headers: { Location: header('string', 'The address of the page') },
}

function answerOf(row: RouteRow) {
  const { paged, example } = row
  const isForPrograms = row.access === 'reader'
  const types: readonly string[] = row.stream ? ['text/event-stream'] : (row.file ?? ['application/json'])
  // What is in a file of JSON is not described: `reply` is its text.
  const schemaIn = (type: string) => (row.file && type === 'application/json' ? {} : schemaOf(row.reply, 'output'))
  return {
    description: 'Done',
    ...((paged || isForPrograms) && {
      headers: { ...(paged && HEADERS_OF_PAGES), ...(isForPrograms && HEADERS_FOR_PROGRAMS) },
    }),
    content: Object.fromEntries(
      types.map((type) => [type, { schema: schemaIn(type), ...(example !== undefined && { example }) }]),
    ),
  }
}

export function operationOf(room: string, name: string, row: RouteRow) {
  const body = bodyOf(row)
  const refusals = row.access === 'public' ? ['400'] : row.access === 'admin' ? ['400', '401', '403'] : ['400', '401']
  const isForPrograms = row.access === 'reader'
  const samples = samplesOf(row)
  return {
    operationId: `${room}.${name}`,
    tags: [room],
    summary: row.summary,
    parameters: [...parametersOf(row), ...(row.takesKey ? [IDEMPOTENCY_KEY] : [])],
    ...(body && { requestBody: body }),
    security: row.access === 'public' ? [] : [{ bearer: [] }],
    'x-access': row.access,
    ...(samples && { 'x-codeSamples': samples }),
    responses: {
      ...(row.redirects ? { 303: REDIRECTION } : { [row.status ?? 200]: answerOf(row) }),
      ...(isForPrograms && {
        304: { description: 'What If-None-Match names is still true' },
        429: { $ref: '#/components/responses/TooManyRequests' },
      }),
      ...Object.fromEntries(refusals.map((status) => [status, { $ref: '#/components/responses/Error' }])),
    },
  }
}

/** Served beside the contract: the body is the provider's, and its signature covers every byte of it. */
export const STRIPE_WEBHOOK = {
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
export const toOpenApiPath = (path: string) => path.replaceAll(/:(\w+)/g, '{$1}')
