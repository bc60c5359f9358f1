/** Copied pictures, to anybody who knows the address: it is made from the content, which was public when it was copied. */
import type { FastifyInstance } from 'fastify'
import type { Database } from '#platform/database/database.ts'
import type { BlobStorage } from '#ports/blob-storage.ts'
import { picturesService } from './pictures.service.ts'

export function picturesRoutes(app: FastifyInstance, parts: { database: Database; blobs: BlobStorage }) {
  const pictures = picturesService(parts)
  app.get<{ Params: { hash: string } }>('/media/:hash', async ({ params }, reply) => {
    const { bytes, type } = await pictures.read(params.hash)
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('content-disposition', 'inline')
      .type(type)
      .send(bytes)
  })
}
