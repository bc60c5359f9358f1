/**
 * Makes a reel of a folder, then gives the folder its other name. Safe to run twice: what is done is left as it is. The record,
 * the end of the import and the order to rename are one transaction; the name is changed after that, as often as it takes.
 */
import type { AuditLog } from '#features/core/index.ts'
import { publishEvents } from '#features/core/index.ts'
import type { ReelImage } from '#features/reels/index.ts'
import { firstSettings, type ReelsService } from '#features/reels/index.ts'
import type { Database, Queries } from '#platform/database/database.ts'
import { isStoreFault } from '#platform/database/store-faults.ts'
import type { Clock } from '#ports/clock.ts'
import { DriveFailure } from '#ports/drive.ts'
import {
  type Handler,
  LeaseLost,
  type NewJob,
  PermanentError,
  type Queue,
  RetryAt,
  type RunningJob,
} from '#ports/queue.ts'
import { type FolderRow, type ImportRow, isPublished } from '../folders/folders.rules.ts'
import { driveFoldersStore } from '../folders/folders.store.ts'
import { GONE } from './imports.rules.ts'
import { driveImportsStore } from './imports.store.ts'
import { renameFolder } from './jobs/rename-folder.ts'
import { againAt, TRIES, whyNot } from './rules/outcome.ts'
import { ImagesRefused, importerOf } from './rules/pictures.ts'
import { type PictureTools, picturesOf } from './service/pictures.ts'

export const DRIVE_IMPORT = 'drive-import'
export const RENAME_FOLDER = 'rename-drive-folder'

type Import = Pick<ImportRow, 'id' | 'company_id'>

const jobOf = (kind: string, { id, company_id }: Import): NewJob => ({
  kind,
  key: id,
  companyId: company_id,
  payload: {},
  priority: 10,
})

export const importJob = (row: Import): NewJob => jobOf(DRIVE_IMPORT, row)

interface Tools extends PictureTools {
  database: Database
  clock: Clock
  audit: AuditLog
  queue: Queue
  reels: Pick<ReelsService, 'make' | 'fill'>
}

/** @param settle ends what says that it goes on and has no work any more. */
export const driveImportJobs = (tools: Tools, settle: () => Promise<void>): Handler[] => [
  {
    kind: DRIVE_IMPORT,
    concurrency: 2,
    attempts: TRIES,
    run: async ([job]) => {
      if (job) await importFolder(job, tools)
      return undefined
    },
    onDeadLetter: settle,
  },
  {
    kind: RENAME_FOLDER,
    concurrency: 2,
    attempts: Number.POSITIVE_INFINITY,
    run: async ([job]) => {
      if (job) await renameFolder(job, tools)
      return undefined
    },
    onDeadLetter: settle,
  },
]

async function importFolder(job: RunningJob, tools: Tools): Promise<void> {
  const { database } = tools
  const store = driveImportsStore(database.queries)
  // A user retries it from the list of failed jobs.
  await store.move(job.key, 'failed', { state: 'running', message: null, refused: '[]' })
  const row = await store.byId(job.key)
  if (row?.state !== 'running') return
  try {
    const folder = (await driveFoldersStore(database.queries).rows(row.company_id, [row.folder_id])).get(row.folder_id)
    if (!folder) throw new DriveFailure('gone', GONE)
    const images = await picturesOf(row, job, tools, (change) => moveImport(row, change, tools))
    await becomes(row, folder, images, job, tools)
  } catch (error) {
    // Cancelled, taken over by another worker, the process ends, or the store is away: the import is not to blame.
    if (job.signal.aborted || error instanceof LeaseLost || isStoreFault(error)) throw error
    await handleFailure(row, error, job, tools)
  }
}

/** Updates the progress, which clients poll. */
async function moveImport(
  row: ImportRow,
  change: Parameters<ReturnType<typeof driveImportsStore>['move']>[2],
  { database, clock }: Tools,
): Promise<void> {
  await database.transaction(async (tx) => {
    if (!(await driveImportsStore(tx).move(row.id, 'running', change))) throw new LeaseLost()
    await publishEvents(tx, [{ companyId: row.company_id, kind: 'drive-changed' }], clock.now())
  })
}

/** The record is made or filled, and the import is done, or neither. */
async function becomes(
  row: ImportRow,
  folder: FolderRow,
  images: readonly ReelImage[],
  job: RunningJob,
  tools: Tools,
): Promise<void> {
  const { reels, audit, queue, clock } = tools
  const { company_id: companyId, wanted_record_id: wanted } = row
  const viewer = importerOf(row)
  const caption = folder.description
  const completeImport = async (tx: Queries, itemId: string) => {
    const now = clock.now()
    const isNamed = isPublished(folder.name)
    const change = { state: 'done' as const, item_id: itemId, rename: isNamed ? ('done' as const) : ('due' as const) }
    const outcome = { folder_name: folder.name, entry_id: folder.entry_id, message: null, ended_at: now }
    if (!(await driveImportsStore(tx).move(row.id, 'running', { ...change, ...outcome }))) throw new LeaseLost()
    if (!isNamed) await queue.enqueue(tx, [jobOf(RENAME_FOLDER, row)])
    await audit.record(tx, viewer, {
      act: 'reel.imported',
      object: { kind: 'reel', id: itemId, name: folder.name },
      companyId,
      details: { images: images.length, filled: wanted !== null },
    })
    await publishEvents(tx, [{ companyId, kind: 'drive-changed' }], now)
    await job.complete(tx)
  }
  const settings = firstSettings(images.length, caption)
  // By the folder, not by the import: what an import made that failed afterwards belongs to the next one.
  const once = { intent: `folder:${row.folder_id}`, also: completeImport }
  if (wanted === null) await reels.make(viewer, { companyId, caption, images, settings }, once)
  else await reels.fill(viewer, wanted, { images, caption }, completeImport)
}

/** Notes why it did not become a reel; throws where another try may change that. */
async function handleFailure(row: ImportRow, error: unknown, job: RunningJob, tools: Tools): Promise<void> {
  const refused = error instanceof ImagesRefused ? error.refused : []
  if (error instanceof ImagesRefused && error.usable > 0)
    return moveImport(row, { state: 'asking', refused: JSON.stringify(refused), message: error.message }, tools)
  const now = tools.clock.now()
  const again = againAt(error, row.created_at, now)
  if (again !== null && error instanceof Error) {
    await moveImport(row, { message: error.message }, tools)
    throw new RetryAt(error.message, again)
  }
  const why = whyNot(error, job.attempt)
  if (why === null) throw error
  await moveImport(row, { state: 'failed', refused: JSON.stringify(refused), message: why, ended_at: now }, tools)
  if (!(error instanceof ImagesRefused)) throw new PermanentError(why, { cause: error })
}
