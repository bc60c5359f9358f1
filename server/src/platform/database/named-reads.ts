/**
 * PostgreSQL plans a named statement once for each connection. A pooler that hands out connections per transaction must
 * know of that (PgBouncer does from 1.21 on); for others, `pgbouncer=true` in DATABASE_URL leaves the names out.
 */
export interface NamedQuery {
  name: string
  text: string
  values: unknown[]
}

export type NamedRead = (query: NamedQuery) => Promise<{ rows: unknown[] }>

/** The way past Kysely for a database on PostgreSQL, never for a transaction of it. */
export const namedReads = new WeakMap<object, NamedRead>()
