/** The part of the wiring that says when this node should get requests. */
import type { Places } from '#platform/data-folder.ts'
import type { Database } from '#platform/database/database.ts'
import { diskAt, tooLittleRoom } from '#platform/disk.ts'
import { DRAINING, type ReadinessCheck, storeAnswers } from '#platform/readiness.ts'
import { explainDamage } from '../commands/backup-words.ts'

/** Where the process is in its life. */
export interface Stage {
  /** The first administrator exists, so that a client that waits for readiness can sign in. */
  hasStarted: boolean
  /** Since SIGTERM: what is running is finished, and a load balancer sends what is new elsewhere. */
  isEnding: boolean
}

export function readinessChecks(
  { database, folder }: { database: Database; folder: Places },
  stage: Readonly<Stage>,
): ReadinessCheck[] {
  return [
    isStaying(stage),
    startIsOver(stage),
    storeAnswers(database),
    storeIsSound(database, folder),
    hasRoom(database, folder),
  ]
}

const starting = { reason: 'starting', message: 'The server is starting. It answers in a moment.' }

const startIsOver = (stage: Readonly<Stage>): ReadinessCheck => ({
  otherwise: starting,
  find: async () => (stage.hasStarted ? null : starting),
})

const isStaying = (stage: Readonly<Stage>): ReadinessCheck => ({
  otherwise: DRAINING,
  find: async () => (stage.isEnding ? DRAINING : null),
})

const DAMAGED = 'store_damaged'

const storeIsSound = ({ health }: Database, folder: Places): ReadinessCheck => ({
  otherwise: { reason: DAMAGED, message: 'The database is damaged.' },
  async find() {
    const damage = health.damage()
    return damage && { reason: DAMAGED, message: explainDamage(damage.cause, folder) }
  },
})

const FULL = 'disk_full'

const hasRoom = (database: Database, { path }: Places): ReadinessCheck => ({
  otherwise: { reason: FULL, message: `The disk of the data folder ${path} cannot be looked at.` },
  async find() {
    const message = tooLittleRoom(path, await diskAt(path), database.isDiskFull())
    return message === null ? null : { reason: FULL, message }
  },
})
