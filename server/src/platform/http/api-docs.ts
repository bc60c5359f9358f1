/**
 * The interface, described from the contract: OpenAPI 3.1 for programs, and the same as a plain page for people.
 * The page is one file of HTML without scripts, so it needs no exception from the security policy.
 */
import { type RouteRow, routes } from '@tangelo/contract'
import { PUBLIC_REFUSAL } from '@tangelo/contract/public-api'
import type { FastifyInstance } from 'fastify'
import { header, operationOf, STRIPE_WEBHOOK, toOpenApiPath } from './api-docs-operations.ts'
import { docsPage } from './api-docs-page.ts'
import { encodeJson } from './encode-json.ts'

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

function openApi() {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [room, rows] of Object.entries(routes))
    for (const [name, row] of Object.entries<RouteRow>(rows)) {
      const path = toOpenApiPath(row.path)
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
  const describeApi = () => {
    document ??= openApi()
    return document
  }
  app.get('/api/openapi.json', async (request, reply) =>
    encodeJson(request, reply, Buffer.from(JSON.stringify(describeApi()))),
  )
  app.get('/api/docs', async (_, reply) => docsPage(reply, describeApi()))
}
