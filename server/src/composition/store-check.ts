/** When the SQLite file is checked: before a start, and once a day beside the requests. */
import { statSync } from 'node:fs'
import type { Places } from '#platform/data-folder.ts'
import type { Database } from '#platform/database/database.ts'
import { findDamage, findDamageInThread } from '#platform/database/sqlite-check.ts'
import type { Log } from '#platform/log.ts'
import { StartRefused } from '#platform/start-refused.ts'
import { explainDamage } from '../commands/backup-words.ts'

/** A check of this much takes a tenth of a second, which is as much as a thread costs. */
const CHECKED_HERE_BYTES = 64 * 1024 * 1024
/** A start does not wait longer; a larger file is checked on while requests are answered. */
const START_WAIT_MS = 10_000
/** After a read or write has failed. */
const AGAIN_MS = 60_000
const DAY_MS = 24 * 60 * 60_000

type Where = Pick<Places, 'databasePath' | 'backupsPath'>

/**
 * Throws `StartRefused` where the database is damaged or not ours, before anything opens it. `result` of a file that could not be
 * checked in time is still to come.
 */
export async function refuseDamagedStore(folder: Where): Promise<{ result: Promise<string | null> }> {
  const path = folder.databasePath
  const bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  const result = bytes > CHECKED_HERE_BYTES ? findDamageInThread(path) : Promise.resolve(findDamage(path))
  const { promise: tooLong, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(() => resolve(null), START_WAIT_MS)
  try {
    const cause = await Promise.race([result, tooLong])
    if (cause !== null) throw new StartRefused(explainDamage(cause, folder))
    return { result }
  } finally {
    clearTimeout(timer)
  }
}

/** Notes what `first` finds and checks again every day, and soon after damage was met. Answers a function that ends this. */
export function watchStore(
  database: Database,
  {
    first,
    log,
    everyMs = DAY_MS,
    againMs = AGAIN_MS,
  }: { first: Promise<string | null>; log: Log; everyMs?: number; againMs?: number },
): () => void {
  const { location, health } = database
  if (location.engine !== 'sqlite') return () => {}
  const note = async (result: Promise<string | null>) => {
    try {
      health.noteCheck(await result)
    } catch (error) {
      log.error({ err: error }, 'the database could not be checked')
    }
  }
  // One at a time: of two at once, the one that read the older file could answer last.
  let running: Promise<void> | null = null
  const run = (result: () => Promise<string | null>) => {
    running = note(result()).finally(() => {
      running = null
    })
  }
  const check = () => run(() => findDamageInThread(location.path))
  health.onDamage(({ cause }) => {
    log.error({ err: new Error(cause) }, 'the database is damaged')
    // A cable that was loose for a moment damages nothing.
    setTimeout(() => void (running ?? Promise.resolve()).then(check), againMs).unref()
  })
  run(() => first)
  const timer = setInterval(() => running ?? check(), everyMs).unref()
  return () => clearInterval(timer)
}
