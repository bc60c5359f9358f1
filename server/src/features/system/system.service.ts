/** What this installation is made of, and how much room is left; for administrators. */
import type { SystemReport } from '@tangelo/contract'
import { momentToText } from '#platform/calendar.ts'
import type { Places } from '#platform/data-folder.ts'
import type { Database } from '#platform/database/database.ts'
import { bytesUnder, diskAt } from '#platform/disk.ts'
import { VERSION } from '#platform/version.ts'
import type { Clock } from '#ports/clock.ts'
import { migrationsThatRan, storeFigures } from './system.view.ts'

export type SystemService = ReturnType<typeof systemService>

/** Counting the files of a large installation takes a second; what it found is told for a while. */
const COUNT_KEPT_MS = 5 * 60_000

export function systemService({
  database,
  clock,
  folder,
  keepsMediaHere,
}: {
  database: Database
  clock: Clock
  folder: Pick<Places, 'path' | 'blobsPath' | 'backupsPath'>
  /** False where they are in a bucket. */
  keepsMediaHere: boolean
}) {
  const startedAt = clock.now()
  let media: { at: number; bytes: Promise<number> } | undefined

  /** One count at a time, whoever asks. */
  function mediaBytes(): Promise<number> {
    const now = clock.now()
    if (!media || now - media.at > COUNT_KEPT_MS) media = { at: now, bytes: bytesUnder(folder.blobsPath) }
    media.bytes.catch(() => {
      media = undefined
    })
    return media.bytes
  }

  return {
    async read(): Promise<SystemReport> {
      const [store, migrations, disk, inMedia, inBackups] = await Promise.all([
        storeFigures(database),
        migrationsThatRan(database),
        diskAt(folder.path),
        keepsMediaHere ? mediaBytes() : null,
        bytesUnder(folder.backupsPath),
      ])
      return {
        version: VERSION,
        node: process.versions.node,
        startedAt: momentToText(startedAt),
        store: {
          engine: database.engine,
          ...store,
          migrations: migrations.map(({ name, ran_at }) => ({ name, ranAt: momentToText(ran_at) })),
        },
        disk: { ...disk, mediaBytes: inMedia, backupBytes: inBackups },
      }
    },
  }
}
