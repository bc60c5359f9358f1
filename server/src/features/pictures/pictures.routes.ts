/** Copied pictures, to anybody who knows the address: it is made from the content, which was public when it was copied. */
import type { FastifyInstance } from 'fastify'
import type { Database } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import type { BlobStorage } from '#ports/blob-storage.ts'
import { picturesStore } from './pictures.store.ts'

const HASH = /^[0-9a-f]{64}$/

export function picturesRoutes(app: FastifyInstance, { database, blobs }: { database: Database; blobs: BlobStorage }) {
  const store = picturesStore(database.queries)
  app.get<{ Params: { hash: string } }>('/media/:hash', async (request, reply) => {
    const { hash } = request.params
    // Only pictures: answers of sources lie in the same place and are nobody's business.
    const type = HASH.test(hash) ? await store.typeOf(hash) : undefined
    const bytes = type && (await blobs.get(hash))
    if (!type || !bytes) throw notFound('Picture')
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('content-disposition', 'inline')
      .type(type)
      .send(bytes)
  })
}
