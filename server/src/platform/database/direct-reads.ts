/** For queries outside any transaction that are worth going past Kysely. */
export interface DirectReads {
  /** Runs a query that only reads, at once and on its own. */
  read(text: string, parameters: readonly unknown[]): unknown[]
  /** Changes with every commit of any connection: what was read at this version is still current. */
  version(): number
}

/** The way past Kysely for a database, never for a transaction of it: it can use a connection at once. */
export const directReads = new WeakMap<object, DirectReads>()
