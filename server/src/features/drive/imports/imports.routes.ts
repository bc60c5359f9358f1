import { routes } from '@tangelo/contract'
import type { FastifyInstance } from 'fastify'
import { serve } from '#platform/http/serve.ts'
import type { DriveImportsService } from './imports.service.ts'

export function driveImportsRoutes(app: FastifyInstance, imports: DriveImportsService): void {
  serve(app, routes.driveImports.create)(async ({ viewer, body }) => imports.create(viewer, body))
}
