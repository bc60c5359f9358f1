import { routes } from '@tangelo/contract'
import type { FastifyInstance } from 'fastify'
import { serve } from '#platform/http/serve.ts'
import type { SyncSettingsService } from './settings.service.ts'

export function syncSettingsRoutes(app: FastifyInstance, tables: SyncSettingsService): void {
  serve(app, routes.content.sync)(async ({ viewer }) => tables.sync(viewer))
  serve(app, routes.content.pull)(async ({ viewer }) => tables.pull(viewer))
  serve(app, routes.contentTables.list)(async () => tables.list())
  serve(app, routes.contentTables.read)(async ({ params }) => tables.read(params.companyId))
  serve(
    app,
    routes.contentTables.update,
  )(async ({ viewer, params, body }) => tables.update(viewer, params.companyId, body.columns))
}
