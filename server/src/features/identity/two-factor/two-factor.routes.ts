import { routes } from '@tangelo/contract'
import type { FastifyInstance } from 'fastify'
import { serve } from '#platform/http/serve.ts'
import type { Reauthenticate } from '#platform/viewer.ts'
import type { TwoFactorService } from './two-factor.service.ts'

export function twoFactorRoutes(app: FastifyInstance, twoFactor: TwoFactorService, confirmed: Reauthenticate): void {
  serve(app, routes.twoFactor.read)(async ({ viewer }) => twoFactor.read(viewer))
  serve(app, routes.twoFactor.begin)(async ({ viewer, body }) => twoFactor.begin(await confirmed(viewer, body)))
  serve(app, routes.twoFactor.turnOn)(async ({ viewer, body }) => twoFactor.turnOn(viewer, body.code))
  serve(
    app,
    routes.twoFactor.turnOff,
  )(async ({ viewer, body }) => {
    await twoFactor.turnOff(await confirmed(viewer, body))
    return { success: true }
  })
  serve(
    app,
    routes.twoFactor.renewCodes,
  )(async ({ viewer, body }) => twoFactor.renewCodes(await confirmed(viewer, body)))
  serve(
    app,
    routes.twoFactor.requireOfAdmins,
  )(async ({ viewer, body }) => {
    await twoFactor.requireOfAdmins(viewer, body.isRequiredOfAdmins)
    return { success: true }
  })
  serve(app, routes.twoFactor.readOf)(async ({ params }) => twoFactor.readOf(params.userId))
  serve(
    app,
    routes.twoFactor.reset,
  )(async ({ viewer, params }) => {
    await twoFactor.reset(viewer, params.userId)
    return { success: true }
  })
}
