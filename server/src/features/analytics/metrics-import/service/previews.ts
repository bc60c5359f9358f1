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
import type { CompaniesService } from '#features/identity/index.ts'
import { conflict, invalidInput } from '#platform/errors.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import type { AccountsService } from '../../accounts/accounts.service.ts'
import { missingColumns } from '../metrics-import.rules.ts'
import type { ImportOptions } from '../metrics-import.service.ts'
import { expectUnchanged, keptUploads, type Upload } from './kept-uploads.ts'
import { expectOnce, type PreviewOptions, previewer, type RunPreview } from './preview-upload.ts'

export type ImportPreviewsService = ReturnType<typeof importPreviewsService>

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
  run: RunPreview
  importPath: (viewer: Viewer, path: string, options: ImportOptions) => Promise<ImportResult>
}) {
  const { uploads, discard, purge, uploadOf } = keptUploads(clock)
  const preview = previewer({ clock, accounts, companies, run })

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
