/** Copied pictures, under addresses made from their content, which was public when it was copied. */
import type { FastifyInstance } from 'fastify'
import type { ImageCacheService } from './image-cache.service.ts'

const HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  'content-disposition': 'inline',
}

export function imageCacheRoutes(app: FastifyInstance, pictures: ImageCacheService): void {
  app.get<{ Params: { hash: string } }>('/media/:hash', async ({ params }, reply) => {
    const { bytes, type } = await pictures.read(params.hash)
    return reply.headers(HEADERS).type(type).send(bytes)
  })
  app.get<{ Params: { hash: string; width: string } }>('/media/:hash/:width', async ({ params }, reply) => {
    const { bytes, type } = await pictures.readVariant(params.hash, params.width)
    return reply.headers(HEADERS).type(type).send(bytes)
  })
}
