/** Looks whether a SQLite file is whole. Reads all of it: a large one in a thread, so that requests are answered. */
import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { isStoreDamage } from '../store-errors.ts'
import { answerOf } from '../thread.ts'

/** Answers what is wrong in the words of SQLite, or null. A file that is not there, or empty, is sound. */
export function findDamage(path: string): string | null {
  if (!statSync(path, { throwIfNoEntry: false })?.size) return null
  try {
    const database = new DatabaseSync(path, { readOnly: true })
    try {
      database.exec('pragma busy_timeout = 5000')
      return whatIsWrong(database)
    } finally {
      database.close()
    }
  } catch (error) {
    if (isStoreDamage(error)) return error.message
    throw error
  }
}

/** `findDamage` in a thread of its own. */
export function findDamageInThread(path: string): Promise<string | null> {
  const worker = new Worker(new URL('./sqlite-check.worker.ts', import.meta.url), { workerData: path })
  // A check under way keeps no process from ending.
  worker.unref()
  return answerOf(worker, 'The check of the database')
}

function whatIsWrong(database: DatabaseSync): string | null {
  const [first] = database.prepare('pragma quick_check(1)').all()
  const verdict = String(first?.quick_check)
  if (verdict === 'ok') return isOurs(database) ? null : 'it belongs to another program'
  return verdict.replace('*** in database main ***', '').replaceAll(/\s+/g, ' ').trim()
}

/** Every store of ours remembers the steps of its schema; one that was just made has nothing at all. */
function isOurs(database: DatabaseSync): boolean {
  const tables = database.prepare("select name from sqlite_schema where type = 'table'").all()
  return tables.length === 0 || tables.some(({ name }) => name === 'migrations')
}
