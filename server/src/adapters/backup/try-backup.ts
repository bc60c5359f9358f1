/** Restores a backup into a scratch store, for the time that `look` takes. Slowly: the running product comes first. */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { StoreLocation } from '#platform/database/database.ts'
import { type ScratchStore, scratchStore } from '#platform/database/scratch-store.ts'
import { type BackupContents, CannotTry } from '#ports/backups.ts'
import { noMedia } from './media-target.ts'
import { type RestoreTools, unpack } from './restore-backup.ts'

/** Media are judged by their names, and kept nowhere. `temporaryPath` is a folder of its own, which is removed. */
export async function tryBackup<Found>(
  path: string,
  beside: StoreLocation,
  tools: Omit<RestoreTools, 'media' | 'isPaced'>,
  look: (location: StoreLocation, contents: BackupContents) => Promise<Found>,
): Promise<Found> {
  await rm(tools.temporaryPath, { recursive: true, force: true })
  await mkdir(tools.temporaryPath, { recursive: true })
  const scratch = await scratchOrRefuse(beside, join(tools.temporaryPath, 'scratch.sqlite'))
  try {
    const contents = await unpack(path, scratch.location, Object.assign({ media: noMedia, isPaced: true }, tools))
    return await look(scratch.location, contents)
  } finally {
    await scratch.remove()
    await rm(tools.temporaryPath, { recursive: true, force: true })
  }
}

async function scratchOrRefuse(beside: StoreLocation, path: string): Promise<ScratchStore> {
  try {
    return await scratchStore(beside, path)
  } catch (error) {
    const isRefused = error instanceof Error && 'code' in error && error.code === '42501'
    if (!isRefused) throw error
    throw new CannotTry(
      'The user of the database may not create a schema to restore into: grant create on the database to it.',
    )
  }
}
