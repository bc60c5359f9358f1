import { routes } from '@tangelo/contract'
import type { FastifyInstance } from 'fastify'
import { serve } from '#platform/http/serve.ts'
import type { OwnAccountsService } from './own-accounts.service.ts'

export function ownAccountsRoutes(app: FastifyInstance, ownAccounts: OwnAccountsService): void {
  serve(app, routes.ownAccounts.list)(async ({ viewer, query }) => ownAccounts.list(viewer, query))
}
