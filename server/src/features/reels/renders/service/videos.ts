/** Finished videos and their covers: served under capability URLs, and removed a day after their last use ends. */
import type { ImageVariants, ShownImage } from '#features/core/index.ts'
import { releaseBlobs } from '#features/core/index.ts'
import type { Database } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import type { BlobStorage } from '#ports/blob-storage.ts'
import type { Clock } from '#ports/clock.ts'
import { isVideoId } from '../renders.rules.ts'
import { rendersStore } from '../renders.store.ts'

export type VideosService = ReturnType<typeof videosService>

/** A page that was opened before the new video came still plays the old one. */
const KEPT_MS = 24 * 60 * 60_000
const REMOVED_AT_ONCE = 100

export function videosService({
  database,
  clock,
  blobs,
  variants,
}: {
  database: Database
  clock: Clock
  blobs: BlobStorage
  variants: Pick<ImageVariants, 'read'>
}) {
  const store = rendersStore(database.queries)

  async function find(id: string) {
    const row = isVideoId(id) ? await store.findVideo(id) : undefined
    if (!row) throw notFound('Video')
    return row
  }

  return {
    /** What `answerFile` needs. Throws `not_found` for everything that is no address of a video. */
    async file(id: string) {
      const { hash, bytes } = await find(id)
      const open = (range?: { start: number; end: number }) => blobs.open(hash, range)
      return { hash, bytes, type: 'video/mp4', what: 'Video', open }
    },

    async cover(id: string): Promise<Uint8Array> {
      const bytes = await blobs.get((await find(id)).cover_hash)
      if (!bytes) throw notFound('Picture')
      return bytes
    },

    /** The cover in one of the widths that there are; see `imageVariants`. */
    async coverVariant(id: string, width: string): Promise<ShownImage> {
      return variants.read({ hash: (await find(id)).cover_hash, type: 'image/jpeg' }, width)
    },

    /** Removes files that have not been shown for a day. Safe to repeat: the row goes after the video. */
    async purge(): Promise<void> {
      for (;;) {
        const old = await store.videosReplacedBefore(clock.now() - KEPT_MS, REMOVED_AT_ONCE)
        for (const { id, hash, cover_hash } of old) {
          await blobs.remove(hash)
          // The cover goes with the copies of it.
          await database.transaction(async (tx) => {
            await rendersStore(tx).removeVideo(id)
            await releaseBlobs(tx, [cover_hash], clock.now())
          })
        }
        if (old.length < REMOVED_AT_ONCE) return
      }
    },
  }
}
