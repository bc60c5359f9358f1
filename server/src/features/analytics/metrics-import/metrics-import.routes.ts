import { routes } from '@tangelo/contract'
import type { FastifyInstance } from 'fastify'
import { oneFile } from '#platform/http/form.ts'
import { serve } from '#platform/http/serve.ts'
import type { MetricsImportService } from './metrics-import.service.ts'

export function metricsImportRoutes(
  app: FastifyInstance,
  dataImports: MetricsImportService,
  fileBytesMax: number,
): void {
  serve(
    app,
    routes.dataImports.create,
  )(async ({ viewer, query, request }) => {
    const file = await oneFile(request, { field: routes.dataImports.create.multipart.field, bytesMax: fileBytesMax })
    return dataImports.importStream(viewer, file.stream, { ...query, fileName: file.name, checkComplete: file.end })
  })
  serve(app, routes.dataImports.progress)(async ({ params }) => dataImports.progress(params.importId))
}
