/** One line for every request, at debug: its address, its user, and how it ended. Never headers or bodies. */
import type { FastifyInstance } from 'fastify'
import type { Log } from '../log.ts'

export function logRequests(app: FastifyInstance, log: Log): void {
  app.addHook('onResponse', async (request, reply) => {
    log.debug(
      {
        reqId: request.id,
        method: request.method,
        path: request.routeOptions.url ?? '(none)',
        status: reply.statusCode,
        milliseconds: Math.round(reply.elapsedTime),
        user: request.viewer?.userId,
      },
      'request',
    )
  })
}
