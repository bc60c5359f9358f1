/** Pictures that were copied, by their content. */
import type { Database } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import type { BlobStorage } from '#ports/blob-storage.ts'
import { picturesStore } from './pictures.store.ts'

const HASH = /^[0-9a-f]{64}$/

export function picturesService({ database, blobs }: { database: Database; blobs: BlobStorage }) {
  const store = picturesStore(database.queries)
  return {
    /** Throws `not_found` for everything else: answers of sources lie in the same place and are nobody's business. */
    async read(hash: string): Promise<{ bytes: Uint8Array; type: string }> {
      const type = HASH.test(hash) ? await store.typeOf(hash) : undefined
      const bytes = type && (await blobs.get(hash))
      if (!type || !bytes) throw notFound('Picture')
      return { bytes, type }
    },
  }
}
