/**
 * The images that a reel is to be made of. Those that the company has uploaded are taken as they are; one at an address
 * elsewhere is fetched by the guarded fetch, judged and kept like an upload.
 */
import { Readable } from 'node:stream'
import { IMAGE_BYTES_MAX } from '@tangelo/contract/limits'
import type { UploadsService } from '#features/content/index.ts'
import { type Failure, invalidInput, notFound } from '#platform/errors.ts'
import type { Viewer } from '#platform/viewer.ts'
import { NoPicture, type PictureFetch } from '#ports/pictures.ts'

export type ReelImages = ReturnType<typeof reelImages>

export interface ReelImage {
  /** On this server. */
  url: string
  /** Null where it is unknown. */
  size: { name: string; width: number; height: number } | null
}

const ALL_WITHIN_MS = 20_000

export function reelImages({
  uploads,
  pictures,
}: {
  uploads: Pick<UploadsService, 'upload' | 'imagesOf'>
  pictures: PictureFetch
}) {
  /** Stored once for the company. */
  async function fetchImage(viewer: Viewer, companyId: number, address: string, place: number, signal: AbortSignal) {
    const { bytes } = await pictures.fetch(address, signal).catch((error: unknown) => {
      if (error instanceof NoPicture) throw toRefusal(place, error.message)
      if (signal.aborted) throw toRefusal(place, 'The server of the picture took too long.')
      throw error
    })
    if (bytes.length > IMAGE_BYTES_MAX) throw toRefusal(place, 'The picture is larger than 10 MB.')
    const part = { stream: Readable.from([bytes]), place, name: nameIn(address), isCut: () => false }
    const { imageUrls } = await uploads.upload({ ...viewer, companyId }, async (take) => {
      await take(part)
      return 1
    })
    return imageUrls[0] ?? ''
  }

  return {
    /** In the order given. Throws `not_found` for an upload of another company, and says which address holds no picture. */
    async gather(viewer: Viewer, companyId: number, addresses: readonly string[]): Promise<ReelImage[]> {
      const signal = AbortSignal.timeout(ALL_WITHIN_MS)
      const known = await uploads.imagesOf(companyId, addresses)
      const urls = await Promise.all(
        addresses.map((address, at) => {
          if (known.has(address)) return address
          if (address.startsWith('/')) throw notFound('Picture')
          return fetchImage(viewer, companyId, address, at + 1, signal)
        }),
      )
      const sizes = await uploads.imagesOf(companyId, urls)
      return urls.map((url) => ({ url, size: sizes.get(url) ?? null }))
    },
  }
}

const nameIn = (address: string) => URL.parse(address)?.pathname.split('/').at(-1) || 'picture'

const toRefusal = (place: number, why: string): Failure =>
  invalidInput(`Image ${place}: ${why}`, { [`images.${place - 1}`]: why })
