/**
 * Kysely on node:sqlite. Two connections on one file in WAL mode: reads run at once on a connection that only reads
 * and see what is committed; writes and transactions take turns on the other. Both answer on the calling thread,
 * so a statement must stay below 10 ms there (design: chunks and indexes).
 * Durable: synchronous FULL, an acknowledged commit survives a power cut.
 */
import { type Dialect, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import type { DirectReads } from './direct-reads.ts'
import { SqliteDriver, type SqliteParts } from './sqlite-driver.ts'
import type { StoreActivity } from './store-activity.ts'

/** Kysely would keep every read waiting while a transaction is open, or waits for its turn: it takes SQLite for one connection. */
class TwoConnectionsAdapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true
  }
}

export function sqliteDialect(
  path: string,
  parts: SqliteParts,
): { dialect: Dialect; direct: DirectReads; activity: StoreActivity } {
  const driver = new SqliteDriver(path, parts)
  return {
    direct: driver,
    activity: driver.activity,
    dialect: {
      createAdapter: () => new TwoConnectionsAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  }
}
