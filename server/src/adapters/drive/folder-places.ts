/** The subfolders of a folder, known by what stays when they are renamed. */
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'

export interface FoundFolder {
  /** Of the file system: the number of the folder and the moment when it was made, since numbers are used again. */
  id: string
  name: string
  path: string
  /** Epoch milliseconds. */
  createdAt: number
  /** Another number as soon as something in it came, went or was renamed. */
  changedAt: number
}

/** Newest first. Hidden ones and links are left out. */
export async function foldersIn(root: string): Promise<FoundFolder[]> {
  const entries = await readdir(root, { withFileTypes: true })
  const names = entries.flatMap((entry) => (entry.isDirectory() && !entry.name.startsWith('.') ? [entry.name] : []))
  const found = (await Promise.all(names.map((name) => folderAt(root, name)))).filter((folder) => folder !== null)
  return found.sort((one, other) => other.createdAt - one.createdAt || one.name.localeCompare(other.name))
}

/** Whether the folder is where it was seen. */
export async function isInside(root: string, { id, name }: FoundFolder): Promise<boolean> {
  return (await folderAt(root, name))?.id === id
}

/** Null where it went a moment ago, or something else has its name. */
async function folderAt(root: string, name: string): Promise<FoundFolder | null> {
  const path = join(root, name)
  const found = await lstat(path, { bigint: true }).catch(() => null)
  if (!found?.isDirectory()) return null
  return {
    id: `${found.ino.toString(36)}-${found.birthtimeNs.toString(36)}`,
    name,
    path,
    // Some file systems do not know when anything was made.
    createdAt: Number(found.birthtimeMs > 0n ? found.birthtimeMs : found.mtimeMs),
    changedAt: Number(found.mtimeMs),
  }
}
