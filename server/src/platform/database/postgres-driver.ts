/**
 * Knows how far a transaction had come when its connection was lost (docs/decisions/0028): before COMMIT nothing took effect, and
 * `StoreUnavailable` reports it; during COMMIT it checks.
 */
import type { Driver, TransactionSettings } from 'kysely'
import { aboutStatement, traceWork } from '../trace-work.ts'
import type { CommitMarks, Mark } from './commit-marks.ts'
import { MONTHS_MADE_MAX, type Months } from './months.ts'
import type { NamedRead } from './named-reads.ts'
import { type PostgresPool, ServerSilent } from './postgres-pool.ts'
import { PostgresSession } from './postgres-session.ts'
import type { StoreActivity } from './store-activity.ts'
import { OutcomeUnknown, StoreUnavailable } from './store-faults.ts'

export class PostgresDriver implements Driver {
  readonly #pool: PostgresPool
  readonly #marks: CommitMarks
  readonly #activity: StoreActivity
  readonly #months: Months

  constructor(pool: PostgresPool, marks: CommitMarks, activity: StoreActivity, months: Months) {
    this.#pool = pool
    this.#marks = marks
    this.#activity = activity
    this.#months = months
  }

  async init() {}

  async acquireConnection() {
    return new PostgresSession(this, await this.#pool.connect())
  }

  async releaseConnection(session: PostgresSession) {
    this.#release(session)
  }

  /** A statement of a transaction that is not committed yet: a lost connection has undone all of it. */
  async inTransaction<Result>(session: PostgresSession, run: () => Promise<Result>): Promise<Result> {
    this.#activity.statements += 1
    try {
      return await run()
    } catch (error) {
      throw this.#undone(session, error)
    }
  }

  /**
   * A statement on its own. A read is repeated once on another connection; a write may have taken effect, but not where months were
   * missing for its rows, which are made one after the other.
   */
  async alone<Result>(session: PostgresSession, isRead: boolean, run: () => Promise<Result>): Promise<Result> {
    const wasLost = this.#pool.isLost(session.client)
    this.#activity.statements += 1
    for (let isMade = true, made = 0; isMade; made += 1) {
      try {
        return await run()
      } catch (error) {
        isMade = made < MONTHS_MADE_MAX && (await this.#months.makeMissing(error))
        if (isMade) continue
        const undone = this.#undone(session, error)
        if (!(undone instanceof StoreUnavailable)) throw error
        if (!isRead && !wasLost) throw new OutcomeUnknown(undone.cause as Error)
        if (!undone.isRepeatable) throw undone
      }
    }
    await this.#replace(session)
    return this.inTransaction(session, run)
  }

  /** The way past Kysely for a named prepared read. */
  readNamed: NamedRead = async (query) => {
    this.#activity.statements += 1
    try {
      return await traceWork(
        () => aboutStatement('postgresql', query.text),
        () => this.#pool.query(query),
      )
    } catch (error) {
      if (!(error instanceof StoreUnavailable && error.isRepeatable)) throw error
    }
    const session = await this.acquireConnection()
    try {
      return await this.alone(session, true, () => session.client.query(query))
    } finally {
      this.#release(session)
    }
  }

  async beginTransaction(session: PostgresSession, { isolationLevel }: TransactionSettings) {
    session.isInTransaction = true
    await this.inTransaction(session, async () => {
      await this.#marks.prepare(session.client)
      await session.client.query(isolationLevel ? `start transaction isolation level ${isolationLevel}` : 'begin')
    })
  }

  async commitTransaction(session: PostgresSession) {
    if (this.#pool.isLost(session.client))
      throw this.#undone(session, new Error('The connection was lost before COMMIT'))
    const mark = this.#marks.next(session.client)
    this.#activity.statements += 1
    try {
      const results = [await session.client.query(mark ? mark.committing : 'commit')].flat()
      if (results.at(-1)?.command === 'ROLLBACK') throw new Error('The transaction had failed before, and was undone')
    } catch (error) {
      const loss = this.#pool.lossIn(session.client, error)
      if (!loss && this.#marks.isMisplaced(error)) throw new StoreUnavailable(error as Error, { isRepeatable: true })
      if (!loss) throw error
      session.broken = loss
      await this.#resolve(session, mark, loss)
    }
  }

  /** Resolves when the transaction was committed. The client is given back first: the look-up needs another one. */
  async #resolve(session: PostgresSession, mark: Mark | null, loss: Error) {
    this.#release(session)
    const outcome = mark ? await this.#marks.find(mark) : 'unknown'
    if (outcome === 'undone') throw new StoreUnavailable(loss, { isRepeatable: true })
    if (outcome === 'unknown') throw new OutcomeUnknown(loss)
  }

  /** Never throws: what undid the transaction is what its caller needs to see. Without its connection PostgreSQL undoes it too. */
  async rollbackTransaction(session: PostgresSession) {
    session.isUndone = true
    // One that was sent beside the one that failed: a client takes one statement at a time.
    await session.answered
    if (session.broken) return
    this.#activity.statements += 1
    try {
      await session.client.query('rollback')
    } catch (error) {
      session.broken = error instanceof Error ? error : new Error(String(error))
    }
  }

  destroy() {
    return this.#pool.end()
  }

  #undone(session: PostgresSession, error: unknown): unknown {
    const loss = this.#pool.lossIn(session.client, error)
    if (!loss) return error
    session.broken = loss
    // After half a minute of silence another connection is as silent.
    return new StoreUnavailable(loss, { isRepeatable: !(loss instanceof ServerSilent) })
  }

  async #replace(session: PostgresSession) {
    this.#release(session)
    session.client = await this.#pool.connect()
    session.broken = null
    session.isReleased = false
  }

  #release(session: PostgresSession) {
    if (session.isReleased) return
    session.isReleased = true
    session.client.release(session.broken ?? undefined)
  }
}
