/**
 * Space reserved for what must still work on a full disk: signing in and deleting (docs/decisions/0029). An empty file
 * of that size is in the data folder. When SQLite finds the disk full, the file goes, and its room becomes free pages
 * of SQLite's own files before any other program can take it. From then on only writes inside `evenOnFullDisk` are let
 * in, until there is room for the file again.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { closeSync, existsSync, fsyncSync, openSync, rmSync, statfsSync, statSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { diskIsFull, isDiskFull } from '../store-errors.ts'
import type { Connection } from './sqlite-connection.ts'

/** Twice the write-ahead log at its usual size, so that all of it can be copied into the database. */
const RESERVE_BYTES = 8 * 1024 * 1024
/** What becomes free pages: a thousand sign-ins. */
const CLAIMED_BYTES = 1024 * 1024
/** SQLite's usual, and one that keeps the write-ahead log within what the claim has made it. */
const CHECKPOINT_PAGES = 1000
const CHECKPOINT_PAGES_ON_FULL_DISK = 100
const LOOK_MS = 1_000

const essential = new AsyncLocalStorage<true>()

/** Runs work whose writes are let in on a full disk: what signs people in, and what makes room. */
export const evenOnFullDisk = <Result>(work: () => Result): Result => essential.run(true, work)

export interface DiskReserve {
  readonly isSpent: boolean
  /** Says on which connection the room is used. Call it once, before anything is written. */
  serve(writer: Connection): void
  /** Throws the named failure for a write that has to wait until there is room. */
  admit(): void
  /** Turns the reserve into room for SQLite. Only the holder of the write turn may call it, outside of a transaction. */
  spend(): void
  end(): void
}

/** @param path of the file that keeps the room. */
export function diskReserve(path: string): DiskReserve {
  let isSpent = false
  let writer: Connection | null = null
  let timer: NodeJS.Timeout | undefined

  /** Makes the file where it is missing; false when there is no room for it and as much again. */
  function fill(): boolean {
    if (existsSync(path) && statSync(path).size === RESERVE_BYTES) return true
    if (freeBytes(path) < 2 * RESERVE_BYTES) return false
    try {
      writeFilled(path)
      return true
    } catch (error) {
      rmSync(path, { force: true })
      if (isDiskFull(error)) return false
      throw error
    }
  }

  function refill() {
    const isFilled = fill()
    if (!isFilled && freeBytes(path) < RESERVE_BYTES) return
    if (isSpent) writer?.execOnce(`pragma wal_autocheckpoint = ${CHECKPOINT_PAGES}`)
    isSpent = false
    if (isFilled) {
      clearInterval(timer)
      timer = undefined
    }
  }

  const refillLater = () => {
    timer ??= setInterval(refill, LOOK_MS).unref()
  }

  /** Answers whether there was a reserve. */
  function release(): boolean {
    const hadReserve = existsSync(path)
    rmSync(path, { force: true })
    isSpent = true
    refillLater()
    return hadReserve
  }

  // SQLite cannot even open its files on a disk without any room.
  const isReleasedAtOnce = freeBytes(path) < CLAIMED_BYTES
  if (isReleasedAtOnce) release()
  else if (!fill()) refillLater()
  return {
    get isSpent() {
      return isSpent
    },
    serve(connection) {
      writer = connection
      connection.execOnce('drop table if exists disk_reserve')
      if (isReleasedAtOnce) takeSteps(connection, CLAIM)
    },
    admit() {
      if (isSpent && !essential.getStore()) throw diskIsFull()
    },
    spend() {
      const steps = release() ? CLAIM : BEGIN_LOG_AGAIN
      if (writer) takeSteps(writer, steps)
    },
    end: () => clearInterval(timer),
  }
}

/**
 * Brings what is in the write-ahead log into the database, then has SQLite grow both files by what is needed and keep it as
 * free pages.
 */
const CLAIM = [
  // Another program may be reading: the requests of this one do not wait for it.
  'pragma busy_timeout = 100',
  'pragma wal_checkpoint(restart)',
  `pragma wal_autocheckpoint = ${CHECKPOINT_PAGES_ON_FULL_DISK}`,
  'create table if not exists disk_reserve (filling blob)',
  `insert into disk_reserve values (zeroblob(${CLAIMED_BYTES}))`,
  'pragma wal_checkpoint(restart)',
  'drop table if exists disk_reserve',
  'pragma wal_checkpoint(restart)',
  'pragma busy_timeout = 5000',
]

const BEGIN_LOG_AGAIN = ['pragma busy_timeout = 100', 'pragma wal_checkpoint(restart)', 'pragma busy_timeout = 5000']

/** Each step is tried: half of them is still better than none. */
function takeSteps(writer: Connection, steps: readonly string[]): void {
  for (const step of steps)
    try {
      writer.execOnce(step)
    } catch (error) {
      if (!isDiskFull(error)) throw error
    }
}

function writeFilled(path: string): void {
  const file = openSync(path, 'w', 0o600)
  try {
    // Not a hole: some file systems would keep no room for that.
    const filling = Buffer.alloc(1024 * 1024, 1)
    for (let written = 0; written < RESERVE_BYTES; written += filling.length) writeWhole(file, filling)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

function writeWhole(file: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
}

function freeBytes(path: string): number {
  const { bavail, bsize } = statfsSync(dirname(path))
  return bavail * bsize
}
