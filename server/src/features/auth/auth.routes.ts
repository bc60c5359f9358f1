import { routes } from '@tangelo/contract'
import type { FastifyInstance } from 'fastify'
import { serve } from '#platform/http/serve.ts'
import { bearerToken } from './auth.rules.ts'
import { type AuthService, asUser } from './auth.service.ts'

export function authRoutes(app: FastifyInstance, auth: AuthService): void {
  serve(
    app,
    routes.auth.status,
  )(async ({ viewer }) => ({
    isAuthenticated: viewer !== null,
    user: viewer && asUser(viewer),
  }))
  serve(app, routes.auth.login)(async ({ body, request }) => auth.logIn({ ...body, address: request.ip }))
  serve(
    app,
    routes.auth.logout,
  )(async ({ request }) => {
    await auth.logOut(bearerToken(request.headers.authorization))
    return { success: true }
  })
  serve(app, routes.auth.changePassword)(async ({ viewer, body }) => auth.changePassword(viewer, body))
}
