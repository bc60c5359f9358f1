/**
 * Locks between processes of one machine: an open exclusive transaction on a small SQLite file, so that the operating system lets go of
 * it however the process ends.
 */
import { rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** Answers what lets go of the lock and removes its file; null while another holder has it. */
export function takeFileLock(path: string): (() => void) | null {
  const lock = new DatabaseSync(path)
  try {
    lock.exec('pragma busy_timeout = 0; pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    lock.close()
    if (error instanceof Error && /locked/.test(error.message)) return null
    throw error
  }
  return () => {
    try {
      // While it is held: a file that another process has locked since must stay.
      rmSync(path, { force: true })
    } catch {
      // Windows removes no open file. One that stays harms nothing.
    }
    lock.close()
  }
}
