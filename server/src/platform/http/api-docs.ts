/**
 * The interface, described from the contract: OpenAPI 3.1 for programs, and the same as a plain page for people.
 * The page is one file of HTML without scripts, so it needs no exception from the security policy.
 */
import { type RouteRow, routes } from '@tangelo/contract'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { docsPage } from './api-docs-page.ts'

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

function operationOf(room: string, name: string, row: RouteRow) {
  const body = bodyOf(row)
  const refusals = row.access === 'public' ? ['400'] : row.access === 'admin' ? ['400', '401', '403'] : ['400', '401']
  return {
    operationId: `${room}.${name}`,
    tags: [room],
    summary: row.summary,
    parameters: parametersOf(row),
    ...(body && { requestBody: body }),
    ...(row.access !== 'public' && { security: [{ bearer: [] }] }),
    'x-access': row.access,
    responses: {
      [row.status ?? 200]: {
        description: 'Done',
        ...(row.paged && {
          headers: {
            Link: { schema: { type: 'string' }, description: 'The address of the next page, if there is one' },
            'X-Total-Count': { schema: { type: 'integer' }, description: 'Rows of the whole list' },
          },
        }),
        content: { [row.file ?? 'application/json']: { schema: schemaOf(row.reply, 'output') } },
      },
      ...Object.fromEntries(refusals.map((status) => [status, { $ref: '#/components/responses/Error' }])),
    },
  }
}

function openApi() {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [room, rows] of Object.entries(routes))
    for (const [name, row] of Object.entries<RouteRow>(rows)) {
      const path = row.path.replaceAll(/:(\w+)/g, '{$1}')
      paths[path] = { ...paths[path], [row.method.toLowerCase()]: operationOf(room, name, row) }
    }
  return {
    openapi: '3.1.0',
    info: { title: 'tangelo', version: '0.1.0', description: 'Public Instagram accounts, measured over time.' },
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Error: ERROR },
      responses: {
        Error: {
          description: 'Refused',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      },
    },
  }
}

/** Made when first asked for: the start need not wait for it. */
export function apiDocs(app: FastifyInstance): void {
  let document: ReturnType<typeof openApi> | undefined
  const described = () => {
    document ??= openApi()
    return document
  }
  app.get('/api/openapi.json', async (_, reply) => reply.type('application/json').send(JSON.stringify(described())))
  app.get('/api/docs', async (_, reply) => docsPage(reply, described()))
}
