import { Readable } from 'node:stream'
import { routes } from '@tangelo/contract'
import type { FastifyInstance } from 'fastify'
import { STREAMED } from '#platform/http/event-stream.ts'
import { serve } from '#platform/http/serve.ts'
import type { ExportService } from './export.service.ts'

export function exportRoutes(app: FastifyInstance, exports: ExportService): void {
  serve(
    app,
    routes.accountExport.read,
  )(async ({ viewer, params, query, reply }) => {
    const { name, type, chunks } = await exports.read(viewer, params.accountId, query)
    reply.type(type).header('content-disposition', `attachment; filename="${name}"`)
    // A page is read when the client has taken the one before; the last is the one at which it disconnects.
    reply.send(Readable.from(chunks))
    return STREAMED
  })
}
