/** Sample folders of a drive, as the server would answer them. */
import type { DriveImport, DriveStatus, ReelFolder, ReelFolders } from '@tangelo/contract'
import { json } from './network.ts'

export const aDriveStatus = (part: Partial<DriveStatus> = {}): DriveStatus => ({
  authenticated: true,
  drive: 'google',
  path: null,
  owner: 'mia@example.test',
  message: null,
  ...part,
})

export function aFolder({ count = 6, ...part }: Partial<ReelFolder> & { count?: number } = {}): ReelFolder {
  return {
    id: 'folder-1',
    name: 'Ferry to the other side',
    description: 'The 7:40 ferry',
    createdTime: '2026-11-09T12:00:00.000Z',
    isPublished: false,
    place: null,
    images: Array.from({ length: count }, (_, at) => ({
      id: `image-${at + 1}`,
      name: `photo-${at + 1}.jpg`,
      thumbnailLink: `/media/d/key/${at + 1}`,
    })),
    isRead: true,
    import: null,
    ...part,
  }
}

export const anImport = (part: Partial<DriveImport> = {}): DriveImport => ({
  state: 'done',
  recordId: 'recAAAAAAAAAAAAAA',
  done: 6,
  total: 6,
  leftOut: 0,
  refused: [],
  rename: 'done',
  message: null,
  ...part,
})

export const folderPage = (folders: ReelFolder[], part: Partial<ReelFolders> = {}): Response =>
  json({ folders, readAt: '2026-11-20T12:00:00.000Z', isReading: false, problem: null, ...part }, 200, {
    'X-Total-Count': String(folders.length),
  })
