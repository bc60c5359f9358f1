/** The wiring of drive: connections, the copy of their folders, imports. */
import type { ItemsService, UploadsService } from '#features/content/index.ts'
import type { AuditLog } from '#features/core/index.ts'
import {
  type DriveOfCompany,
  driveConnectionsService,
  driveFolderJobs,
  driveFoldersService,
  driveImportJobs,
  driveImportsService,
} from '#features/drive/index.ts'
import type { ReelsService } from '#features/reels/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { Encryption } from '#platform/encryption.ts'
import type { Log } from '#platform/log.ts'
import type { Clock } from '#ports/clock.ts'
import type { Queue, Workers } from '#ports/queue.ts'
import { attachEnd } from './beside.ts'

export function composeDrive(parts: {
  database: Database
  clock: Clock
  log: Log
  audit: AuditLog
  queue: Queue
  encryption: Encryption
  content: ItemsService
  uploads: UploadsService
  reels: ReelsService
  temporaryPath: string
  driveOf: (companyId: number) => DriveOfCompany
}) {
  const { log } = parts
  const connections = driveConnectionsService(parts)
  const folders = driveFoldersService({ ...parts, connections })
  const reading = driveFolderJobs({ ...parts, connections })
  const imports = driveImportsService({ ...parts, connections, folders })
  return {
    services: { driveConnections: connections, driveFolders: folders, driveImports: imports },
    handlers: [...reading.handlers, ...driveImportJobs({ ...parts, connections }, imports.settle)],
    /** Together with the workers, folders on this server are watched; both end together. */
    watchBeside(workers: Workers): Workers {
      const watching = reading.watch()
      connections
        .companiesInUse()
        .then(watching.follow)
        .catch((error: unknown) => log.error({ err: error }, 'the folders of drives are not watched'))
      return attachEnd(workers, async () => watching.end())
    },
    async purge(): Promise<void> {
      await connections.purge()
      await imports.settle()
    },
    settle: imports.settle,
  }
}
