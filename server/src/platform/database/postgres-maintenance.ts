/**
 * A connection to PostgreSQL of its own, for what changes the schema or takes long beside the running product: months, indexes.
 * Its statements have no time limit.
 */
import pg from 'pg'
import { KEEP_ALIVE } from './keep-alive.ts'
import { StoreUnavailable } from './store-faults.ts'

export interface MaintenanceClient {
  run<Row = unknown>(statement: string, values?: unknown[]): Promise<Row[]>
  inTransaction(work: () => Promise<void>): Promise<void>
}

const CONNECT_TIMEOUT_MS = 5_000

/** Ends the connection with the work. Throws what the work throws, and `StoreUnavailable` where PostgreSQL does not answer. */
export async function withMaintenance<Result>(
  url: string,
  work: (client: MaintenanceClient) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...KEEP_ALIVE,
    application_name: 'tangelo maintenance',
  })
  // An error that has no listener ends the process. The statement that runs at that moment fails by itself.
  client.on('error', () => {})
  const orUnavailable = async <Answer>(answer: Promise<Answer>): Promise<Answer> => {
    try {
      return await answer
    } catch (error) {
      if (error instanceof pg.DatabaseError && error.severity !== 'FATAL') throw error
      throw new StoreUnavailable(error instanceof Error ? error : new Error(String(error)), { isRepeatable: false })
    }
  }
  const run = async <Row>(statement: string, values: unknown[] = []) =>
    (await orUnavailable(client.query(statement, values))).rows as Row[]
  try {
    await orUnavailable(client.connect())
    return await work({
      run,
      async inTransaction(steps) {
        await run('begin')
        try {
          await steps()
          await run('commit')
        } catch (error) {
          // What undid the transaction is what the caller needs to see.
          await run('rollback').catch(() => {})
          throw error
        }
      },
    })
  } finally {
    await client.end().catch(() => {})
  }
}
