/**
 * Files that are looked at before they are imported. An upload is kept as a temporary file under an id, for the user who sent it,
 * until it is imported, removed, replaced by their next one, or its time is over; nothing of it is in the store
 * (docs/decisions/0042).
 */
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ImportPreview, ImportProgress, ImportResult } from '@tangelo/contract'
import { IMPORT_PREVIEW_MINUTES } from '@tangelo/contract/limits'
import { scopeOf } from '#features/core/index.ts'
import type { CompaniesService } from '#features/identity/index.ts'
import { conflict, Failure, invalidInput, unreadableFile } from '#platform/errors.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import { type ColumnMapping, UnreadableFile } from '#ports/figures-file.ts'
import type { AccountsService } from '../../accounts/accounts.service.ts'
import type { FilePreview, PreviewJob } from '../jobs/preview-file.ts'
import { missingColumns, twiceIn } from '../metrics-import.rules.ts'
import type { ImportOptions } from '../metrics-import.service.ts'

export type ImportPreviewsService = ReturnType<typeof importPreviewsService>

interface PreviewOptions {
  companyId?: number | undefined
  columns?: ColumnMapping | undefined
}

interface Upload {
  userId: number | null
  path: string
  fileName: string
  bytes: number
  /** With the size it tells whether the file is the one that was uploaded. */
  modifiedMs: number
  expiresAt: number
  state: ImportProgress['state']
  progress: number
  rows: number
  /** What the columns of its table hold, as the last preview showed them. */
  columns: ColumnMapping | undefined
  companyId: number | undefined
  /** Once it was begun: a second click gets the same answer. */
  importing: Promise<ImportResult> | null
}

const GONE = 'The uploaded file is no longer here. Choose it again.'
const CHANGED = 'The uploaded file has changed since its preview. Choose it again.'

