import { routes } from '@tangelo/contract'
import type { FastifyInstance } from 'fastify'
import { serve } from '#platform/http/serve.ts'
import type { BackupDrillsService } from './backup-drills.service.ts'

export function backupDrillsRoutes(app: FastifyInstance, drills: BackupDrillsService): void {
  serve(app, routes.backupDrills.list)(async () => drills.list())
  serve(app, routes.backupDrills.run)(async ({ viewer }) => drills.run(viewer))
}
