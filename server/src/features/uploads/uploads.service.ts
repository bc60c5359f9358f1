/**
 * Images that people bring: judged by what they are, made anew, and kept once for each company. All files of a form or
 * none. Whoever knows the address of an image sees it, and addresses cannot be guessed.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { IMAGE_BYTES_MAX, IMAGES_PER_UPLOAD_MAX } from '@tangelo/contract/limits'
import { ownCompany } from '#features/accounts/index.ts'
import type { Database } from '#platform/database/database.ts'
import { conflict, Failure, invalidInput, notFound } from '#platform/errors.ts'
import type { FormPart } from '#platform/http/form.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { BlobStorage } from '#ports/blob-storage.ts'
import type { Clock } from '#ports/clock.ts'
import { type Images, type PreparedImage, UnusableImage } from '#ports/images.ts'
import { addressOf, idInAddress, nameShown } from './uploads.rules.ts'
import { uploadsStore } from './uploads.store.ts'

export type UploadsService = ReturnType<typeof uploadsService>

const STATUS = { not_an_image: 415, too_large: 422, damaged: 422 } as const
const CODE = {
  not_an_image: 'unsupported_media_type',
  too_large: 'image_too_large',
  damaged: 'unreadable_file',
} as const

export function uploadsService({
  database,
  clock,
  blobs,
  images,
  temporaryPath,
  companyBytesMax,
}: {
  database: Database
  clock: Clock
  blobs: BlobStorage
  images: Images
  temporaryPath: string
  /** What the images of one company may take up. */
  companyBytesMax: number
}) {
  const store = uploadsStore(database.queries)

  /** Keeps the file aside until it is complete. Whatever happens, the copy is removed. */
  async function prepare(part: FormPart): Promise<PreparedImage> {
    const path = join(temporaryPath, `image-${randomUUID()}`)
    try {
      await pipeline(part.stream, createWriteStream(path))
      if (part.isCut())
        throw refused(part, 413, 'too_large', `is larger than ${IMAGE_BYTES_MAX.toLocaleString('en')} bytes (10 MB)`)
      return await images.prepare(path)
    } catch (error) {
      if (error instanceof UnusableImage) throw refused(part, STATUS[error.kind], CODE[error.kind], error.message)
      throw error
    } finally {
      await rm(path, { force: true })
    }
  }

  async function keep(viewer: Viewer, companyId: number, prepared: readonly PreparedImage[]): Promise<string[]> {
    const kept = await Promise.all(
      prepared.map(async ({ bytes, thumbnail, ...rest }) => ({
        ...rest,
        bytes: bytes.length + thumbnail.length,
        hash: await blobs.put(bytes),
        thumbnail_hash: await blobs.put(thumbnail),
      })),
    )
    const hashes = kept.map(({ hash }) => hash)
    const created_at = clock.now()
    return database.transaction(async (tx) => {
      const inside = uploadsStore(tx)
      const here = await inside.idsOf(companyId, hashes)
      const added = [...new Map(kept.map((image) => [image.hash, image])).values()].filter(
        ({ hash }) => !here.has(hash),
      )
      if (added.length > 0) {
        const bytes = added.reduce((sum, image) => sum + image.bytes, await inside.bytesOf(companyId))
        if (bytes > companyBytesMax) throw storageFull(companyBytesMax)
        const common = { company_id: companyId, user_id: viewer.userId, created_at }
        await inside.add(added.map((image) => ({ ...image, ...common, id: randomBytes(16).toString('base64url') })))
      }
      const ids = await inside.idsOf(companyId, hashes)
      return hashes.flatMap((hash) => ids.get(hash) ?? [])
    })
  }

  return {
    /**
     * `read` hands over the files of a form, one after the other. Answers their addresses in that order; the same image
     * has the same address every time. Nothing is kept when one of them is refused.
     */
    async upload(
      viewer: Viewer,
      read: (take: (part: FormPart) => Promise<void>) => Promise<number>,
    ): Promise<{ imageUrls: string[] }> {
      const companyId = ownCompany(viewer)
      const prepared: PreparedImage[] = []
      const count = await read(async (part) => void prepared.push(await prepare(part)))
      if (count === 0) throw invalidInput('Please select at least one image to upload', { images: 'is missing' })
      return { imageUrls: (await keep(viewer, companyId, prepared)).map(addressOf) }
    },

    /** Whether the address is that of an image which the company uploaded. */
    async isOwnImage(companyId: number, address: string): Promise<boolean> {
      const id = idInAddress(address)
      return id !== null && (await store.find(id))?.company_id === companyId
    },

    /** Throws `not_found` for everything that is no address of an image. */
    async read(id: string, size: 'whole' | 'small'): Promise<{ bytes: Uint8Array; type: string }> {
      const row = idInAddress(addressOf(id)) === null ? undefined : await store.find(id)
      const bytes = row && (await blobs.get(size === 'small' ? row.thumbnail_hash : row.hash))
      if (!row || !bytes) throw notFound('Picture')
      return { bytes, type: size === 'small' ? 'image/webp' : row.type }
    },
  }
}

/** In words of the specification (§5). */
export const tooManyImages = () =>
  new Failure(400, 'too_many_images', `You can only upload a maximum of ${IMAGES_PER_UPLOAD_MAX} images for a reel.`)

const storageFull = (bytesMax: number) =>
  conflict('storage_full', `The images of your company fill their ${(bytesMax / 1024 ** 3).toLocaleString('en')} GB`)

const refused = ({ place, name }: FormPart, status: number, code: string, why: string) => {
  const shown = nameShown(name)
  return new Failure(status, code, `Image ${place} (${shown}) ${why}`, { file: { place, name: shown } })
}
