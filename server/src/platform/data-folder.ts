/**
 * The folder that holds everything one installation keeps. One process holds it at a time: the lock is an open
 * exclusive transaction on a small SQLite file, so the operating system lets go of it however the process ends.
 */
import { hash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isMainThread } from 'node:worker_threads'
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
  /** Keeps room for what must work on a full disk. */
  readonly reservePath: string
}

export interface DataFolder extends Places {
  /** The same for each process that holds this folder on this machine, and for no other folder. */
  readonly id: string
  /** Publishes the server's address to commands on this machine. */
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

/** The path of the backup that was made last; null where there is none. A link to a disk that is not there is none. */
export function newestBackupIn(backupsPath: string): string | null {
  if (!existsSync(backupsPath)) return null
  // Their names are in the order of their making.
  const name = readdirSync(backupsPath)
    .filter((one) => /^tangelo-[\d-]+\.tar$/.test(one))
    .sort()
    .findLast((one) => existsSync(join(backupsPath, one)))
  return name === undefined ? null : join(backupsPath, name)
}

/** Paths of everything in a data folder, also for processes that do not hold it. */
export function placesIn(folder: string): Places {
  const path = resolve(folder)
  return {
    path,
    databasePath: join(path, 'tangelo.sqlite'),
    blobsPath: join(path, 'blobs'),
    temporaryPath: join(path, 'tmp'),
    backupsPath: join(path, 'backups'),
    reservePath: join(path, 'reserve'),
  }
}

/** What a file must not allow to any user except the one that runs the server. */
const OTHERS = 0o077
const OWN_FOLDER = 0o700
const OWN_FILE = 0o600

/**
 * Makes a folder and those above it. Not with Node's own option for that, which never ends where the system answers that there
 * is no such place (/proc).
 */
function makeFolder(path: string): void {
  if (existsSync(path)) return
  if (dirname(path) !== path) makeFolder(dirname(path))
  mkdirSync(path, { mode: OWN_FOLDER })
}

const OWN_NAMES =
  /^(lock|tangelo\.sqlite|server\.json|encryption\.key|reserve|blobs|tmp|backups|reels|months|lost\+found)/

/**
 * Takes away what an earlier program or a looser umask allowed to others, on the folder and on what lies directly in it. A folder
 * that other programs use as well stays open to them.
 */
function closeToOthers(path: string): void {
  const entries = readdirSync(path, { withFileTypes: true })
  const own = entries.filter(({ name }) => OWN_NAMES.test(name))
  if (own.length === entries.length) chmodOwn(path, OWN_FOLDER)
  for (const entry of own)
    if (entry.isDirectory()) chmodOwn(join(path, entry.name), OWN_FOLDER)
    else if (entry.isFile()) chmodOwn(join(path, entry.name), OWN_FILE)
}

/** A file of another user stays as it is; a write to it fails with a clear error. */
function chmodOwn(path: string, mode: number): void {
  try {
    chmodSync(path, mode)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && ['EPERM', 'ENOENT', 'EROFS'].includes(String(error.code))))
      throw error
  }
}

/** Takes the folder, making it when needed, for this user of the machine alone. Throws `StartRefused`, or `FolderHeld` when another process has it. */
export function takeDataFolder(folder: string): DataFolder {
  const path = resolve(folder)
  if (isMainThread) process.umask(OTHERS)
  let lock: DatabaseSync
  try {
    makeFolder(path)
    closeToOthers(path)
    makeFolder(join(path, 'tmp'))
    lock = new DatabaseSync(join(path, 'lock'))
    lock.exec('pragma busy_timeout = 0')
  } catch (error) {
    throw new StartRefused(
      `The data folder ${path} cannot be written (${error instanceof Error ? error.message : error}): give this user the right to write there, or set DATA_DIR to another folder.`,
    )
  }
  try {
    // Without a journal beside it, which a full disk would have no room for.
    lock.exec('pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    lock.close()
    if (error instanceof Error && /locked/.test(error.message)) throw new FolderHeld(path, holderOf(path))
    throw new StartRefused(
      `The data folder ${path} cannot be locked (${error instanceof Error ? error.message : error}): give this user the right to write there, or set DATA_DIR to another folder.`,
    )
  }
  // An earlier process that was killed left its address behind, and perhaps a partial file: both are useless.
  rmSync(announcementIn(path), { force: true })
  rmSync(join(path, 'tmp'), { recursive: true, force: true })
  rmSync(join(path, 'blobs', 'parts'), { recursive: true, force: true })
  makeFolder(join(path, 'tmp'))
  // Its name and place alone could be those of a copy in another container.
  const id = hash('sha256', [hostname(), path, statSync(join(path, 'lock')).ino].join(' '), 'hex').slice(0, 24)
  return {
    ...placesIn(path),
    id,
    announce(holder) {
      writeFileSync(announcementIn(path), JSON.stringify(holder), { mode: 0o600 })
    },
    release() {
      rmSync(announcementIn(path), { force: true })
      lock.close()
    },
  }
}
