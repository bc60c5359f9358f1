/** Renders; and videos with their covers, whose addresses are capability URLs: knowing one grants access. */
import { routes } from '@tangelo/contract'
import type { FastifyInstance } from 'fastify'
import { answerFile } from '#platform/http/file-answer.ts'
import { serve } from '#platform/http/serve.ts'
import { asDownload } from './renders.rules.ts'
import type { RendersService } from './renders.service.ts'
import type { VideosService } from './service/videos.ts'

const HEADERS = {
  'cache-control': 'private, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
}

export function rendersRoutes(app: FastifyInstance, renders: RendersService, videos: VideosService): void {
  serve(app, routes.renders.status)(async ({ viewer, params }) => renders.status(viewer, params.renderId))
  serve(app, routes.renders.cancel)(async ({ viewer, params }) => renders.cancel(viewer, params.renderId))
  app.get<{ Params: { id: string }; Querystring: { download?: unknown } }>('/media/v/:id', async (request, reply) => {
    const { download } = request.query
    const disposition = typeof download === 'string' ? asDownload(download) : 'inline'
    const file = await videos.file(request.params.id)
    return answerFile(request, reply, file, { ...HEADERS, 'content-disposition': disposition })
  })
  app.get<{ Params: { id: string; width: string } }>('/media/v/:id/cover/:width', async ({ params }, reply) => {
    const { bytes, type } = await videos.coverVariant(params.id, params.width)
    return reply
      .headers({ ...HEADERS, 'content-disposition': 'inline' })
      .type(type)
      .send(bytes)
  })
  app.get<{ Params: { id: string } }>('/media/v/:id/cover', async ({ params }, reply) =>
    reply
      .headers({ ...HEADERS, 'content-disposition': 'inline' })
      .type('image/jpeg')
      .send(await videos.cover(params.id)),
  )
}
