/** Files in the folders of a drive: only plain ones are opened, and no name leads out of its folder. */
import { constants, createWriteStream } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { DriveFailure } from '#ports/drive.ts'
import { gone } from './folder-failure.ts'

/** As long as Google lets a description be, about. */
const DESCRIPTION_BYTES_MAX = 8 * 1024

/** Null for a file that is not there, holds nothing or is not a plain file. */
export async function textOf(path: string): Promise<string | null> {
  const file = await openPlain(path).catch(() => null)
  if (!file) return null
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(DESCRIPTION_BYTES_MAX) })
    return buffer.subarray(0, bytesRead).toString('utf8').replaceAll('\0', '').trim() || null
  } finally {
    await file.close()
  }
}

/** A link is ignored, and so is a pipe: opening one would wait for a writer. */
export async function openPlain(path: string): Promise<FileHandle> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
  if ((await file.stat()).isFile()) return file
  await file.close()
  throw gone()
}

export async function copyImage(
  file: FileHandle,
  { path, bytesMax, signal }: { path: string; bytesMax: number; signal: AbortSignal },
): Promise<number> {
  let bytes = 0
  const target = createWriteStream(path, { flags: 'wx' })
  try {
    await pipeline(
      file.createReadStream({ autoClose: false }),
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          bytes += chunk.length
          if (bytes > bytesMax) throw new DriveFailure('too_large', 'The picture is too large.')
          yield chunk
        }
      },
      target,
      { signal },
    )
    return bytes
  } catch (error) {
    // A file that was there before is not ours to remove.
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) await rm(path, { force: true })
    signal.throwIfAborted()
    throw error
  }
}

export function partsOf(imageId: string): { folderId: string; name: string } {
  const [folderId = '', encoded = ''] = imageId.split('/')
  const name = Buffer.from(encoded, 'base64url').toString('utf8')
  if (!isName(name)) throw gone()
  return { folderId, name }
}

const NAME_BYTES_MAX = 255

/** What separates folders on this system is in no name. */
const isName = (name: string) =>
  name !== '' && name !== '.' && name !== '..' && !name.includes('\0') && basename(name) === name

export function refuseName(name: string): void {
  if (!isName(name) || Buffer.byteLength(name) > NAME_BYTES_MAX)
    throw new DriveFailure(
      'refused',
      'The folder cannot have this name: it is too long, or has characters that names cannot have.',
    )
}
