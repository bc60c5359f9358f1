/** Pictures as part of a file: small copies of what is stored here. Those of other places are never fetched. */
import type { ImageCacheService } from '#features/analytics/index.ts'
import type { UploadsService } from '#features/content/index.ts'
import type { ShownImage } from '#features/core/index.ts'
import { Failure } from '#platform/errors.ts'

/** A small copy of a photo has some 20 kB. One that is larger than this would weigh more than the report. */
const PICTURE_BYTES_MAX = 200_000
const CACHED = /^\/media\/([0-9a-f]{64})$/
const UPLOADED = /^\/media\/u\/([\w-]{22})$/

export type ReportPictures = ReturnType<typeof reportPictures>

export function reportPictures({
  imageCache,
  uploads,
}: {
  imageCache: Pick<ImageCacheService, 'readVariant'>
  uploads: Pick<UploadsService, 'readVariant'>
}) {
  async function read(address: string, width: '160' | '480'): Promise<ShownImage | null> {
    const [cached, uploaded] = [CACHED.exec(address)?.[1], UPLOADED.exec(address)?.[1]]
    try {
      if (cached) return await imageCache.readVariant(cached, width)
      return uploaded ? await uploads.readVariant(uploaded, width) : null
    } catch (error) {
      // A picture that is gone leaves its place empty. A server short of memory is another matter: the same data would make another file.
      if (error instanceof Failure && error.status === 404) return null
      throw error
    }
  }

  return {
    /** A small copy; null for one that is gone, or that is not stored here. */
    read,

    /** As `data:` addresses by their own; without those that are missing, or too large. */
    async embed(addresses: readonly string[], width: '160' | '480'): Promise<Map<string, string>> {
      const embedded = new Map<string, string>()
      for (const address of new Set(addresses)) {
        const image = await read(address, width)
        if (image && image.bytes.length <= PICTURE_BYTES_MAX)
          embedded.set(address, `data:${image.type};base64,${Buffer.from(image.bytes).toString('base64')}`)
      }
      return embedded
    },
  }
}
