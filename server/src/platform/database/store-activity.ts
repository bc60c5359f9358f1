/** What the store has been asked by this process so far, for metrics. */
export interface StoreActivity {
  /** Statements, with those that begin and end transactions: on PostgreSQL each is a round trip. */
  statements: number
  /** Connections to PostgreSQL; null on SQLite. `waiting`: requests for one that have to wait. */
  connections(): { open: number; idle: number; waiting: number } | null
}
