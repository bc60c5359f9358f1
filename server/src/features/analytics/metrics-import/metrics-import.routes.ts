import { routes } from '@tangelo/contract'
import type { FastifyInstance } from 'fastify'
import { oneFile } from '#platform/http/form.ts'
import { serve } from '#platform/http/serve.ts'
import type { MetricsImportService } from './metrics-import.service.ts'
import type { ImportPreviewsService } from './service/previews.ts'

export function metricsImportRoutes(
  app: FastifyInstance,
  dataImports: MetricsImportService,
  previews: ImportPreviewsService,
  fileBytesMax: number,
): void {
  serve(
    app,
    routes.dataImports.create,
  )(async ({ viewer, query, request }) => {
    const file = await oneFile(request, { field: routes.dataImports.create.multipart.field, bytesMax: fileBytesMax })
    return dataImports.importStream(viewer, file.stream, { ...query, fileName: file.name, checkComplete: file.end })
  })
  serve(
    app,
    routes.importPreviews.create,
  )(async ({ viewer, query, request }) => {
    const { field } = routes.importPreviews.create.multipart
    const file = await oneFile(request, { field, bytesMax: fileBytesMax })
    return previews.create(viewer, file.stream, { ...query, fileName: file.name, checkComplete: file.end })
  })
  serve(app, routes.importPreviews.progress)(async ({ viewer, params }) => previews.progress(viewer, params.previewId))
  serve(
    app,
    routes.importPreviews.change,
  )(async ({ viewer, params, body }) => previews.change(viewer, params.previewId, body))
  serve(
    app,
    routes.importPreviews.run,
  )(async ({ viewer, params, body }) => previews.runImport(viewer, params.previewId, body))
  serve(
    app,
    routes.importPreviews.remove,
  )(async ({ viewer, params }) => {
    await previews.remove(viewer, params.previewId)
    return { success: true }
  })
  serve(app, routes.dataImports.progress)(async ({ params }) => dataImports.progress(params.importId))
}