export function importPreviewsService({
  clock,
  accounts,
  companies,
  temporaryPath,
  run,
  importPath,
}: {
  clock: Clock
  accounts: AccountsService
  companies: CompaniesService
  temporaryPath: string
  /** Reads a file, here or in a worker thread. */
  run: (job: PreviewJob, onProgress: (share: number) => void) => Promise<FilePreview>
  importPath: (viewer: Viewer, path: string, options: ImportOptions) => Promise<ImportResult>
}) {
  const uploads = new Map<string, Upload>()
  /** One after the other, beside an import: a person waits for each. */
  let last: Promise<unknown> = Promise.resolve()

  async function discard(id: string): Promise<void> {
    const upload = uploads.get(id)
    uploads.delete(id)
    if (upload) await rm(upload.path, { force: true })
  }

  /** Those whose time is over, unless they are being imported. An imported one is only its answer. */
  async function purge(): Promise<void> {
    const now = clock.now()
    for (const [id, { expiresAt }] of uploads) if (expiresAt <= now) await discard(id)
  }

  async function uploadOf(viewer: Viewer, id: string): Promise<Upload> {
    await purge()
    const upload = uploads.get(id)
    if (!upload || upload.userId !== viewer.userId) throw new Failure(404, 'not_found', GONE)
    return upload
  }

  async function expectUnchanged(upload: Upload): Promise<void> {
    const now = await stat(upload.path).catch(() => null)
    if (now === null) throw new Failure(404, 'not_found', GONE)
    if (now.size !== upload.bytes || now.mtimeMs !== upload.modifiedMs) throw conflict('file_changed', CHANGED)
  }

  async function preview(viewer: Viewer, id: string, upload: Upload, options: PreviewOptions): Promise<ImportPreview> {
    const companyId = await accounts.companyFor(viewer, options.companyId)
    expectOnce(options.columns)
    await expectUnchanged(upload)
    upload.state = 'running'
    upload.progress = 0
    try {
      const job = {
        scope: scopeOf(viewer),
        companyId,
        timeZone: await companies.timeZoneOf(companyId),
        path: upload.path,
        fileBytes: upload.bytes,
        columns: options.columns,
      }
      const work = last.then(() =>
        run(job, (share) => {
          upload.progress = share
        }),
      )
      last = work.catch(() => {})
      const found = await work
      const minutes = IMPORT_PREVIEW_MINUTES * 60_000
      Object.assign(upload, {
        state: 'done',
        progress: 1,
        rows: found.rows,
        companyId,
        columns: found.table?.columns.map(({ holds }) => holds),
        expiresAt: clock.now() + minutes,
      } satisfies Partial<Upload>)
      return {
        previewId: id,
        expiresAt: new Date(upload.expiresAt).toISOString(),
        fileName: upload.fileName,
        fileBytes: upload.bytes,
        companyId,
        ...found,
      }
    } catch (error) {
      upload.state = 'failed'
      if (error instanceof UnreadableFile) throw unreadableFile(error.message)
      throw error
    }
  }

  return {
    /** Keeps the stream as a temporary file and reads it. A file that cannot be read is removed at once. */
    async create(
      viewer: Viewer,
      stream: Readable,
      {
        fileName,
        previewId = randomUUID(),
        companyId,
        checkComplete,
      }: {
        fileName: string
        previewId?: string | undefined
        companyId?: number | undefined
        checkComplete: () => Promise<void>
      },
    ): Promise<ImportPreview> {
      await purge()
      const before = uploads.get(previewId)
      if (before && (before.state !== 'failed' || before.userId !== viewer.userId))
        throw conflict('import_exists', 'A preview with this id has begun already')
      const path = join(temporaryPath, `import-${randomUUID()}`)
      try {
        await pipeline(stream, createWriteStream(path))
        await checkComplete()
        const { size, mtimeMs } = await stat(path)
        const upload: Upload = {
          userId: viewer.userId,
          path,
          fileName,
          bytes: size,
          modifiedMs: mtimeMs,
          expiresAt: clock.now() + IMPORT_PREVIEW_MINUTES * 60_000,
          state: 'running',
          progress: 0,
          rows: 0,
          columns: undefined,
          companyId: undefined,
          importing: null,
        }
        // One file for each user: who chooses another one is done with the one before.
        for (const [id, { userId, importing }] of uploads)
          if (userId === viewer.userId && importing === null) await discard(id)
        uploads.set(previewId, upload)
        return await preview(viewer, previewId, upload, { companyId })
      } catch (error) {
        // Its entry stays until its time is over: a question how far it is may be on its way already, and learns that it failed.
        await rm(path, { force: true })
        throw error
      }
    },

    async change(viewer: Viewer, id: string, options: PreviewOptions): Promise<ImportPreview> {
      const upload = await uploadOf(viewer, id)
      if (upload.importing) throw conflict('import_exists', 'This file is being imported already')
      return preview(viewer, id, upload, options)
    },

    async progress(viewer: Viewer, id: string): Promise<ImportProgress> {
      const { state, rows, progress } = await uploadOf(viewer, id)
      return { state, rows, progress }
    },

    /** Imports the very bytes that were looked at, once. Throws `not_found` when its time is over. */
    async runImport(viewer: Viewer, id: string, options: PreviewOptions): Promise<ImportResult> {
      const upload = await uploadOf(viewer, id)
      if (upload.importing) return upload.importing
      const columns = options.columns ?? upload.columns
      expectOnce(columns)
      const missing = columns ? missingColumns(columns) : []
      if (missing.length > 0) throw invalidInput(`Choose the columns that hold ${missing.join(', ')}`)
      const companyId = options.companyId ?? upload.companyId
      // It may wait behind other imports for longer than a file is kept.
      upload.expiresAt = Number.POSITIVE_INFINITY
      upload.importing = expectUnchanged(upload).then(() =>
        importPath(viewer, upload.path, { companyId, importId: id, fileName: upload.fileName, columns }),
      )
      try {
        return await upload.importing
      } catch (error) {
        uploads.delete(id)
        throw error
      } finally {
        upload.expiresAt = clock.now() + IMPORT_PREVIEW_MINUTES * 60_000
        await rm(upload.path, { force: true })
      }
    },

    async remove(viewer: Viewer, id: string): Promise<void> {
      const upload = await uploadOf(viewer, id)
      if (!upload.importing) await discard(id)
    },

    purge,
  }
}

function expectOnce(columns: ColumnMapping | undefined): void {
  const twice = columns ? twiceIn(columns) : null
  if (twice) throw invalidInput(`Two columns are chosen for ${twice}`, { columns: `name ${twice} twice` })
}
