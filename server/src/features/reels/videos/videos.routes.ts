/** Videos and covers. Capability URLs: knowing one grants access. */
import type { FastifyInstance } from 'fastify'
import { answerFile } from '#platform/http/file-answer.ts'
import { asDownload } from './videos.rules.ts'
import type { VideosService } from './videos.service.ts'

const HEADERS = {
  'cache-control': 'private, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
}

export function videosRoutes(app: FastifyInstance, videos: VideosService): void {
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
