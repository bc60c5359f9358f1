/**
 * Folders of a drive become reels, each once (D31): a repeated request returns the same import. The work is a job
 * (imports.jobs.ts); the request waits for it for a while and returns its progress.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { routes } from '@tangelo/contract'
import type { ItemsService } from '#features/content/index.ts'
import { publishEvents } from '#features/core/index.ts'
import type { Database } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import type { Queue } from '#ports/queue.ts'
import type { DriveConnectionsService } from '../connection/connection.service.ts'
import { asImport, type ImportRow, imagesOf } from '../folders/folders.rules.ts'
import type { DriveFoldersService } from '../folders/folders.service.ts'
import { driveFoldersStore } from '../folders/folders.store.ts'
import { DRIVE_IMPORT, importJob, RENAME_FOLDER } from './imports.jobs.ts'
import { BROKEN, CANCELLED, failureOfImport, isOver, NOT_RENAMED, recordIn } from './imports.rules.ts'
import { driveImportsStore } from './imports.store.ts'
import { chooseImages, noImages } from './rules/pictures.ts'

export type DriveImportsService = ReturnType<typeof driveImportsService>

type ImportRequest = (typeof routes.driveImports.create)['body']['_zod']['output']

/** Longer than a usual import takes; after that the response is the progress. */
const ENDS_WITHIN_MS = 20_000
const LOOK_EVERY_MS = 100

export function driveImportsService({
  database,
  clock,
  queue,
  connections,
  content,
  folders,
}: {
  database: Database
  clock: Clock
  queue: Queue
  connections: Pick<DriveConnectionsService, 'driveOf'>
  content: Pick<ItemsService, 'itemsOf'>
  folders: Pick<DriveFoldersService, 'expectConnected'>
}) {
  const store = driveImportsStore(database.queries)

  /** Throws `not_found` alike for a record that is missing, one of another company, and one that is deleted. */
  async function expectRecord(viewer: Viewer, companyId: number, recordId: string): Promise<void> {
    const item = (await content.itemsOf(viewer, [recordId])).get(recordId)
    if (item?.company_id !== companyId) throw notFound('Record')
  }

  async function begin(
    viewer: Viewer,
    companyId: number,
    request: ImportRequest,
    before: ImportRow | undefined,
  ): Promise<void> {
    const folder = (await driveFoldersStore(database.queries).rows(companyId, [request.folderId])).get(request.folderId)
    if (!folder) throw notFound('Folder')
    const { images, leftOut } = chooseImages(imagesOf(folder))
    if (folder.images !== null && images.length === 0) throw noImages()
    const recordId = recordIn(request)
    if (recordId !== null) await expectRecord(viewer, companyId, recordId)
    const isAbandoned = before?.state === 'running' && !(await queue.findLive(DRIVE_IMPORT, before.id))
    const now = clock.now()
    const row = {
      company_id: companyId,
      folder_id: folder.id,
      id: randomUUID(),
      drive: connections.driveOf(companyId).drive.name,
      entry_id: folder.entry_id,
      folder_name: folder.name,
      user_id: viewer.userId,
      user_name: viewer.username,
      wanted_record_id: recordId,
      skips_refused: request.skipsRefused ? 1 : 0,
      state: 'running' as const,
      done: 0,
      total: images.length,
      left_out: leftOut,
      refused: '[]',
      item_id: null,
      rename: null,
      message: null,
      created_at: now,
      ended_at: null,
    }
    await database.transaction(async (tx) => {
      if (!(await driveImportsStore(tx).begin(row, isAbandoned ? before.id : null))) return
      await queue.enqueue(tx, [importJob(row)])
      await publishEvents(tx, [{ companyId, kind: 'drive-changed' }], now)
    })
  }

  /** The imports that requests wait for, read together: as many reads for fifty requests as for one. */
  let looking: Promise<ReadonlyMap<string, ImportRow>> | null = null
  const waitedFor = new Map<string, number>()

  async function lookAtAll(): Promise<ReadonlyMap<string, ImportRow>> {
    await pause(LOOK_EVERY_MS)
    looking = null
    return new Map((await store.some([...waitedFor.keys()])).map((row) => [row.id, row]))
  }

  /** As it is when it has ended, or when the client should wait no longer. */
  async function waitForEnd(companyId: number, folderId: string): Promise<ImportRow> {
    const began = performance.now()
    let row = await store.find(companyId, folderId)
    if (!row) throw notFound('Folder')
    const { id } = row
    waitedFor.set(id, (waitedFor.get(id) ?? 0) + 1)
    try {
      while (row && !isOver(row) && performance.now() - began < ENDS_WITHIN_MS) {
        looking ??= lookAtAll()
        row = (await looking).get(id)
      }
      // Another try has taken its place.
      return row ?? (await waitForEnd(companyId, folderId))
    } finally {
      const others = (waitedFor.get(id) ?? 1) - 1
      if (others > 0) waitedFor.set(id, others)
      else waitedFor.delete(id)
    }
  }

  /** Allows a retry. Does nothing where it has ended otherwise meanwhile. */
  const markFailed = (id: string, message: string) =>
    database.transaction(async (tx) => {
      const inside = driveImportsStore(tx)
      const row = await inside.byId(id)
      const now = clock.now()
      if (!row || !(await inside.move(id, 'running', { state: 'failed', message, ended_at: now }))) return
      await publishEvents(tx, [{ companyId: row.company_id, kind: 'drive-changed' }], now)
    })

  /** The reel is there all the same; an administrator may have the work tried again. */
  const notRenamed = (id: string) =>
    database.transaction(async (tx) => {
      const inside = driveImportsStore(tx)
      const row = await inside.byId(id)
      if (!row || !(await inside.setRename(id, 'due', { rename: 'failing', message: NOT_RENAMED }))) return
      await publishEvents(tx, [{ companyId: row.company_id, kind: 'drive-changed' }], clock.now())
    })

  return {
    async create(viewer: Viewer, request: ImportRequest) {
      const companyId = await folders.expectConnected(viewer)
      const before = await store.find(companyId, request.folderId)
      if (before?.state !== 'done') await begin(viewer, companyId, request, before)
      const row = await waitForEnd(companyId, request.folderId)
      const failure = failureOfImport(row)
      if (failure) throw failure
      return { success: true as const, folder: { id: row.folder_id, name: row.folder_name }, import: asImport(row) }
    },

    /** Its job was cancelled. */
    markCancelled: (id: string): Promise<void> => markFailed(id, CANCELLED),

    /** Ends imports and renames that say they go on, and whose work is a dead letter. Safe to repeat. */
    async settle(): Promise<void> {
      for (const id of await store.running())
        if (!(await queue.findLive(DRIVE_IMPORT, id))) await markFailed(id, BROKEN)
      for (const id of await store.renaming()) if (!(await queue.findLive(RENAME_FOLDER, id))) await notRenamed(id)
    },
  }
}
