import { Readable } from 'node:stream'
import { routes } from '@tangelo/contract'
import type { FastifyInstance } from 'fastify'
import { STREAMED } from '#platform/http/event-stream.ts'
import { answerPage } from '#platform/http/paging.ts'
import { serve } from '#platform/http/serve.ts'
import type { AuditLogService } from './audit-log.service.ts'

export function auditLogRoutes(app: FastifyInstance, auditLog: AuditLogService): void {
  serve(
    app,
    routes.auditLog.list,
  )(async ({ query, request, reply }) => answerPage(await auditLog.list(query), request, reply))
  serve(
    app,
    routes.auditLog.exportFile,
  )(async ({ viewer, query, reply }) => {
    const text = await auditLog.exportFile(viewer, query)
    reply.type('text/csv; charset=utf-8').header('content-disposition', 'attachment; filename="audit-log.csv"')
    reply.send(Readable.from(text))
    return STREAMED
  })
  serve(app, routes.auditLog.check)(async () => auditLog.check())
}
