import { routes } from '@tangelo/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { BrowserRequest } from '#platform/http/browser-mark.ts'
import { STREAMED } from '#platform/http/event-stream.ts'
import { originOf } from '#platform/http/media-addresses.ts'
import { serve } from '#platform/http/serve.ts'
import type { DriveConnectionsService } from './connection.service.ts'

const browserOf = (request: FastifyRequest): BrowserRequest => ({
  protocol: request.protocol,
  origin: originOf(request),
  headers: request.headers,
})

export function driveConnectionsRoutes(app: FastifyInstance, connections: DriveConnectionsService): void {
  serve(app, routes.driveImports.status)(async ({ viewer }) => connections.status(viewer))
  serve(
    app,
    routes.driveImports.address,
  )(async ({ viewer, request, reply }) => {
    const { url, cookie } = await connections.begin(viewer, browserOf(request))
    reply.header('set-cookie', cookie)
    return { url }
  })
  serve(
    app,
    routes.driveImports.arrive,
  )(async ({ query, request, reply }) => {
    reply.redirect(await connections.arrive(query, browserOf(request), request.ip), 303)
    return STREAMED
  })
  serve(
    app,
    routes.driveImports.clear,
  )(async ({ viewer }) => {
    await connections.clear(viewer)
    return { success: true }
  })
}
