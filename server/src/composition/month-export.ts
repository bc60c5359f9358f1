/** The wiring of exported months: a folder or the bucket, and Parquet. */
import { join, resolve } from 'node:path'
import { s3MonthFiles } from '#adapters/blob-storage/index.ts'
import { parquetFile } from '#adapters/column-file/parquet.ts'
import { folderMonthFiles } from '#adapters/month-files/folder.ts'
import { monthExportService } from '#features/analytics/index.ts'
import type { Config } from '#platform/config.ts'
import type { Places } from '#platform/data-folder.ts'
import type { StoreLocation } from '#platform/database/database.ts'
import { StartRefused } from '#platform/start-refused.ts'
import { systemClock } from '#ports/clock.ts'
import type { MonthFiles } from '#ports/month-files.ts'

/** `where` is a folder, or the word `bucket`. */
export function monthFilesAt(where: string, { s3 }: Pick<Config, 's3'>): MonthFiles {
  if (where !== 'bucket') return folderMonthFiles(resolve(process.env.INIT_CWD || '.', where))
  if (!s3) throw new StartRefused('There is no bucket: set S3_ENDPOINT and S3_BUCKET, or name a folder.')
  return s3MonthFiles(s3, { clock: systemClock })
}

export const monthExportOf = (
  location: StoreLocation,
  files: MonthFiles,
  { path, temporaryPath }: Pick<Places, 'path' | 'temporaryPath'>,
) =>
  monthExportService({
    location,
    files,
    columnFile: parquetFile,
    clock: systemClock,
    temporaryPath: join(temporaryPath, 'months'),
    lockPath: join(path, 'lock-export'),
  })
