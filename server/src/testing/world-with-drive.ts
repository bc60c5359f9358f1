/** A world in which company 1 has a drive that the test fills; that of company 2 is another one. */

import type { DriveImport, ReelFolder, ReelFolders } from '@tangelo/contract'
import { PUBLISHED_SUFFIX } from '@tangelo/contract/limits'
import sharp from 'sharp'
import { type MemoryDrive, memoryDrive } from './memory-drive.ts'
import { until } from './queue-nodes.ts'
import { aPixel } from './reels.ts'
import { type Person, type World, world } from './world.ts'

export interface Driven extends World {
  drive: MemoryDrive
  foreignDrive: MemoryDrive
  folders(who?: Person): Promise<ReelFolder[]>
  reelFolder(id: string, who?: Person): Promise<ReelFolder>
  /** Asks once more until the drive has been read after that. */
  reread(): Promise<void>
  importFolder(
    folderId: string,
    request?: { recordId?: string; createNew?: boolean; skipsRefused?: boolean },
    who?: Person,
  ): ReturnType<World['ask']>
  /** Goes through the page on which a drive is allowed; answers the address on which it ends. */
  connect(who?: Person): Promise<string>
}

/** Photographs by name; another one for each. */
export const photographs = (count: number, first = 1): { name: string; type: string; bytes: Uint8Array }[] =>
  Array.from({ length: count }, (_, at) => ({
    name: `photo ${first + at}.gif`,
    type: 'image/gif',
    // Colours that a JPEG keeps apart.
    bytes: aPixel(((first + at) * 20) % 256),
  }))

export const aPhotograph = async (background = 'orange'): Promise<Uint8Array> =>
  new Uint8Array(
    await sharp({ create: { width: 60, height: 80, channels: 3, background } })
      .jpeg()
      .toBuffer(),
  )

export async function makeWorldWithDrive({
  isConnected = false,
  works = true,
  ...given
}: Omit<NonNullable<Parameters<typeof world>[0]>, 'driveOf'> & {
  /** The drive is one that has to be connected. */
  isConnected?: boolean
  works?: boolean
} = {}): Promise<Driven> {
  const [drive, foreignDrive] = [memoryDrive({ isConnected }), memoryDrive({ isConnected })]
  const path = isConnected ? null : '/srv/reels'
  const here = await world({ ...given, driveOf: (id) => ({ drive: id === 1 ? drive : foreignDrive, path }) })
  if (works) here.work()
  const list = async (who: Person = 'pro'): Promise<ReelFolders> => {
    const res = await here.ask(who, 'GET', '/api/google/reels')
    if (res.statusCode !== 200) throw new Error(res.body)
    return res.json()
  }
  return {
    ...here,
    drive,
    foreignDrive,
    async folders(who) {
      let answer = await list(who)
      await until('the drive has been read', async () => {
        answer = await list(who)
        return answer.readAt !== null && !answer.isReading
      })
      return answer.folders
    },
    async reelFolder(id, who = 'pro') {
      return (await here.ask(who, 'GET', `/api/google/reels/${id}`)).json()
    },
    async reread() {
      here.clock.moveBy(31_000)
      const now = new Date(here.clock.now()).toISOString()
      await here.ask('pro', 'POST', '/api/google/reels/refresh')
      await until('the drive has been read again', async () => (await list()).readAt === now)
    },
    importFolder: (folderId, request = {}, who = 'pro') =>
      here.ask(who, 'POST', '/api/google/import-reel', { folderId, createNew: !request.recordId, ...request }),
    async connect(who = 'pro') {
      const begun = await here.ask(who, 'GET', '/api/google/auth/url')
      const cookie = String(begun.headers['set-cookie']).split(';')[0] ?? ''
      const back = new URL(drive.allow(begun.json().url))
      const res = await here.ask('stranger', 'GET', `${back.pathname}${back.search}`, undefined, { cookie })
      return String(res.headers.location)
    },
  }
}

/** A folder in a drive that has been read. */
export async function withFolder(
  here: Driven,
  name = 'Ferry',
  images = photographs(2),
  description?: string,
): Promise<string> {
  const id = here.drive.addFolder({ name, ...(description && { description }) })
  for (const image of images) here.drive.putImage(id, image)
  await here.folders()
  return id
}

export const itemsOf = ({ database }: Driven) =>
  database.queries.selectFrom('content_items').select(['id', 'caption']).execute()

export const toPublishedName = (name: string) => `${name}${PUBLISHED_SUFFIX}`

export const DONE: DriveImport = {
  state: 'done',
  recordId: null,
  done: 0,
  total: 0,
  leftOut: 0,
  refused: [],
  rename: 'done',
  message: null,
}
