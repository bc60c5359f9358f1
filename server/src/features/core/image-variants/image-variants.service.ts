/**
 * Smaller copies of pictures, each made at its first request, once, and stored as a blob (docs/decisions/0034). There
 * are three widths and no more, two copies are made at a time, and few may wait: no client can cause more work than
 * that.
 */
import { IMAGE_VARIANT_WIDTHS, type ImageVariantWidth } from '@tangelo/contract/limits'
import type { Database, Queries } from '#platform/database/database.ts'
import { Failure, notFound } from '#platform/errors.ts'
import type { BlobStorage } from '#ports/blob-storage.ts'
import { ImageNotProcessed, type Images, UnusableImage } from '#ports/images.ts'
import { imageVariantsStore } from './image-variants.store.ts'

export type ImageVariants = ReturnType<typeof imageVariants>

export interface ShownImage {
  bytes: Uint8Array
  type: string
}

/** What is made at once with an upload: the width of a card. */
const FIRST_WIDTH = 480
const AT_ONCE = 2
const WAITING_MAX = 200
const RETRY_AFTER_SECONDS = 5

export function imageVariants({
  database,
  blobs,
  images,
}: {
  database: Database
  blobs: BlobStorage
  images: Pick<Images, 'variant'>
}) {
  const store = imageVariantsStore(database.queries)
  const underWay = new Map<string, Promise<Uint8Array | null>>()
  const lanes: Promise<unknown>[] = Array.from({ length: AT_ONCE }, () => Promise.resolve())
  let asked = 0

  /** After what came before it in its lane. The picture is read only then. */
  function inLane<Made>(make: () => Promise<Made>): Promise<Made> {
    const lane = asked++ % lanes.length
    const made = (lanes[lane] ?? Promise.resolve()).then(make)
    lanes[lane] = made.catch(() => undefined)
    return made
  }

  /** Null where the picture has no copy that this server can make. Throws `not_found` where the picture is gone. */
  async function make(hash: string, width: ImageVariantWidth): Promise<Uint8Array | null> {
    const source = await blobs.get(hash)
    if (!source) throw notFound('Picture')
    const copy = await images.variant(source, width).catch(nullForUnusable)
    const kept = { source_hash: hash, width, hash: copy && (await blobs.put(copy)) }
    await database.transaction((tx) => imageVariantsStore(tx).put(kept))
    return copy
  }

  function makeOnce(hash: string, width: ImageVariantWidth): Promise<Uint8Array | null> {
    const key = `${hash}/${width}`
    const known = underWay.get(key)
    if (known) return known
    if (underWay.size >= WAITING_MAX) throw tooMany('Many pictures are being resized.')
    const made = inLane(() => make(hash, width)).finally(() => underWay.delete(key))
    underWay.set(key, made)
    return made
  }

  return {
    /**
     * The copy of this width, or the picture itself where it cannot be made smaller. Throws `not_found` for any other width
     * and for a picture that is gone, and 503 where the server is short of time or memory.
     */
    async read(picture: { hash: string; type: string }, width: string): Promise<ShownImage> {
      const wanted = IMAGE_VARIANT_WIDTHS.find((one) => String(one) === width)
      if (wanted === undefined) throw notFound('Picture')
      const known = await store.find(picture.hash, wanted)
      const kept = known?.hash ? await blobs.get(known.hash) : null
      const copy = kept ?? (known?.hash === null ? null : await makeOnce(picture.hash, wanted).catch(asFailure))
      if (copy) return { bytes: copy, type: 'image/webp' }
      const whole = await blobs.get(picture.hash)
      if (!whole) throw notFound('Picture')
      return { bytes: whole, type: picture.type }
    },

    /** The copy that is made at once with an upload. */
    makeFirst: (image: Uint8Array): Promise<Uint8Array> => images.variant(image, FIRST_WIDTH),

    /** Notes that copy, which is kept as a blob; in the transaction that stores the upload. */
    keepFirst: (tx: Queries, sourceHash: string, hash: string) =>
      imageVariantsStore(tx).put({ source_hash: sourceHash, width: FIRST_WIDTH, hash }),
  }
}

function nullForUnusable(error: unknown): null {
  if (error instanceof UnusableImage) return null
  throw error
}

function asFailure(error: unknown): never {
  throw error instanceof ImageNotProcessed ? tooMany(`The picture ${error.message}.`) : error
}

const tooMany = (why: string) =>
  new Failure(
    503,
    'image_not_processed',
    `${why} Try again in ${RETRY_AFTER_SECONDS} seconds.`,
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
    { 'retry-after': String(RETRY_AFTER_SECONDS) },
  )
