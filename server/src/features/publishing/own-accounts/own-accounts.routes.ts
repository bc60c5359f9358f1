import { routes } from '@tangelo/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { BrowserRequest } from '#platform/http/browser-mark.ts'
import { STREAMED } from '#platform/http/event-stream.ts'
import { originOf } from '#platform/http/media-addresses.ts'
import { serve } from '#platform/http/serve.ts'
import type { OwnAccountsService } from './own-accounts.service.ts'
import type { SignIns } from './service/sign-ins.ts'

const browserOf = (request: FastifyRequest): BrowserRequest => ({
  protocol: request.protocol,
  origin: originOf(request),
  headers: request.headers,
})

export function ownAccountsRoutes(app: FastifyInstance, ownAccounts: OwnAccountsService, signIns: SignIns): void {
  serve(app, routes.ownAccounts.list)(async ({ viewer, query }) => ownAccounts.list(viewer, query))
  serve(
    app,
    routes.ownAccounts.begin,
  )(async ({ viewer, query, request, reply }) => {
    const { url, cookie } = await signIns.begin(viewer, query, browserOf(request))
    reply.header('set-cookie', cookie)
    return { url }
  })
  serve(
    app,
    routes.ownAccounts.arrive,
  )(async ({ query, request, reply }) => {
    reply.redirect(await signIns.arrive(query, browserOf(request), request.ip), 303)
    return STREAMED
  })
  serve(app, routes.ownAccounts.check)(async ({ viewer, params }) => ownAccounts.check(viewer, params.accountId))
  serve(
    app,
    routes.ownAccounts.disconnect,
  )(async ({ viewer, params }) => ({ success: true, ...(await ownAccounts.disconnect(viewer, params.accountId)) }))
}
