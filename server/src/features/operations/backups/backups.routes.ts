import { routes } from '@tangelo/contract'
import type { FastifyInstance } from 'fastify'
import { serve } from '#platform/http/serve.ts'
import type { BackupsService } from './backups.service.ts'

export function backupsRoutes(app: FastifyInstance, backups: BackupsService): void {
  serve(app, routes.backups.list)(async () => backups.list())
  serve(app, routes.backups.make)(async ({ viewer }) => backups.make(viewer))
}
