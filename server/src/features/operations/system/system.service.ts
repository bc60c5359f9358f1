/** What this installation is made of, and how much room is left; for administrators. */
import type { InstallationNode, SystemReport } from '@tangelo/contract'
import type { LoginThrottle } from '#features/identity/index.ts'
import { momentToText } from '#platform/calendar.ts'
import type { Places } from '#platform/data-folder.ts'
import type { Database } from '#platform/database/database.ts'
import type { NodeReport, Nodes } from '#platform/database/nodes.ts'
import { bytesUnder, diskAt } from '#platform/disk.ts'
import { VERSION } from '#platform/version.ts'
import type { Clock } from '#ports/clock.ts'
import { migrationsThatRan, storeFigures } from './system.view.ts'

export type SystemService = ReturnType<typeof systemService>

/** Counting the files of a large installation takes a second; the result is cached for a while. */
const COUNT_KEPT_MS = 5 * 60_000

export function systemService({
  database,
  clock,
  folder,
  keepsMediaHere,
  attempts,
  explainDamage,
  warnings,
  nodes,
}: {
  database: Database
  clock: Clock
  folder: Pick<Places, 'path' | 'blobsPath' | 'backupsPath'>
  /** False where they are in a bucket. */
  keepsMediaHere: boolean
  attempts: Pick<LoginThrottle, 'listGuessedUsers'>
  /** What to do about a damaged store, in a sentence. */
  explainDamage: (cause: string) => string
  /** What an administrator should know and mend. */
  warnings: () => Promise<string[]>
  nodes: Pick<Nodes, 'list'>
}) {
  const startedAt = clock.now()
  let media: { at: number; bytes: Promise<number> } | undefined

  /** One count at a time, shared by all requests. */
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
      const [store, migrations, disk, inMedia, inBackups, guessedUsers, known, listed] = await Promise.all([
        storeFigures(database),
        migrationsThatRan(database),
        diskAt(folder.path),
        keepsMediaHere ? mediaBytes() : null,
        bytesUnder(folder.backupsPath),
        attempts.listGuessedUsers(),
        warnings(),
        nodes.list(),
      ])
      const checkedAt = database.health.readLastCheckAt()
      const damage = database.health.damage()
      return {
        version: VERSION,
        node: process.versions.node,
        startedAt: momentToText(startedAt),
        store: {
          engine: database.engine,
          ...store,
          migrations: migrations.map(({ name, ran_at }) => ({ name, ranAt: momentToText(ran_at) })),
          checkedAt: checkedAt === null ? null : momentToText(checkedAt),
          damage: damage && { foundAt: momentToText(damage.foundAt), message: explainDamage(damage.cause) },
        },
        nodes: listed.map(asNode),
        warnings: known,
        disk: { ...disk, mediaBytes: inMedia, backupBytes: inBackups },
        guessedUsers: guessedUsers.map(({ id, username, at }) => ({ id, username, at: momentToText(at) })),
      }
    },
  }
}

const asNode = ({ label, version, role, startedAt, silentMs, isGone, load, isThis }: NodeReport): InstallationNode => ({
  name: label,
  role,
  version,
  startedAt: startedAt === null ? null : momentToText(startedAt),
  silentSeconds: Math.round(silentMs / 1_000),
  isGone,
  eventLoopMs: load?.eventLoopMs ?? null,
  memoryBytes: load?.memoryBytes ?? null,
  isThis,
})
