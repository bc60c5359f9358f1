/** Finished videos and their covers: shown to whoever knows the address, and removed a day after nobody shows them any more. */
import type { Database } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import type { BlobStorage } from '#ports/blob-storage.ts'
import type { Clock } from '#ports/clock.ts'
import { isVideoId } from './videos.rules.ts'
import { videosStore } from './videos.store.ts'

export type VideosService = ReturnType<typeof videosService>

/** A page that was opened before the new video came still plays the old one. */
const KEPT_MS = 24 * 60 * 60_000
const REMOVED_AT_ONCE = 100

export function videosService({ database, clock, blobs }: { database: Database; clock: Clock; blobs: BlobStorage }) {
  const store = videosStore(database.queries)

  async function find(id: string) {
    const row = isVideoId(id) ? await store.find(id) : undefined
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

    /** Removes files that have not been shown for a day. Safe to repeat: the row goes last. */
    async tidy(): Promise<void> {
      for (;;) {
        const old = await store.replacedBefore(clock.now() - KEPT_MS, REMOVED_AT_ONCE)
        for (const { id, hash, cover_hash } of old) {
          await blobs.remove(hash)
          await blobs.remove(cover_hash)
          await store.remove(id)
        }
        if (old.length < REMOVED_AT_ONCE) return
      }
    },
  }
}
