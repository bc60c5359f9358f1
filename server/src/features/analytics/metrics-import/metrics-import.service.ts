/** Files of figures that people bring: received, run one after the other, and answered row by row. */
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ImportProgress, ImportResult } from '@tangelo/contract'
import type { AuditLog } from '#features/core/index.ts'
import { scopeOf } from '#features/core/index.ts'
import type { CompaniesService } from '#features/identity/index.ts'
import { type Database, isTaken } from '#platform/database/database.ts'
import { evenOnFullDisk } from '#platform/database/disk-reserve.ts'
import { conflict, notFound, unreadableFile } from '#platform/errors.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import { type ColumnMapping, UnreadableFile } from '#ports/figures-file.ts'
import type { AccountsService } from '../accounts/accounts.service.ts'
import type { ImportJob } from './jobs/import-file.ts'
import { metricsImportStore } from './metrics-import.store.ts'

export type MetricsImportService = ReturnType<typeof metricsImportService>

export interface ImportOptions {
  companyId?: number | undefined
  importId?: string | undefined
  fileName: string
  /** What the columns of a table hold; by their names unless given. */
  columns?: ColumnMapping | undefined
  /** What its figures are shown to come from; a file unless given. */
  source?: ImportJob['source']
}

export function metricsImportService({
  database,
  clock,
  accounts,
  companies,
  audit,
  temporaryPath,
  run,
}: {
  database: Database
  clock: Clock
  accounts: AccountsService
  companies: CompaniesService
  audit: AuditLog
  temporaryPath: string
  /** Does the work of one file, here or in a worker thread. */
  run: (job: ImportJob) => Promise<ImportResult>
}) {
  const store = metricsImportStore(database.queries)
  /** One file at a time: two would only take turns at the same disk. */
  let last: Promise<unknown> = Promise.resolve()

  async function importPath(viewer: Viewer, path: string, options: ImportOptions): Promise<ImportResult> {
    const companyId = await accounts.companyFor(viewer, options.companyId)
    const importId = options.importId ?? randomUUID()
    const begun = { id: importId, companyId, userId: viewer.userId, fileName: options.fileName, now: clock.now() }
    let importNumber: number
    try {
      importNumber = await database.transaction((tx) => metricsImportStore(tx).begin(begun))
    } catch (error) {
      if (isTaken(error)) throw conflict('import_exists', 'An import with this id has already begun')
      throw error
    }
    try {
      const job = {
        importId,
        importNumber,
        source: options.source ?? 'import',
        scope: scopeOf(viewer),
        companyId,
        path,
        columns: options.columns,
        timeZone: await companies.timeZoneOf(companyId),
        fileBytes: (await stat(path)).size,
      }
      const work = last.then(() => run(job))
      last = work.catch(() => {})
      const result = await work
      await database.transaction(async (tx) => {
        await metricsImportStore(tx).finish(importId, 'done', clock.now())
        await audit.record(tx, viewer, {
          act: 'figures.imported',
          object: { kind: 'import', id: importId, name: options.fileName },
          companyId,
          details: { accountsMade: result.accounts.made, snapshots: result.snapshots, refused: result.refusedCount },
        })
      })
      return result
    } catch (error) {
      // Who watches its progress learns of its end even where a full disk was the reason.
      await evenOnFullDisk(() => store.finish(importId, 'failed', clock.now()))
      if (error instanceof UnreadableFile) throw unreadableFile(error.message)
      throw error
    }
  }

  return {
    /** Imports a file on this machine. Throws `unreadable_file` when nothing in it could be understood. */
    importPath,

    /** Stores the stream temporarily until it is complete, then imports it. The copy is always removed. */
    async importStream(
      viewer: Viewer,
      stream: Readable,
      options: ImportOptions & { checkComplete: () => Promise<void> },
    ): Promise<ImportResult> {
      const path = join(temporaryPath, `import-${randomUUID()}`)
      try {
        await pipeline(stream, createWriteStream(path))
        await options.checkComplete()
        return await importPath(viewer, path, options)
      } finally {
        await rm(path, { force: true })
      }
    },

    async progress(importId: string): Promise<ImportProgress> {
      const row = await store.find(importId)
      if (!row) throw notFound('Import')
      return row
    },

    /** At a start: an import that still says 'running' ended with the process that ran it. */
    async failUnfinished({ startedBefore }: { startedBefore: number }) {
      await store.failUnfinished(startedBefore, clock.now())
    },
  }
}
