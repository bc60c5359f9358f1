/** What a node that answers no requests says of itself: that it lives, whether it is well, and its metrics. Nothing else. */
import { createServer, type Server } from 'node:http'
import { Failure } from '../errors.ts'
import type { Readiness } from '../readiness.ts'
import { bodyOf } from './failures.ts'
import { type MetricsPage, opensMetrics } from './metrics.ts'
import { SAFE_HEADERS } from './security-headers.ts'

const NOT_FOUND = new Failure(404, 'not_found', 'There is nothing at this address')
const UNREADABLE = new Failure(500, 'internal', 'Something went wrong on the server')

interface Answer {
  status: number
  contentType: string
  text: string
}

const json = (status: number, body: object): Answer => ({
  status,
  contentType: 'application/json; charset=utf-8',
  text: JSON.stringify(body),
})

/** Listens when the promise resolves; rejects where it may not. `page` is null without `METRICS_TOKEN`. */
export async function listenAsWorker(
  { page, readiness }: { page: MetricsPage | null; readiness: Readiness },
  { port, host }: { port: number; host: string },
): Promise<Server> {
  const answerTo = async (method?: string, url?: string, authorization?: string): Promise<Answer> => {
    if (page && opensMetrics({ method, url, authorization }, page)) return { status: 200, ...(await page.read()) }
    if (method !== 'GET') return json(404, bodyOf(NOT_FOUND))
    if (url === '/healthz') return json(200, { status: 'ok' })
    if (url !== '/readyz') return json(404, bodyOf(NOT_FOUND))
    const found = await readiness.find()
    return found ? json(503, { status: 'not ready', ...found }) : json(200, { status: 'ready' })
  }
  const server = createServer(async ({ method, url, headers }, response) => {
    const answer = answerTo(method, url, headers.authorization)
    const { status, contentType, text } = await answer.catch(() => json(500, bodyOf(UNREADABLE)))
    response.writeHead(status, { ...SAFE_HEADERS, 'cache-control': 'no-store', 'content-type': contentType }).end(text)
  })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject).listen(port, host, resolve)
  await promise
  return server
}
