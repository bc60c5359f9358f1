import type { FastifyInstance } from 'fastify'
import { ownAccountsRoutes } from './own-accounts/own-accounts.routes.ts'
import type { OwnAccountsService } from './own-accounts/own-accounts.service.ts'

export { ownAccountsService } from './own-accounts/own-accounts.service.ts'

/** What the routes of the domain call. */
export interface PublishingServices {
  ownAccounts: OwnAccountsService
}

/** Every route of the domain. */
export function servePublishing(app: FastifyInstance, services: PublishingServices): void {
  ownAccountsRoutes(app, services.ownAccounts)
}
