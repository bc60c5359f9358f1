/**
 * The folder that holds everything one installation keeps. One process holds it at a time: the lock is an open
 * exclusive transaction on a small SQLite file, so the operating system lets go of it however the process ends.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import * as z from 'zod'
import { StartRefused } from './start-refused.ts'

/** How a command on the same machine finds the server that holds the folder, and proves that it may read the folder. */
export const Holder = z.object({ pid: z.int(), address: z.string(), key: z.string() })
export type Holder = z.infer<typeof Holder>

export interface Places {
  readonly path: string
  readonly databasePath: string
  readonly blobsPath: string
  readonly temporaryPath: string
  readonly backupsPath: string
}

export interface DataFolder extends Places {
  /** Tells commands on this machine where the server answers. */
  announce(holder: Holder): void
  release(): void
}

export class FolderHeld extends StartRefused {
  readonly holder: Holder | null
  constructor(path: string, holder: Holder | null) {
    super(
      holder
        ? `Another tangelo is using the data folder ${path} (process ${holder.pid}, ${holder.address}): stop it, or give this one another DATA_DIR.`
        : `Another tangelo is using the data folder ${path}: stop it, or give this one another DATA_DIR.`,
    )
    this.holder = holder
  }
}

const announcementIn = (path: string) => join(path, 'server.json')

function holderOf(path: string): Holder | null {
  try {
    return Holder.parse(JSON.parse(readFileSync(announcementIn(path), 'utf8')))
  } catch {
    // The holder is still starting and has not announced itself: its name is all that is missing.
    return null
  }
}

/** Where everything is in a data folder, also for those who do not hold it. */
export function placesIn(folder: string): Places {
  const path = resolve(folder)
  return {
    path,
    databasePath: join(path, 'tangelo.sqlite'),
    blobsPath: join(path, 'blobs'),
    temporaryPath: join(path, 'tmp'),
    backupsPath: join(path, 'backups'),
  }
}

/** Takes the folder, making it when needed. Throws `StartRefused`, or `FolderHeld` when somebody else has it. */
export function takeDataFolder(folder: string): DataFolder {
  const path = resolve(folder)
  let lock: DatabaseSync
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    mkdirSync(join(path, 'tmp'), { recursive: true })
    lock = new DatabaseSync(join(path, 'lock'))
    lock.exec('pragma busy_timeout = 0')
  } catch (error) {
    throw new StartRefused(
      `The data folder ${path} cannot be written (${error instanceof Error ? error.message : error}): give this user the right to write there, or set DATA_DIR to another folder.`,
    )
  }
  try {
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    if (error instanceof Error && /locked/.test(error.message)) throw new FolderHeld(path, holderOf(path))
    throw new StartRefused(
      `The data folder ${path} cannot be locked (${error instanceof Error ? error.message : error}): give this user the right to write there, or set DATA_DIR to another folder.`,
    )
  }
  // An earlier process that was killed left its address behind, and perhaps half a file: neither is of use to anybody.
  rmSync(announcementIn(path), { force: true })
  rmSync(join(path, 'tmp'), { recursive: true, force: true })
  rmSync(join(path, 'blobs', 'parts'), { recursive: true, force: true })
  mkdirSync(join(path, 'tmp'), { recursive: true })
  return {
    ...placesIn(path),
    announce(holder) {
      writeFileSync(announcementIn(path), JSON.stringify(holder), { mode: 0o600 })
    },
    release() {
      rmSync(announcementIn(path), { force: true })
      lock.close()
    },
  }
}
