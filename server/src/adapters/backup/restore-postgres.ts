/** Puts a backup into an empty PostgreSQL. Until all of it is there, no program starts on it (docs/decisions/0055). */
import { leaveToPeople } from '#platform/database/after-restore.ts'
import { openDatabase } from '#platform/database/database.ts'
import {
  clearHalfRestored,
  holdRestore,
  markRestore,
  stateOfStore,
  unmarkRestore,
} from '#platform/database/restore-mark.ts'
import { StartRefused } from '#platform/start-refused.ts'
import { type Restored, type RestoreTools, unpack } from './restore-backup.ts'

/** Throws `StartRefused` where the database holds data, and `BrokenBackup` before anything has changed. */
export async function restoreIntoPostgres(path: string, url: string, tools: RestoreTools): Promise<Restored> {
  const database = openDatabase({ engine: 'postgres', url }, { connections: 2, isPatient: true })
  const release = await holdRestore(url).catch(async (error) => {
    await database.close()
    throw error
  })
  try {
    const state = await stateOfStore(database)
    if (state === 'in use') throw new StartRefused(inUse(url))
    let hasBegun = state === 'half restored'
    const begin = async () => {
      if (hasBegun) await clearHalfRestored(database)
      hasBegun = true
      await markRestore(database, tools.now())
    }
    const contents = await unpack(path, { engine: 'postgres', url }, tools, begin).catch(async (error) => {
      // What cannot be restored leaves an empty database; where something went wrong, the next restore begins anew.
      if (error instanceof StartRefused && hasBegun) await clearHalfRestored(database).catch(() => {})
      throw error
    })
    const moments = { madeAt: contents.madeAt, now: tools.now() }
    const left = await leaveToPeople(database.queries, moments)
    await unmarkRestore(database)
    return Object.assign(contents, left, { keptAs: null })
  } finally {
    await release()
    await database.close()
  }
}

const inUse = (url: string) =>
  `The database ${new URL(url).pathname.slice(1)} at ${new URL(url).host} holds data already. A backup is restored into an empty one: make one (createdb), set DATABASE_URL to it, and restore again.`
