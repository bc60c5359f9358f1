/**
 * Requests as a monitoring system counts them, and the page it reads. The page is no route: without the right token its address is
 * answered like any other that there is not (docs/decisions/0051).
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Metrics } from '#ports/metrics.ts'
import { Failure } from '../errors.ts'
import { sameSecret } from '../secrets.ts'
import { isStream } from './event-stream.ts'

const METRICS_PATH = '/metrics'

export interface MetricsPage {
  /** What a reader presents as its bearer token. */
  token: string
  read(): Promise<{ contentType: string; text: string }>
}

/** Counts every request by its route, never by its address: that could name an account. */
export function countRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onError', async (_request, _reply, error) => {
    if (error instanceof Failure) metrics.countFailure(error.code)
  })
  app.addHook('onResponse', async (request, reply) => {
    metrics.countRequest({
      method: request.method,
      route: routeOf(request.routeOptions.url),
      status: reply.statusCode,
      seconds: isStream(reply) ? null : reply.elapsedTime / 1_000,
    })
  })
}

/** Every file of the build has a route of its own, with other names in each version. */
const routeOf = (url = '(none)'): string => (url.startsWith('/assets/') ? '/assets/*' : url)

/** Whether the request has the page's address and its token. */
export const opensMetrics = (
  {
    method,
    url,
    authorization,
  }: { method: string | undefined; url: string | undefined; authorization: string | undefined },
  { token }: MetricsPage,
): boolean => method === 'GET' && url === METRICS_PATH && sameSecret(authorization ?? '', `Bearer ${token}`)

export async function sendMetrics(reply: FastifyReply, page: MetricsPage): Promise<FastifyReply> {
  const { contentType, text } = await page.read()
  return reply.code(200).header('content-type', contentType).header('cache-control', 'no-store').send(text)
}

export const isForMetrics = ({ method, url, headers }: FastifyRequest, page: MetricsPage): boolean =>
  opensMetrics({ method, url, authorization: headers.authorization }, page)
