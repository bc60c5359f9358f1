/** What a disk refuses, in our words. */
import { DriveFailure, type DriveImage } from '#ports/drive.ts'

const GONE = new Set(['ENOENT', 'ENOTDIR', 'ELOOP'])
const REFUSED = new Set(['EACCES', 'EPERM', 'EROFS'])

/** What is no failure of the disk comes back as it is. */
function folderFailure(error: unknown): unknown {
  if (!(error instanceof Error && 'code' in error && 'syscall' in error && typeof error.code === 'string')) return error
  if (GONE.has(error.code)) return gone()
  if (REFUSED.has(error.code))
    return new DriveFailure(
      'refused',
      'The server may not read or change the folder: give it the right to, then try again.',
    )
  return new DriveFailure('unavailable', `The folder on the server cannot be used at the moment (${error.code}).`)
}

export const gone = () => new DriveFailure('gone', 'It is no longer in the drive.')

export function noFolder(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code !== 'EEXIST' && code !== 'ENOTDIR') throw error
  throw new DriveFailure('refused', 'DRIVE_DIR names something that is no folder: name a folder.')
}

export function noneOfGone(error: unknown): DriveImage[] {
  const failure = folderFailure(error)
  if (failure instanceof DriveFailure && failure.kind === 'gone') return []
  throw failure
}

/** Failures of the disk in our words. */
export async function inWords<Result>(does: () => Promise<Result>): Promise<Result> {
  try {
    return await does()
  } catch (error) {
    throw folderFailure(error)
  }
}
