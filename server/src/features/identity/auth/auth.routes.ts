import { routes } from '@tangelo/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { serve } from '#platform/http/serve.ts'
import { asUser, bearerToken } from './auth.rules.ts'
import type { AuthService } from './auth.service.ts'

export function authRoutes(app: FastifyInstance, auth: AuthService): void {
  serve(
    app,
    routes.auth.status,
  )(async ({ viewer }) => ({
    isAuthenticated: viewer !== null,
    user: viewer && asUser(viewer),
    sendsPasswordLinks: auth.sendsPasswordLinks,
  }))
  serve(app, routes.auth.login)(async ({ body, request }) => auth.logIn({ ...body, ...originOf(request) }))
  serve(
    app,
    routes.auth.loginWithCode,
  )(async ({ body, request }) => auth.logInWithCode({ ...body, ...originOf(request) }))
  serve(
    app,
    routes.auth.logout,
  )(async ({ request, viewer }) => {
    await auth.logOut(bearerToken(request.headers.authorization), viewer)
    return { success: true }
  })
  serve(
    app,
    routes.auth.changePassword,
  )(async ({ viewer, body, request }) => auth.changePassword(viewer, body, originOf(request)))
  serve(app, routes.auth.profile)(async ({ viewer }) => auth.profile(viewer))
}

const originOf = ({ ip, headers }: FastifyRequest) => ({
  address: ip,
  userAgent: headers['user-agent'],
})
