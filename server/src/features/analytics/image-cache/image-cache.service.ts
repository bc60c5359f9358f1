/** Pictures that were copied, by their content. */
import type { ImageVariants, ShownImage } from '#features/core/index.ts'
import type { Database } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import type { BlobStorage } from '#ports/blob-storage.ts'
import { imageCacheStore } from './image-cache.store.ts'

const HASH = /^[0-9a-f]{64}$/

export type ImageCacheService = ReturnType<typeof imageCacheService>

export function imageCacheService({
  database,
  blobs,
  imageVariants,
}: {
  database: Database
  blobs: BlobStorage
  imageVariants: Pick<ImageVariants, 'read'>
}) {
  const store = imageCacheStore(database.queries)

  async function typeOf(hash: string): Promise<string> {
    const type = HASH.test(hash) ? await store.typeOf(hash) : undefined
    if (!type) throw notFound('Picture')
    return type
  }

  return {
    /** Throws `not_found` for everything else: responses of sources are stored in the same place and are not public. */
    async read(hash: string): Promise<ShownImage> {
      const type = await typeOf(hash)
      const bytes = await blobs.get(hash)
      if (!bytes) throw notFound('Picture')
      return { bytes, type }
    },

    /** The picture in one of the widths that there are. */
    readVariant: async (hash: string, width: string): Promise<ShownImage> =>
      imageVariants.read({ hash, type: await typeOf(hash) }, width),
  }
}
