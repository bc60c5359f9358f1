/**
 * Images and music that users upload: checked by their content, and stored once for each company. Images are
 * re-encoded, and all files of a form are stored or none. Files have capability URLs: knowing one grants access.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImageVariants, ShownImage } from '#features/core/index.ts'
import { companyPlanned, mayMakeReels, ownCompany } from '#features/core/index.ts'
import { lockCompany } from '#features/identity/index.ts'
import type { Database } from '#platform/database/database.ts'
import { invalidInput, noSuchCompany, notFound } from '#platform/errors.ts'
import type { FormPart } from '#platform/http/form.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { BlobRange, BlobStorage } from '#ports/blob-storage.ts'
import type { Clock } from '#ports/clock.ts'
import type { Images, PreparedImage } from '#ports/images.ts'
import { type Renderer, RenderRefused } from '#ports/renderer.ts'
import { arrivingFiles, hashOf } from './service/arriving-files.ts'
import {
  addressOf,
  IMAGE,
  idInAddress,
  idInMusicAddress,
  MUSIC,
  musicAddressOf,
  musicProblem,
  nameShown,
  storageFull,
  toRefusal,
} from './uploads.rules.ts'
import { type NewMusic, uploadsStore } from './uploads.store.ts'

export type UploadsService = ReturnType<typeof uploadsService>

/** Lies on the disk until the others of its form are there: six large ones would be fifty megabytes of memory. */
interface Prepared extends Omit<PreparedImage, 'bytes'> {
  path: string
  bytes: number
  /** The copy that is made at once. */
  small: Uint8Array
  /** As it was called. */
  name: string
}

