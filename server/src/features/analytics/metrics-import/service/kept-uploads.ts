/** Uploads that wait to be imported: which are kept, whose they are, and until when. */
import { rm, stat } from 'node:fs/promises'
import type { ImportProgress, ImportResult } from '@tangelo/contract'
import { conflict, Failure } from '#platform/errors.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import type { ColumnMapping } from '#ports/figures-file.ts'

export interface Upload {
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

export function keptUploads(clock: Clock) {
  const uploads = new Map<string, Upload>()

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

  return { uploads, discard, purge, uploadOf }
}

/** Throws `not_found` for a file that is gone, and `file_changed`. */
export async function expectUnchanged(upload: Upload): Promise<void> {
  const now = await stat(upload.path).catch(() => null)
  if (now === null) throw new Failure(404, 'not_found', GONE)
  if (now.size !== upload.bytes || now.mtimeMs !== upload.modifiedMs) throw conflict('file_changed', CHANGED)
}
