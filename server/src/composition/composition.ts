/** What `compose.ts` answers: the services, and what a process does beside answering requests. */
import type { MailSending } from '#features/mail/index.ts'
import type { MetricsService } from '#features/operations/index.ts'
import type { Log } from '#platform/log.ts'
import type { Workers } from '#ports/queue.ts'
import type { Services } from '../app.ts'

export interface Composition {
  services: Services
  /** The log, whose errors are kept as well. */
  log: Log
  /** Begins to work on jobs in this process. */
  work(): Workers
  /** Forgets what is not needed any more. Safe to repeat. */
  purge(): Promise<void>
  /** For the one process of a store, before it works: what earlier processes were doing once may be taken over at once. */
  endLeases(): Promise<void>
  /** Ends the threads that wait for work, before the store is closed. */
  endThreads(): Promise<void>
  /** Sends mail that is due; null while mail is off. */
  mailSending: MailSending | null
  /** Where a monitoring system reads; null where nothing is recorded. */
  metricsPage: MetricsService | null
}
