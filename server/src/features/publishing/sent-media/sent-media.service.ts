/**
 * The media of a post as they are sent: judged by their first bytes, converted where that helps, and reached by Instagram through
 * addresses that end soon. An address survives a second fetch, and opens nothing else.
 */
import type { PublicationKind } from '@tangelo/contract/limits'
import type { UploadsService } from '#features/content/index.ts'
import { releaseBlobs } from '#features/core/index.ts'
import type { Database, Queries } from '#platform/database/database.ts'
import { Failure, notFound } from '#platform/errors.ts'
import type { ServedFile } from '#platform/http/file-answer.ts'
import { isPublicHost } from '#platform/http/public-address.ts'
import { newSecret, secretHash } from '#platform/secrets.ts'
import type { BlobStorage } from '#ports/blob-storage.ts'
import type { Clock } from '#ports/clock.ts'
import type { Images } from '#ports/images.ts'
import type { UploadFile } from '#ports/publishing-container.ts'
import { cutOf, IMAGE, type MediaFacts, pictureFitness } from '../rehearsal/rules/picture-fit.ts'
import { factsOf } from './sent-media.rules.ts'
import { sentMediaStore } from './sent-media.store.ts'

export type SentMedia = ReturnType<typeof sentMedia>

const HEAD_BYTES = 256 * 1024
/** As long as a container lives, with room. */
const OPEN_MS = 26 * 60 * 60_000
const FORGOTTEN_AT_ONCE = 1_000
const CACHED = /^\/media\/([0-9a-f]{64})$/
const UPLOADED = /^\/media\/u\/([\w-]{22})$/
const VIDEO = /^\/media\/v\/([\w-]{22})$/

/** How Instagram reaches media of this installation. */
export interface Reach {
  /** The origin of this server; null while none is set. */
  publicUrl: string | null
  /** Hosts of this network are reached too: for a service that stands in it. */
  reachesPrivate: boolean
}

/** One medium as it is sent. */
export interface PreparedMedia {
  address: string
  hash: string
  type: string
  width: number
  height: number
  bytes: number
}

export function sentMedia({
  database,
  clock,
  blobs,
  images,
  uploads,
  imageCache,
  videos,
  publicUrl,
  reachesPrivate,
}: Reach & {
  database: Database
  clock: Clock
  blobs: BlobStorage
  images: Pick<Images, 'fit'>
  uploads: Pick<UploadsService, 'read'>
  imageCache: { read(hash: string): Promise<{ bytes: Uint8Array; type: string }> }
  videos: { file(id: string): Promise<ServedFile> }
}) {
  /** A picture as a whole, or the head of a video. Null for what is not on this server, or no longer. */
  async function read(address: string): Promise<{ bytes: Uint8Array; file: ServedFile | null } | null> {
    const [cached, uploaded, video] = [CACHED, UPLOADED, VIDEO].map((pattern) => pattern.exec(address)?.[1])
    try {
      if (video !== undefined) {
        const file = await videos.file(video)
        return { file, bytes: await headOf(file) }
      }
      if (cached !== undefined) return { file: null, bytes: (await imageCache.read(cached)).bytes }
      if (uploaded !== undefined) return { file: null, bytes: (await uploads.read(uploaded)).bytes }
    } catch (error) {
      if (!(error instanceof Failure)) throw error
    }
    return null
  }

  const isReached = (address: string | null): boolean =>
    address !== null && (reachesPrivate || isPublicHost(new URL(address).hostname))

  return {
    /** By their first bytes, in order; what is missing is left out. */
    async facts(addresses: readonly string[]): Promise<MediaFacts[]> {
      const found: MediaFacts[] = []
      for (const address of addresses) {
        const one = await read(address)
        if (one) found.push(factsOf(one.bytes.subarray(0, HEAD_BYTES), one.file?.bytes ?? one.bytes.length))
      }
      return found
    },

    /** As they are sent: pictures that Instagram would refuse are converted, and cut where that was agreed. */
    async prepare(addresses: readonly string[], kind: PublicationKind): Promise<PreparedMedia[]> {
      const made: PreparedMedia[] = []
      for (const address of addresses) {
        const one = await read(address)
        if (!one) throw notFound('Picture')
        if (one.file) {
          const { width, height } = factsOf(one.bytes, one.file.bytes)
          made.push({ address, hash: one.file.hash, type: one.file.type, width, height, bytes: one.file.bytes })
          continue
        }
        const facts = factsOf(one.bytes.subarray(0, HEAD_BYTES), one.bytes.length)
        // What was uploaded here is free of metadata and in a known colour space; copies of others' files are made anew.
        const isAsItIs = UPLOADED.test(address) && pictureFitness(facts, kind) === 'fits'
        const sent = isAsItIs
          ? { bytes: one.bytes, width: facts.width, height: facts.height }
          : await images.fit(one.bytes, {
              cut: (size) => cutOf(size, kind),
              widthMax: IMAGE.widthMax,
              bytesMax: IMAGE.bytesMax,
            })
        const { bytes, width, height } = sent
        made.push({ address, hash: await blobs.put(bytes), type: 'image/jpeg', width, height, bytes: bytes.length })
      }
      return made
    },

    /** Where Instagram may fetch from: known ahead of time. */
    way(): 'bucket' | 'server' | null {
      if (blobs.temporaryAddress && isReached(blobs.temporaryAddress.origin)) return 'bucket'
      return isReached(publicUrl) ? 'server' : null
    },

    /** An address that Instagram can fetch until it ends, also twice. Null where there is no way. */
    async addressFor(
      tx: Queries,
      {
        publication_id,
        position,
        hash,
        type,
      }: { publication_id: string; position: number; hash: string; type: string },
    ): Promise<string | null> {
      const way = this.way()
      if (way === 'bucket') return (await blobs.temporaryAddress?.of(hash, { type, lastsMs: OPEN_MS })) ?? null
      if (way === null) return null
      const token = newSecret()
      const change = { token_hash: secretHash(token), open_until: clock.now() + OPEN_MS }
      await sentMediaStore(tx).change(publication_id, position, change)
      return `${publicUrl}/media/p/${token}.${type === 'image/jpeg' ? 'jpg' : 'mp4'}`
    },

    /** What is behind an address of `addressFor`. Throws `not_found` for every other one. */
    async open(name: string): Promise<ServedFile> {
      const [token = ''] = name.split('.')
      const row = await sentMediaStore(database.queries).findOpen(secretHash(token), clock.now())
      if (!row) throw notFound('Picture')
      const { hash, bytes, type } = row
      return { hash, bytes, type, what: 'Picture', open: (range) => blobs.open(hash, range) }
    },

    /** Forgets the media of publications that have ended, whose addresses are over already. Safe to repeat. */
    purge: (): Promise<void> =>
      database.transaction(async (tx) => {
        await releaseBlobs(tx, await sentMediaStore(tx).forgetEnded(FORGOTTEN_AT_ONCE), clock.now())
      }),

    /** Read in chunks, from any place in it. */
    file: ({ hash, bytes }: Pick<PreparedMedia, 'hash' | 'bytes'>): UploadFile => ({
      bytes,
      async *readFrom(offset) {
        const chunks = await blobs.readChunks(hash, { start: offset, end: bytes - 1 })
        if (!chunks) throw notFound('Video')
        yield* chunks
      },
    }),
  }
}

async function headOf({ bytes, open, what }: ServedFile): Promise<Uint8Array> {
  const opened = await open({ start: 0, end: Math.min(bytes, HEAD_BYTES) - 1 })
  if (!opened) throw notFound(what)
  const chunks: Uint8Array[] = []
  for await (const chunk of opened.stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}
