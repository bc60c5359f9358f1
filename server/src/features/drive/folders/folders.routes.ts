import { routes } from '@tangelo/contract'
import type { FastifyInstance } from 'fastify'
import { answerPage } from '#platform/http/paging.ts'
import { PreRenderedJson } from '#platform/http/pre-rendered-json.ts'
import { serve } from '#platform/http/serve.ts'
import type { DriveFoldersService } from './folders.service.ts'

const HEADERS = {
  'cache-control': 'private, max-age=604800, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  'content-disposition': 'inline',
}

export function driveFoldersRoutes(app: FastifyInstance, folders: DriveFoldersService): void {
  serve(
    app,
    routes.driveImports.list,
  )(async ({ viewer, query, request, reply }) => {
    const { page, about } = await folders.list(viewer, query)
    const rows = answerPage(page, request, reply)
    return PreRenderedJson.listWithin(about, 'folders', rows)
  })
  serve(
    app,
    routes.driveImports.read,
  )(async ({ viewer, params }) => PreRenderedJson.of(await folders.read(viewer, params.folderId)))
  serve(
    app,
    routes.driveImports.refresh,
  )(async ({ viewer }) => {
    await folders.refresh(viewer)
    return { success: true }
  })
  app.get<{ Params: { key: string; mark: string } }>('/media/d/:key/:mark', async ({ params }, reply) => {
    const { bytes, type } = await folders.picture(params.key, params.mark)
    return reply.headers(HEADERS).type(type).send(bytes)
  })
}
