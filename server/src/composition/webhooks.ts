/** Webhooks: calls of what happens to the addresses that users gave, and the work of sending. */
import type { AuditLog } from '#features/core/index.ts'
import { addressProblem, dropAlerts, webhookCalls, webhookJobs, webhooksService } from '#features/webhooks/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { Encryption } from '#platform/encryption.ts'
import { type CallGuard, guardedCall } from '#platform/http/guarded-call.ts'
import type { Log } from '#platform/log.ts'
import type { Clock } from '#ports/clock.ts'
import type { Queue, Workers } from '#ports/queue.ts'
import { attachEnd } from './beside.ts'

/** Which addresses of receivers may be called. */
export type ReceiverGuard = Pick<CallGuard, 'allowsPrivate' | 'lookup'>

export function composeWebhooks({
  guard,
  encryption,
  publicUrl,
  ...parts
}: {
  database: Database
  clock: Clock
  queue: Queue
  log: Log
  audit: AuditLog
  encryption: Encryption
  guard: ReceiverGuard
  publicUrl: string | null
}) {
  const calls = webhookCalls({ clock: parts.clock, encryption, call: guardedCall(guard), publicUrl })
  const { handlers, watch } = webhookJobs({ ...parts, calls })
  return {
    service: webhooksService({ ...parts, calls }),
    handlers,
    problemOf: (url: string): string | null => addressProblem(url, guard),
    dropAlerts,
    /** Together with the workers, deliveries are looked for; both end together. */
    watchBeside(workers: Workers): Workers {
      const watching = watch()
      return attachEnd(workers, watching.end)
    },
  }
}
