/**
 * Joins a contract row and a handler. The row gives the address, who may knock, the checks of what comes in and the
 * shape of what goes out. Access is decided before a body is read: a stranger learns nothing from a bad one.
 */
import type { RouteRow } from '@tangelo/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod'
import { evenOnFullDisk } from '../database/disk-reserve.ts'
import { accessDenied, notSignedIn, passwordChangeDue, twoFactorDue, unsupportedMediaType } from '../errors.ts'
import { onBehalfOf } from '../request-id.ts'
import { type TracedWork, traceWork } from '../trace-work.ts'
import type { Viewer } from '../viewer.ts'
import { isKnown } from './conditional.ts'
import { encodeJson } from './encode-json.ts'
import { STREAMED } from './event-stream.ts'
import { wholeAddressesOf } from './media-addresses.ts'
import { parseInput } from './parse-input.ts'
import { PreRenderedJson } from './pre-rendered-json.ts'

type Parsed<Row, Part extends 'params' | 'query' | 'body'> = Row extends { readonly [P in Part]: infer Schema }
  ? Schema extends z.ZodType
    ? z.output<Schema>
    : undefined
  : undefined

export interface Call<Row extends RouteRow> {
  params: Parsed<Row, 'params'>
  query: Parsed<Row, 'query'>
  body: Parsed<Row, 'body'>
  viewer: Row['access'] extends 'public' ? Viewer | null : Viewer
  request: FastifyRequest
  reply: FastifyReply
}

type Handler<Row extends RouteRow> = (
  call: Call<Row>,
) => Promise<z.input<Row['reply']> | PreRenderedJson | typeof STREAMED>

/** The routes that stay open while a generated password waits to be replaced. */
const OPEN_BEFORE_PASSWORD_CHANGE = new Set(['/api/auth/password', '/api/auth/logout', '/api/auth/status'])

/** The routes that stay open while an administrator has to set up two-factor authentication. */
const OPEN_BEFORE_TWO_FACTOR = new Set([...OPEN_BEFORE_PASSWORD_CHANGE, '/api/auth/two-factor'])

/** What signs people in and out, and what makes room. */
const isNeededOnFullDisk = ({ method, path }: RouteRow) => method === 'DELETE' || path.startsWith('/api/auth/')

export function serve<Row extends RouteRow>(app: FastifyInstance, row: Row) {
  return (handler: Handler<Row>): void => {
    const letIn = async (request: FastifyRequest, reply: FastifyReply) => {
      request.viewer = await evenOnFullDisk(() => app.viewerOf(request, reply))
      admit(row, request.viewer)
    }
    // Without a body there is nothing to protect from being read: one step less for the most frequent requests.
    const hasBody = row.method !== 'GET'
    const wholeAddressesAt = wholeAddressesOf(row.reply)
    const beforeBody = async (request: FastifyRequest, reply: FastifyReply) => {
      await letIn(request, reply)
      // The parser of forms serves the whole application, and would pass one on as an empty body.
      if (!row.multipart && !row.ignoresBody && /^multipart\//i.test(request.headers['content-type'] ?? ''))
        throw unsupportedMediaType()
    }
    app.route({
      method: row.method,
      url: row.path,
      config: { row, wholeAddressesAt },
      ...(hasBody && { onRequest: beforeBody }),
      ...(row.bodyBytesMax !== undefined && { bodyLimit: row.bodyBytesMax }),
      handler: (request, reply) =>
        traceWork(
          () => aboutRequest(row, request),
          () => answerTo(request, reply),
        ),
    })
    async function answerTo(request: FastifyRequest, reply: FastifyReply) {
      if (!hasBody) await letIn(request, reply)
      const call = {
        params: row.params && parseInput(row.params, request.params),
        query: row.query && parseInput(row.query, request.query),
        body: row.body && parseInput(row.body, request.body),
        viewer: request.viewer,
        request,
        reply,
      }
      // The types of the parts follow from the row; zod has just checked each of them.
      const handle = () => onBehalfOf(request.id, () => handler(call as Call<Row>))
      const answer = await (isNeededOnFullDisk(row) ? evenOnFullDisk(handle) : handle())
      if (answer === STREAMED) return reply
      if (row.status) reply.code(row.status)
      const makeWhole = wholeAddressesAt(request)
      const text =
        answer instanceof PreRenderedJson
          ? answer.textWith(makeWhole)
          : makeWhole(JSON.stringify(row.reply.parse(answer)))
      if (app.checksReadyReplies) checkReady(row, text)
      // As text, Node would join it to the headers and encode the two much more slowly.
      const body = Buffer.from(text)
      if (row.access === 'reader' && isKnown(request, reply, body)) return reply.code(304).send()
      return encodeJson(request, reply, body)
    }
  }
}

const aboutRequest = ({ method, path }: RouteRow, { id }: FastifyRequest): TracedWork => ({
  kind: 'request',
  name: `${method} ${path}`,
  attributes: { 'http.request.method': method, 'http.route': path, 'tangelo.request.id': id },
})

/** Tests see a reply that the contract does not know, and a media address that it does not mark as one: it would leave as a path. */
function checkReady(row: RouteRow, text: string) {
  row.reply.parse(JSON.parse(text))
  const path = /"\/media\/(?:[0-9a-f]{64}|[a-z]\/[^"]+)"/.exec(text)?.[0]
  if (path) throw new Error(`${path} is no whole address: mark its field as MediaAddress in the contract`)
}

/** D9. */
const NOT_FOR_TOKENS = 'An API token opens the addresses of the public API and nothing else'

function admit(row: RouteRow, viewer: Viewer | null) {
  if (row.access === 'public') return
  if (!viewer) throw notSignedIn()
  if (viewer.mustChangePassword && !OPEN_BEFORE_PASSWORD_CHANGE.has(row.path)) throw passwordChangeDue()
  if (viewer.via === 'token' && row.access !== 'reader') throw accessDenied(NOT_FOR_TOKENS)
  if (viewer.mustSetUpTwoFactor && !OPEN_BEFORE_TWO_FACTOR.has(row.path)) throw twoFactorDue()
  if (row.access === 'admin' && viewer.role !== 'admin') throw accessDenied()
}
