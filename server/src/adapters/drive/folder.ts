/**
 * A folder on this machine as a drive: its subfolders become reels (D29). Its words come from files too: `description.txt`
 * in a folder is its description. Nothing outside the folder is ever read or changed: links are not followed, and names with
 * a path in them are refused.
 */
import { constants } from 'node:fs'
import { access, lstat, mkdir, readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { type Drive, DriveFailure, type DriveFiles, type DriveImage } from '#ports/drive.ts'
import { type Images, UnusableImage } from '#ports/images.ts'
import { gone, inWords, noFolder, noneOfGone } from './folder-failure.ts'
import { copyImage, openPlain, partsOf, refuseName, textOf } from './folder-files.ts'
import { type FoundFolder, foldersIn, isInside } from './folder-places.ts'
import { folderWatch } from './folder-watch.ts'
import { imageTypeOf } from './image-types.ts'

const FOLDERS_OF_A_PAGE = 100
const IMAGES_OF_A_PAGE = 1_000
const DESCRIPTION = 'description.txt'

/** The folder is created at the first request. */
export function folderDrive({
  path: root,
  images,
  watchEveryMs,
}: {
  path: string
  images: Pick<Images, 'variant'>
  watchEveryMs?: number
}): Drive {
  /** Where a folder was last seen: it may have been renamed since. */
  let known = new Map<string, FoundFolder>()

  async function readFolders(): Promise<FoundFolder[]> {
    await mkdir(root, { recursive: true })
    const found = await foldersIn(root)
    known = new Map(found.map((folder) => [folder.id, folder]))
    return found
  }

  /** Throws `gone` where there is no such folder any more. */
  async function requireFolder(id: string): Promise<FoundFolder> {
    const seen = known.get(id)
    if (seen && (await isInside(root, seen))) return seen
    const found = (await readFolders()).find((folder) => folder.id === id)
    if (!found) throw gone()
    return found
  }

  async function imagesOf(folderId: string): Promise<DriveImage[]> {
    const folder = await requireFolder(folderId)
    const entries = await readdir(folder.path, { withFileTypes: true })
    const found = entries.flatMap((entry) => {
      const type = entry.isFile() ? imageTypeOf(entry.name) : null
      return type ? [{ name: entry.name, type }] : []
    })
    return (await Promise.all(found.map((image) => statImage(folder, image)))).filter((image) => image !== null)
  }

  /** Throws `gone` where there is no such picture any more. The caller closes it. */
  async function openImage(imageId: string) {
    const { folderId, name } = partsOf(imageId)
    const folder = await requireFolder(folderId)
    const path = join(folder.path, name)
    return { path, file: await openPlain(path) }
  }

  const files: DriveFiles = {
    folders: (signal) =>
      asPages(FOLDERS_OF_A_PAGE, signal, async () => Promise.all((await readFolders()).map(describeFolder))),

    async *images(folderIds, signal) {
      const found: DriveImage[] = []
      for (const folderId of folderIds) {
        signal.throwIfAborted()
        found.push(...(await inWords(() => imagesOf(folderId).catch(noneOfGone))))
        while (found.length >= IMAGES_OF_A_PAGE) yield found.splice(0, IMAGES_OF_A_PAGE)
      }
      if (found.length > 0) yield found
    },

    thumbnail: (imageId, signal) =>
      inWords(async () => {
        signal.throwIfAborted()
        const { file, path } = await openImage(imageId)
        await file.close()
        return { bytes: await images.variant(path, 480), type: 'image/webp' as const }
      }).catch(nullForUnusable),

    download: (imageId, { path, bytesMax, signal }) =>
      inWords(async () => {
        signal.throwIfAborted()
        const { file } = await openImage(imageId)
        try {
          return { bytes: await copyImage(file, { path, bytesMax, signal }) }
        } finally {
          await file.close()
        }
      }),

    rename: ({ id }, name, signal) =>
      inWords(async () => {
        signal.throwIfAborted()
        const folder = await requireFolder(id)
        if (folder.name === name) return
        refuseName(name)
        // A rename onto an empty folder would swallow it.
        if ((await readFolders()).some((other) => other.name === name))
          throw new DriveFailure('refused', `A folder “${name}” already exists: rename one of the two.`)
        await rename(folder.path, join(root, name))
        await readFolders()
      }),
  }

  return {
    name: 'folder',
    title: 'Folder on this server',
    connect: null,
    test: (signal) =>
      inWords(async () => {
        signal.throwIfAborted()
        await readFolders().catch(noFolder)
        await access(root, constants.R_OK | constants.W_OK | constants.X_OK)
      }),
    files: () => files,
    watch: (onChange) => folderWatch(root, onChange, watchEveryMs),
  }
}

async function* asPages<Entry>(size: number, signal: AbortSignal, all: () => Promise<Entry[]>) {
  signal.throwIfAborted()
  const entries = await inWords(all)
  for (let at = 0; at < entries.length; at += size) yield entries.slice(at, at + size)
}

async function describeFolder({ path, ...folder }: FoundFolder) {
  return { ...folder, entryId: folder.id, place: null, description: await textOf(join(path, DESCRIPTION)) }
}

/** Null for a picture that went a moment ago. */
async function statImage(
  folder: FoundFolder,
  { name, type }: { name: string; type: string },
): Promise<DriveImage | null> {
  const found = await lstat(join(folder.path, name)).catch(() => null)
  if (!found?.isFile()) return null
  const id = `${folder.id}/${Buffer.from(name).toString('base64url')}`
  return { id, folderId: folder.id, name, type, bytes: found.size, version: `${found.size}-${found.mtimeMs}` }
}

/** A picture of which no small one can be made: another format, or damaged. */
function nullForUnusable(error: unknown): null {
  if (error instanceof UnusableImage) return null
  throw error
}
