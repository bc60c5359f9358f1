/** Reads an upload for its preview, one after the other. */
import type { ImportPreview } from '@tangelo/contract'
import { IMPORT_PREVIEW_MINUTES } from '@tangelo/contract/limits'
import { scopeOf } from '#features/core/index.ts'
import type { CompaniesService } from '#features/identity/index.ts'
import { invalidInput, unreadableFile } from '#platform/errors.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import { type ColumnMapping, UnreadableFile } from '#ports/figures-file.ts'
import type { AccountsService } from '../../accounts/accounts.service.ts'
import type { FilePreview } from '../jobs/preview-counter.ts'
import type { PreviewJob } from '../jobs/preview-file.ts'
import { twiceIn } from '../metrics-import.rules.ts'
import { expectUnchanged, type Upload } from './kept-uploads.ts'

export interface PreviewOptions {
  companyId?: number | undefined
  columns?: ColumnMapping | undefined
}

/** Reads a file, here or in a worker thread. */
export type RunPreview = (job: PreviewJob, onProgress: (share: number) => void) => Promise<FilePreview>

export function previewer({
  clock,
  accounts,
  companies,
  run,
}: {
  clock: Clock
  accounts: AccountsService
  companies: CompaniesService
  run: RunPreview
}) {
  /** One after the other, beside an import: a person waits for each. */
  let last: Promise<unknown> = Promise.resolve()

  return async function preview(
    viewer: Viewer,
    id: string,
    upload: Upload,
    options: PreviewOptions,
  ): Promise<ImportPreview> {
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
}

/** Throws `invalid_input` where two columns are chosen for one thing. */
export function expectOnce(columns: ColumnMapping | undefined): void {
  const twice = columns ? twiceIn(columns) : null
  if (twice) throw invalidInput(`Two columns are chosen for ${twice}`, { columns: `name ${twice} twice` })
}