export function uploadsService({
  database,
  clock,
  blobs,
  images,
  variants,
  renderer,
  temporaryPath,
  companyBytesMax,
}: {
  database: Database
  clock: Clock
  blobs: BlobStorage
  images: Pick<Images, 'prepare'>
  variants: Pick<ImageVariants, 'read' | 'makeFirst' | 'keepFirst'>
  renderer: Pick<Renderer, 'judgeMusic'>
  temporaryPath: string
  /** What the images and the music of one company may take up. */
  companyBytesMax: number
}) {
  const store = uploadsStore(database.queries)
  const { aside, expectRoom } = arrivingFiles({ store, temporaryPath, companyBytesMax })

  async function keep(viewer: Viewer, companyId: number, prepared: readonly Prepared[]): Promise<string[]> {
    const arriving = prepared.map(({ path, bytes, small }) => ({
      bytes: bytes + small.length,
      hash: () => hashOf(path),
    }))
    await expectRoom(companyId, arriving, async (hash) => (await store.idsOf(companyId, [hash])).size > 0)
    const kept = await Promise.all(
      prepared.map(async ({ path, bytes, small, ...rest }) => ({
        row: { ...rest, bytes: bytes + small.length, hash: await blobs.putFile(path) },
        smallHash: await blobs.put(small),
      })),
    )
    const hashes = kept.map(({ row }) => row.hash)
    const created_at = clock.now()
    return database.transaction(async (tx) => {
      await lockCompany({ queries: tx, engine: database.engine }, companyId)
      const inside = uploadsStore(tx)
      // First: a row that is being forgotten meanwhile is not taken for one that is here.
      const isBack = await inside.bringBack('uploads', companyId, hashes)
      const here = await inside.idsOf(companyId, hashes)
      const added = [...new Map(kept.map(({ row }) => [row.hash, row])).values()].filter(({ hash }) => !here.has(hash))
      if (isBack || added.length > 0) {
        const bytes = added.reduce((sum, image) => sum + image.bytes, await inside.bytesOf(companyId))
        if (bytes > companyBytesMax) throw storageFull(companyBytesMax)
      }
      if (added.length > 0) {
        const common = { company_id: companyId, user_id: viewer.userId, created_at }
        await inside.add(added.map((image) => ({ ...image, ...common, id: randomBytes(16).toString('base64url') })))
      }
      for (const { row, smallHash } of kept) await variants.keepFirst(tx, row.hash, smallHash)
      const ids = await inside.idsOf(companyId, hashes)
      return hashes.flatMap((hash) => ids.get(hash) ?? [])
    })
  }

  async function judgeMusic(part: FormPart, path: string) {
    try {
      return await renderer.judgeMusic(path)
    } catch (error) {
      if (error instanceof RenderRefused) throw toRefusal(part, MUSIC, 415, 'not_music', musicProblem(error.message))
      throw error
    }
  }

  async function imageAt(id: string) {
    const row = idInAddress(addressOf(id)) === null ? undefined : await store.find(id)
    if (!row) throw notFound('Picture')
    return row
  }

  const keepMusic = (row: Omit<NewMusic, 'id'>): Promise<string> =>
    database.transaction(async (tx) => {
      await lockCompany({ queries: tx, engine: database.engine }, row.company_id)
      const inside = uploadsStore(tx)
      const isBack = await inside.bringBack('music', row.company_id, [row.hash])
      const before = await inside.musicOf(row.company_id, row.hash)
      if (before && !isBack) return before.id
      const bytes = (before ? 0 : row.bytes) + (await inside.bytesOf(row.company_id))
      if (bytes > companyBytesMax) throw storageFull(companyBytesMax)
      if (before) return before.id
      await inside.addMusic({ ...row, id: randomBytes(16).toString('base64url') })
      return (await inside.musicOf(row.company_id, row.hash))?.id ?? ''
    })

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
      const prepared: Prepared[] = []
      try {
        const count = await read(async (part) => {
          await aside(part, IMAGE, async (arrived) => {
            const { bytes, ...image } = await images.prepare(arrived)
            const small = await variants.makeFirst(bytes)
            const path = join(temporaryPath, `image-${randomUUID()}`)
            prepared.push({ ...image, path, small, bytes: bytes.length, name: nameShown(part.name) })
            await writeFile(path, bytes)
          })
        })
        if (count === 0) throw invalidInput('Please select at least one image to upload', { images: 'is missing' })
        return { imageUrls: (await keep(viewer, companyId, prepared)).map(addressOf) }
      } finally {
        await Promise.all(prepared.map(({ path }) => rm(path, { force: true })))
      }
    },

    /** As `upload`, for a person who says what for. Throws `access_denied` for the reel of a basic user (spec §6). */
    async uploadFor(
      viewer: Viewer,
      { for: purpose, companyId }: { for: 'reel' | 'draft'; companyId?: number | undefined },
      read: (take: (part: FormPart) => Promise<void>) => Promise<number>,
    ): Promise<{ imageUrls: string[] }> {
      const planned = companyPlanned(viewer, companyId)
      if (purpose === 'reel') mayMakeReels(viewer)
      if (companyId === undefined) return this.upload(viewer, read)
      if (!(await store.hasCompany(planned))) throw noSuchCompany()
      return this.upload({ ...viewer, companyId: planned }, read)
    },

    /** As `upload`, for one file of music. Throws `not_music` for anything else. */
    async uploadMusic(
      viewer: Viewer,
      read: (take: (part: FormPart) => Promise<void>) => Promise<number>,
    ): Promise<{ musicUrl: string; name: string; seconds: number }> {
      mayMakeReels(viewer)
      const companyId = ownCompany(viewer)
      const arrived: { path: string; type: string; name: string; seconds: number }[] = []
      try {
        await read((part) =>
          aside(part, MUSIC, async (file) => {
            const { seconds, type } = await judgeMusic(part, file)
            const path = join(temporaryPath, `music-${randomUUID()}`)
            arrived.push({ path, type, name: nameShown(part.name), seconds })
            await rename(file, path)
          }),
        )
        const [music] = arrived
        if (!music) throw invalidInput('Choose a file with music', { music: 'is missing' })
        const { path, type, name, seconds } = music
        const { size: bytes } = await stat(path)
        await expectRoom(companyId, [{ bytes, hash: () => hashOf(path) }], async (hash) =>
          Boolean(await store.musicOf(companyId, hash)),
        )
        const row = { hash: await blobs.putFile(path), type, name, seconds, bytes, created_at: clock.now() }
        const id = await keepMusic({ ...row, company_id: companyId, user_id: viewer.userId })
        return { musicUrl: musicAddressOf(id), name, seconds }
      } finally {
        await Promise.all(arrived.map(({ path }) => rm(path, { force: true })))
      }
    },

    /** The music at this address; undefined for what is not the company's. */
    async musicOf(companyId: number, address: string) {
      const id = idInMusicAddress(address)
      const row = id === null ? undefined : await store.findMusic(id)
      return row?.company_id === companyId ? row : undefined
    },

    /** As a reel names it. `field` is the field that an error names. */
    async musicFor(companyId: number, address: string, field: string) {
      const music = await this.musicOf(companyId, address)
      if (music) return { url: address, name: music.name, seconds: music.seconds }
      throw invalidInput(`${field} must be music of POST /api/upload/music`, { [field]: 'is not music of yours' })
    },

    /** What `answerFile` needs. Throws `not_found` for everything that is no address of music. */
    async musicFile(id: string) {
      const row = idInMusicAddress(musicAddressOf(id)) === null ? undefined : await store.findMusic(id)
      if (!row) throw notFound('Music')
      const { hash, bytes, type } = row
      return { hash, bytes, type, what: 'Music', open: (range?: BlobRange) => blobs.open(hash, range) }
    },

    /** Names and sizes by address, of those images that are the company's. */
    async imagesOf(companyId: number, addresses: readonly string[]) {
      const ids = addresses.flatMap((address) => idInAddress(address) ?? [])
      const rows = await store.ofCompany(companyId, ids)
      return new Map(rows.map(({ id, name, width, height }) => [addressOf(id), { name: name ?? '', width, height }]))
    },

    /** The image at this address, which the company uploaded. `field` is what the refusal of anything else is about. */
    async imageFor(companyId: number, address: string, field: string): Promise<{ id: string }> {
      const id = idInAddress(address)
      if (id !== null && (await store.find(id))?.company_id === companyId) return { id }
      const words = 'must be an image of POST /api/upload/images'
      throw invalidInput(`${field} ${words}`, { [field]: words })
    },

    /** Throws `not_found` for everything that is no address of an image. */
    async read(id: string): Promise<ShownImage> {
      const { hash, type } = await imageAt(id)
      const bytes = await blobs.get(hash)
      if (!bytes) throw notFound('Picture')
      return { bytes, type }
    },

    /** The image in one of the widths that there are; see `imageVariants`. */
    readVariant: async (id: string, width: string): Promise<ShownImage> => variants.read(await imageAt(id), width),
  }
}
