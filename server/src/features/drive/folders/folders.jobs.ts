/**
 * Reads a company's drive into our copy of it: the folders page by page, then what is in them. Safe to run at any time, and
 * twice: a later reading takes the place of an earlier one. A drive on this server is watched besides, and read when it changes.
 */
import { publishEvents } from '#features/core/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { Log } from '#platform/log.ts'
import { DriveFailure } from '#ports/drive.ts'
import type { DeadJob, Handler, NewJob, Queue } from '#ports/queue.ts'
import type { DriveConnectionsService } from '../connection/connection.service.ts'
import { driveFoldersStore } from './folders.store.ts'
import { type ReadingTools, read } from './jobs/read-drive.ts'

const READ_DRIVE = 'read-drive'
/** A user who copies photographs into a folder changes it many times. */
const SETTLED_MS = 300

const readDrive = (companyId: number): NewJob => ({
  kind: READ_DRIVE,
  key: String(companyId),
  companyId,
  payload: {},
  priority: 5,
})

/** A drive that is being read just now is read once more after that: it may have changed behind the reader. */
export const wantReading = (companyId: number, { database, queue }: { database: Database; queue: Queue }) =>
  database.transaction(async (tx) => {
    await driveFoldersStore(tx).ask(companyId)
    await queue.enqueue(tx, [readDrive(companyId)])
  })

interface Tools extends ReadingTools {
  log: Log
  queue: Queue
  connections: Pick<DriveConnectionsService, 'use' | 'driveOf'>
}

interface DriveFolderJobs {
  handlers: Handler[]
  /** Follows the folders of the companies that are named, and of every company whose drive is read here. */
  watch(): { follow(companyIds: readonly number[]): void; end(): void }
}

export function driveFolderJobs(tools: Tools): DriveFolderJobs {
  const watched = new Map<number, { end(): void }>()
  let isWatching = false

  function follow(companyId: number): void {
    const { drive } = tools.connections.driveOf(companyId)
    if (!isWatching || !drive.watch || watched.has(companyId)) return
    let timer: NodeJS.Timeout | undefined
    const watcher = drive.watch(() => {
      clearTimeout(timer)
      timer = setTimeout(() => void ask(companyId, tools), SETTLED_MS)
    })
    watched.set(companyId, {
      end() {
        clearTimeout(timer)
        watcher.end()
      },
    })
  }

  return {
    handlers: [
      {
        kind: READ_DRIVE,
        concurrency: 2,
        attempts: 2,
        run: async ([job]) => {
          if (!job) return undefined
          follow(Number(job.key))
          await read(job, tools)
          return undefined
        },
        onDeadLetter: (job) => endReading(job, tools),
      },
    ],
    watch() {
      isWatching = true
      return {
        follow(companyIds) {
          for (const id of companyIds) follow(id)
        },
        end() {
          isWatching = false
          for (const watcher of watched.values()) watcher.end()
          watched.clear()
        },
      }
    },
  }
}

async function ask(companyId: number, tools: Tools): Promise<void> {
  try {
    await wantReading(companyId, tools)
  } catch (error) {
    tools.log.error({ err: error }, 'a drive has changed and could not be read')
  }
}

/** The reading that was under way has failed: the drive is not shown as being read for ever. */
async function endReading({ key }: DeadJob, { database, clock }: Tools): Promise<void> {
  const companyId = Number(key)
  await database.transaction(async (tx) => {
    const failure = new DriveFailure('unavailable', 'Reading the folders did not finish. Try again.')
    if (await driveFoldersStore(tx).failCurrentPass(companyId, failure))
      await publishEvents(tx, [{ companyId, kind: 'drive-changed' }], clock.now())
  })
}
