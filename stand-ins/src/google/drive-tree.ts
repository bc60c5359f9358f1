/** What lies in a person's drive: files and folders, each with a number of parents, and the hands that change them. */
import { createHash } from 'node:crypto'

export const folderType = 'application/vnd.google-apps.folder'
const shortcutType = 'application/vnd.google-apps.shortcut'

export interface DriveItem {
  id: string
  name: string
  mimeType: string
  parents: readonly string[]
  /** Empty for none. */
  description: string
  /** Epoch milliseconds. */
  createdAt: number
  modifiedAt: number
  isTrashed: boolean
  /** The shared drive it lies in; null for the person's own. */
  driveId: string | null
  targetId: string | null
  /** Of a file. */
  bytes: Uint8Array | null
  hasThumbnail: boolean
  /** Whether the person may rename it. */
  canEdit: boolean
}

export interface NewItem {
  name: string
  /** The top of the person's own drive unless given. */
  parent?: string
  description?: string
  createdAt?: number
  driveId?: string
  canEdit?: boolean
}

export interface DriveHands {
  readonly rootId: string
  find(id: string): DriveItem | undefined
  /** Answers the id of what was added. */
  addFolder(folder: NewItem): string
  addFile(file: NewItem & { type: string; bytes: Uint8Array; hasThumbnail?: boolean }): string
  addShortcut(shortcut: NewItem & { targetId: string }): string
  /** As a user does on the vendor's own screen. */
  change(id: string, change: Partial<Pick<DriveItem, 'name' | 'bytes' | 'isTrashed' | 'canEdit' | 'description'>>): void
  /** With all that lies in it. */
  remove(id: string): void
}

export interface DriveTree extends DriveHands {
  items: ReadonlyMap<string, DriveItem>
}

export function driveTree(now: () => number): DriveTree {
  const items = new Map<string, DriveItem>()
  const add = (mimeType: string, given: NewItem, more: Partial<DriveItem> = {}): string => {
    const { name, parent = rootId, description = '', createdAt = now(), driveId = null, canEdit = true } = given
    // As long and as mixed as the vendor's.
    const id = `1${createHash('sha256').update(`item ${items.size}`).digest('base64url').slice(0, 32)}`
    items.set(id, {
      id,
      name,
      mimeType,
      description,
      createdAt,
      canEdit,
      parents: parent === '' ? [] : [parent],
      driveId: driveId ?? items.get(parent)?.driveId ?? null,
      modifiedAt: createdAt,
      isTrashed: false,
      targetId: null,
      bytes: null,
      hasThumbnail: false,
      ...more,
    })
    return id
  }
  function remove(id: string): void {
    items.delete(id)
    for (const { id: inner, parents } of [...items.values()]) if (parents.includes(id)) remove(inner)
  }
  const rootId = add(folderType, { name: 'My Drive', parent: '' })
  return {
    items,
    rootId,
    find: (id) => items.get(id),
    addFolder: (folder) => add(folderType, folder),
    addFile: ({ type, bytes, hasThumbnail = true, ...file }) => add(type, file, { bytes, hasThumbnail }),
    addShortcut: ({ targetId, ...shortcut }) => add(shortcutType, shortcut, { targetId }),
    change(id, change) {
      const item = items.get(id)
      if (item) items.set(id, { ...item, ...change, modifiedAt: now() })
    },
    remove,
  }
}

/** The whole of an item, as the vendor tells it. */
export function toDriveFile(item: DriveItem, items: ReadonlyMap<string, DriveItem>, base: string) {
  const { id, name, mimeType, parents, description, driveId, bytes, targetId, isTrashed } = item
  return {
    kind: 'drive#file',
    id,
    name,
    mimeType,
    parents,
    trashed: isTrashed,
    ...(description !== '' && { description }),
    ...(driveId !== null ? { driveId } : { ownedByMe: item.canEdit }),
    createdTime: new Date(item.createdAt).toISOString(),
    modifiedTime: new Date(item.modifiedAt).toISOString(),
    ...(bytes && { size: String(bytes.length), md5Checksum: sumOf(bytes) }),
    ...(item.hasThumbnail && { thumbnailLink: `${base}/drive-storage/${id}=s220` }),
    ...(targetId !== null && {
      shortcutDetails: { targetId, targetMimeType: items.get(targetId)?.mimeType ?? folderType },
    }),
  }
}

const sums = new WeakMap<Uint8Array, string>()

/** Large files are summed once. */
function sumOf(bytes: Uint8Array): string {
  const sum = sums.get(bytes) ?? createHash('md5').update(bytes).digest('hex')
  sums.set(bytes, sum)
  return sum
}
