import type { FastifyInstance } from 'fastify'
import { ownAccountsRoutes } from './own-accounts/own-accounts.routes.ts'
import type { OwnAccountsService } from './own-accounts/own-accounts.service.ts'
import type { SignIns } from './own-accounts/service/sign-ins.ts'

export { ownAccountJobs } from './own-accounts/own-accounts.jobs.ts'
export { ownAccountsService } from './own-accounts/own-accounts.service.ts'
export { ownAccesses } from './own-accounts/service/accesses.ts'
export { signIns } from './own-accounts/service/sign-ins.ts'

/** What the routes of the domain call. */
export interface PublishingServices {
  ownAccounts: OwnAccountsService
  ownAccountSignIns: SignIns
}

/** Every route of the domain. */
export function servePublishing(app: FastifyInstance, services: PublishingServices): void {
  ownAccountsRoutes(app, services.ownAccounts, services.ownAccountSignIns)
}
