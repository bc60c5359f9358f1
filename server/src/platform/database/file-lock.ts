/**
 * Locks between processes of one machine: an open exclusive transaction on a small SQLite file, so that the operating system lets go of
 * it however the process ends. Nothing else may open that file: closing it would drop the lock.
 */
import { chmodSync, rmSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** The first round may only make the file; each further one needs a holder that let go in that moment. */
const ROUNDS = 5
const OWN_FILE = 0o600

/** Answers what lets go of the lock and removes its file; null while another holder has it. */
export function takeFileLock(path: string): (() => void) | null {
  for (let round = 1; round <= ROUNDS; round += 1) {
    const before = inodeAt(path)
    const lock = lockFile(path)
    if (!lock) return null
    if (before === null) closeToOthers(path)
    // A holder before may have removed the file after it was opened here: a lock on that one keeps out no other process.
    else if (before === inodeAt(path)) return () => letGo(path, before, lock)
    lock.close()
  }
  return null
}

const inodeAt = (path: string): bigint | null => statSync(path, { bigint: true, throwIfNoEntry: false })?.ino ?? null

function closeToOthers(path: string): void {
  try {
    chmodSync(path, OWN_FILE)
  } catch {
    // A holder in between has removed it: the next round makes another one.
  }
}

function lockFile(path: string): DatabaseSync | null {
  const lock = new DatabaseSync(path)
  try {
    lock.exec('pragma busy_timeout = 0; pragma journal_mode = memory; begin exclusive')
    return lock
  } catch (error) {
    lock.close()
    if (error instanceof Error && /locked/.test(error.message)) return null
    throw error
  }
}

function letGo(path: string, inode: bigint, lock: DatabaseSync): void {
  try {
    // While it is held: a file that another process has locked since must stay.
    if (inodeAt(path) === inode) rmSync(path, { force: true })
  } catch {
    // Windows removes no open file. One that stays harms nothing.
  }
  lock.close()
}
