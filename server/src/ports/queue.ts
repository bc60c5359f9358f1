/**
 * Work that must be done once, later, perhaps elsewhere, even if its process ends. A job carries an id, not data: its
 * handler reads the current state and decides.
 */
import type { Queries } from '#platform/database/database.ts'
import type { JobView, KindCounts } from './job-view.ts'

export interface NewJob {
  /** What kind of work; workers take jobs by kind. */
  kind: string
  /** Of the waiting and running jobs of a kind, a key is there once: a second one is dropped without complaint. */
  key: string
  /** Whose work it is, for fairness and for showing; null for the installation's own. */
  companyId: number | null
  /** Small and JSON: ids and options. */
  payload: Readonly<Record<string, unknown>>
  /** Epoch milliseconds; absent or past: at once, also when the clock is set back. */
  runAt?: number
  /** Larger runs sooner; 0 by default. Work that a user waits for comes before scheduled work. */
  priority?: number
}

/** One try of one job, held by a lease that this process renews. */
export interface RunningJob {
  readonly id: string
  /** Names this try: a later one of the same job has another name. */
  readonly tryId: string
  readonly kind: string
  readonly key: string
  readonly companyId: number | null
  readonly payload: Readonly<Record<string, unknown>>
  /** 1 for the first try. Tries that ended with their process do not count. */
  readonly attempt: number
  /** The request that asked for it, as the log names it; null for what no request asked for. */
  readonly requestId: string | null
  /** Aborted when the job was cancelled, when the lease is lost, and when the worker must end. */
  readonly signal: AbortSignal
  /** 0 to 1; never goes back within a try. May be called often: it is written at intervals. */
  progress(share: number): Promise<void>
  /**
   * Marks the job done inside the transaction that holds its effect, so that the two happen together or not at all.
   * Throws `LeaseLost`, which must undo the transaction, when another worker has the job by now or it was cancelled.
   */
  complete(tx: Queries): Promise<void>
}

/** Another worker has the job by now: the transaction of this try must not count. */
export class LeaseLost extends Error {
  override name = 'LeaseLost'
}

/** Thrown by a handler: try again at that moment, a second from now at the earliest. The try does not count. */
export class RetryAt extends Error {
  override name = 'RetryAt'
  readonly at: number
  constructor(reason: string, at: number) {
    super(reason)
    this.at = at
  }
}

/** Thrown by a handler: trying again would change nothing. The job goes to the dead letters with this reason. */
export class PermanentError extends Error {
  override name = 'PermanentError'
}

export interface Handler {
  kind: string
  /** Calls of `run` at once, over all nodes; without `batch` that is jobs. */
  concurrency: number
  /** Calls of `run` at once in one process; as many as over all nodes by default. */
  concurrencyHere?: number
  /**
   * Tries before a job goes to the dead letters; 5 by default. A job whose process ends under it is retried apart from
   * that, and gets there after twenty such ends.
   */
  attempts?: number
  /** Up to this many jobs are handled together; 1 by default. */
  batch?: number
  /**
   * Returns when it has dealt with all jobs. A job that it neither completed nor named in the answer counts as done.
   * Throwing fails all jobs of the batch that are not completed; the answered map fails or postpones single ones (`RetryAt`,
   * `PermanentError`, or any other error for another try).
   */
  run(jobs: readonly RunningJob[]): Promise<ReadonlyMap<string, Error> | undefined>
  /**
   * Called once a job has become a dead letter, also after too many missed leases: ends rows that still say the work goes on.
   * Safe to repeat. A process that ends before the call makes none: look for such rows at the start as well.
   */
  onDeadLetter?(job: DeadJob): Promise<void>
}

export interface DeadJob extends Pick<RunningJob, 'id' | 'kind' | 'key' | 'companyId'> {
  /** It missed its lease too often; else its handler threw. */
  isSilent: boolean
}

/** Recurring work; one node of many enqueues it. */
export interface Schedule {
  kind: string
  everyMs: number
}

export interface Workers {
  /**
   * Stops taking jobs, aborts the signals of those that are not done within `graceMs` (0 by default), and resolves when every
   * handler has returned and its leases are given back. A handler that throws then has its jobs given back as if they had not
   * been tried; one that returns is done.
   */
  end(graceMs?: number): Promise<void>
  /** Has them look now for what is due, and not only at their next poll: time has passed at once, as in a test. */
  wake(): void
}

export interface Queue {
  /** Inside the caller's transaction: the jobs exist when and only when it is committed. Answers the ids of new jobs. */
  enqueue(tx: Queries, jobs: readonly NewJob[]): Promise<string[]>
  /** Inside the caller's transaction: what waits for a later moment runs at once. Nothing else about the job changes. */
  hasten(tx: Queries, kind: string, key: string): Promise<void>
  /** Begins to take jobs in this process. `schedules` are enqueued when due, once over all nodes. */
  work(handlers: readonly Handler[], schedules?: readonly Schedule[]): Workers
  /** True when the job was waiting or running and no longer counts; a running handler sees its signal. */
  cancel(id: string): Promise<boolean>
  /** A dead letter tried again from the first try; false when there is none of that id, or its key is live again. */
  retry(id: string): Promise<boolean>
  find(id: string): Promise<JobView | null>
  /** The job of this key that waits or runs. */
  findLive(kind: string, key: string): Promise<JobView | null>
  /** Waiting and running jobs, and those that failed since a moment; newest first, at most `limit`. */
  list(filter: {
    companyId: number | 'all'
    /** All of them by default. */
    kinds?: readonly string[]
    failedSince: number
    limit: number
  }): Promise<JobView[]>
  /** The tries of a kind that hold their leases now, over all nodes. */
  runningTries(tx: Queries, kind: string): Promise<ReadonlySet<string>>
  /** Every kind that has work or is worked on, by name. */
  counts(): Promise<KindCounts[]>
  /** Since when the oldest job of a kind that may run has been waiting; kinds where none does are absent. */
  oldestDue(): Promise<ReadonlyMap<string, number>>
  /** What failed for good, the latest first, at most `limit`. */
  deadLetters(limit: number): Promise<JobView[]>
  /** Removes jobs that ended before a moment. Safe to repeat. */
  purge(endedBefore: number): Promise<void>
}
