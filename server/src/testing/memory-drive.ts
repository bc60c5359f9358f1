/**
 * A drive that holds its folders in memory, for tests of what uses one; the suite of the port keeps it honest. With `connect`
 * it wants a grant like a vendor's, without it is like the folder of this machine.
 */
import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { type Drive, DriveFailure, type DriveFiles, type DriveFolder } from '#ports/drive.ts'

type Question = keyof DriveFiles

interface KeptFolder extends DriveFolder {
  images: Map<string, { name: string; type: string; bytes: Uint8Array; version: number }>
}

export interface MemoryDrive extends Drive {
  /** Newer than all before by default. Answers its id. */
  addFolder(folder: {
    name: string
    description?: string
    createdAt?: number
    place?: string
    /** Found by a shortcut, which is what a rename changes. */
    isShortcut?: boolean
  }): string
  removeFolder(id: string): void
  /** Adds it, or changes the one of this name. Answers its id. */
  putImage(folderId: string, image: { name: string; type?: string; bytes: Uint8Array }): string
  /** As the folders are called now, in the order in which they were added. */
  names(): string[]
  /** Names that were given, in order, the same one twice too. */
  readonly renames: readonly string[]
  /** Comes before every question: waits, or throws a `DriveFailure`. Null again for nothing. */
  before: ((question: Question, id: string) => void | Promise<void>) | null
  /** The user grants access on the page at this address; returns the address that the browser is sent back to. */
  allow(address: string): string
  /** From now on nothing that was granted works. */
  loseGrants(): void
  /** The secrets that work. */
  readonly grants: ReadonlySet<string>
}

const FOLDERS_OF_A_PAGE = 50
const IMAGES_OF_A_PAGE = 1_000
const BEGINNING = Date.parse('2026-09-01T08:00:00Z')
const DAY_MS = 24 * 60 * 60_000

export function memoryDrive({ isConnected = true }: { isConnected?: boolean } = {}): MemoryDrive {
  const kept = new Map<string, KeptFolder>()
  const codes = new Map<string, { challenge: string; returnAddress: string }>()
  const grants = new Set<string>()
  const watchers = new Set<() => void>()
  const renames: string[] = []
  let made = 0

  const notifyWatchers = () => {
    for (const tell of watchers) tell()
  }
  const folderOf = (id: string) => {
    const folder = kept.get(id)
    if (!folder) throw new DriveFailure('gone', 'The folder is no longer in the drive.')
    return folder
  }
  const imageOf = (id: string) => {
    const image = [...kept.values()].map(({ images }) => images.get(id)).find((found) => found !== undefined)
    if (!image) throw new DriveFailure('gone', 'The picture is no longer in the drive.')
    return image
  }

  const connect: Drive['connect'] = {
    address: ({ state, challenge, returnAddress }) =>
      `https://drive.example.test/allow?${new URLSearchParams({ state, challenge, returnAddress })}`,
    async exchange({ code, verifier, returnAddress }) {
      const wanted = codes.get(code)
      codes.delete(code)
      const challenge = createHash('sha256').update(verifier).digest('base64url')
      if (wanted?.challenge !== challenge || wanted.returnAddress !== returnAddress)
        throw new DriveFailure('refused', 'The drive did not accept the answer of its own page.')
      made += 1
      const secret = `secret-of-the-drive-${made}`
      grants.add(secret)
      return { secret, owner: 'mia@example.test' }
    },
    async revoke(secret) {
      grants.delete(secret)
    },
  }

  const drive: MemoryDrive = {
    name: isConnected ? 'google' : 'folder',
    title: isConnected ? 'Google Drive' : 'Folder on this server',
    connect: isConnected ? connect : null,
    watch: isConnected
      ? null
      : (onChange) => {
          watchers.add(onChange)
          return { end: () => void watchers.delete(onChange) }
        },
    test: async () => {},
    before: null,
    grants,
    renames,

    files(secret) {
      /** Every call to the drive begins here. */
      async function ask(question: Question, id: string, signal: AbortSignal) {
        signal.throwIfAborted()
        await drive.before?.(question, id)
        signal.throwIfAborted()
        if (isConnected && !(secret !== null && grants.has(secret)))
          throw new DriveFailure('connection_lost', 'The drive is no longer connected.')
      }
      return {
        async *folders(signal) {
          await ask('folders', '', signal)
          const all = [...kept.values()].sort((one, other) => other.createdAt - one.createdAt)
          for (let at = 0; at < all.length; at += FOLDERS_OF_A_PAGE) {
            if (at > 0) await ask('folders', '', signal)
            yield all.slice(at, at + FOLDERS_OF_A_PAGE).map(({ images, ...folder }) => folder)
          }
        },
        async *images(folderIds, signal) {
          for (let at = 0; at < folderIds.length; at += FOLDERS_OF_A_PAGE) {
            const some = folderIds.slice(at, at + FOLDERS_OF_A_PAGE)
            await ask('images', some[0] ?? '', signal)
            const found = some.flatMap((folderId) =>
              [...(kept.get(folderId)?.images ?? [])].map(([id, { name, type, bytes, version }]) => ({
                id,
                folderId,
                name,
                type,
                bytes: bytes.length,
                version: String(version),
              })),
            )
            for (let from = 0; from < found.length; from += IMAGES_OF_A_PAGE)
              yield found.slice(from, from + IMAGES_OF_A_PAGE)
          }
        },
        async thumbnail(imageId, signal) {
          await ask('thumbnail', imageId, signal)
          const { bytes, type } = imageOf(imageId)
          const isShown = type === 'image/jpeg' || type === 'image/png'
          return isShown && bytes.length > 0 ? { bytes, type } : null
        },
        async download(imageId, { path, bytesMax, signal }) {
          await ask('download', imageId, signal)
          const { bytes } = imageOf(imageId)
          if (bytes.length > bytesMax) throw new DriveFailure('too_large', 'The picture is too large.')
          await writeFile(path, bytes, { flag: 'wx' })
          return { bytes: bytes.length }
        },
        async rename({ id }, name, signal) {
          await ask('rename', id, signal)
          const folder = folderOf(id)
          renames.push(name)
          folder.name = name
          notifyWatchers()
        },
      }
    },

    addFolder({ name, description = null, createdAt, place = null, isShortcut = false }) {
      made += 1
      const id = `folder${made}`
      const entryId = isShortcut ? `shortcut${made}` : id
      kept.set(id, {
        id,
        entryId,
        name,
        description,
        place,
        createdAt: createdAt ?? BEGINNING + made * DAY_MS,
        images: new Map(),
      })
      notifyWatchers()
      return id
    },
    removeFolder(id) {
      kept.delete(id)
      notifyWatchers()
    },
    putImage(folderId, { name, type = 'image/jpeg', bytes }) {
      const { images } = folderOf(folderId)
      made += 1
      const id = [...images].find(([, image]) => image.name === name)?.[0] ?? `image${made}`
      images.set(id, { name, type, bytes, version: made })
      notifyWatchers()
      return id
    },
    names: () => [...kept.values()].map(({ name }) => name),
    allow(address) {
      const { searchParams } = new URL(address)
      const returnAddress = searchParams.get('returnAddress') ?? ''
      made += 1
      codes.set(`code${made}`, { challenge: searchParams.get('challenge') ?? '', returnAddress })
      return `${returnAddress}?${new URLSearchParams({ code: `code${made}`, state: searchParams.get('state') ?? '' })}`
    },
    loseGrants: () => grants.clear(),
  }
  return drive
}
