/** How much room there is, and what takes it up. */
import { readdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'

/** Free space of the disk that a folder is on, as available to users other than root. */
export async function diskAt(folder: string): Promise<{ totalBytes: number; freeBytes: number }> {
  const { bsize, blocks, bavail } = await statfs(folder)
  return { totalBytes: bsize * blocks, freeBytes: bsize * bavail }
}

/** Below this a server may be unable to work at any moment. */
const FLOOR_BYTES = 100_000_000
/** Of a disk so small that this is less. */
const FLOOR_SHARE = 0.05

/** A sentence where there is less room than a server needs; null where there is enough. */
export function tooLittleRoom(
  folder: string,
  { totalBytes, freeBytes }: { totalBytes: number; freeBytes: number },
  isFull: boolean,
): string | null {
  if (!isFull && freeBytes >= Math.min(FLOOR_BYTES, totalBytes * FLOOR_SHARE)) return null
  const megabytes = (freeBytes / 1_000_000).toFixed(1)
  return `The disk of the data folder ${folder} has only ${megabytes} MB left. Make room on it.`
}

/** The sizes of all files under a folder; nothing where there is none. What goes meanwhile is left out. */
export async function bytesUnder(folder: string): Promise<number> {
  let bytes = 0
  for (const path of await filesUnder(folder)) bytes += (await sizeOf(path)) ?? 0
  return bytes
}

/** Whole paths, in the order of their names. Nothing where there is no such folder. */
export async function filesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch((error) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

async function sizeOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).size
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
