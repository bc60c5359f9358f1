import { routes } from '@tangelo/contract'
import { IMPORT_FILE_BYTES_MAX } from '@tangelo/contract/limits'
import type { FastifyInstance } from 'fastify'
import { invalidInput, tooLarge } from '#platform/errors.ts'
import { serve } from '#platform/http/serve.ts'
import type { DataImportsService } from './data-imports.service.ts'

export function dataImportsRoutes(app: FastifyInstance, dataImports: DataImportsService): void {
  serve(app, routes.dataImports.create)(async ({ viewer, query, request }) => {
    const part = await request.file()
    if (part?.fieldname !== 'file') {
      part?.file.resume()
      throw invalidInput('Send the file in a field named file', { file: 'is missing' })
    }
    return dataImports.importStream(viewer, part.file, {
      ...query,
      fileName: part.filename,
      checkComplete: () => {
        if (part.file.truncated)
          throw tooLarge(`Files may have up to ${IMPORT_FILE_BYTES_MAX / 1024 / 1024} MB: split this one`)
      },
    })
  })
  serve(app, routes.dataImports.progress)(async ({ params }) => dataImports.progress(params.importId))
}
