/**
 * Queries that run for every request, built and compiled once. Kysely's builder costs more than SQLite's answer does;
 * what it makes is plain SQL with parameters in a known order.
 */
import type { CompiledQuery } from 'kysely'
import type { Queries } from './database.ts'
import { directReads } from './sqlite-dialect.ts'

/**
 * `build` gets stand-ins for its arguments, so it must pass them on as values and decide nothing by them.
 * Answers a function of the same arguments that runs the query on the database or transaction it is given.
 */
export function prepared<Args extends readonly unknown[], Row>(
  build: (db: Queries, ...args: Args) => { compile(): CompiledQuery<Row> },
): (db: Queries, ...args: Args) => Promise<Row[]> {
  const byEngine = new WeakMap<object, { query: CompiledQuery<Row>; order: number[] }>()
  return async (db, ...args) => {
    const adapter = db.getExecutor().adapter
    let known = byEngine.get(adapter)
    if (!known) {
      const marks = args.map((_, at) => Symbol(`argument ${at}`))
      const query = build(db, ...(marks as unknown as Args)).compile()
      known = { query, order: query.parameters.map((parameter) => marks.indexOf(parameter as symbol)) }
      byEngine.set(adapter, known)
    }
    const { query, order } = known
    const parameters = order.map((at, place) => (at === -1 ? query.parameters[place] : args[at]))
    const read = query.query.kind === 'SelectQueryNode' ? directReads.get(db) : undefined
    // The rows are those of the query that Row was inferred from, whichever way they come.
    return read
      ? (read({ ...query, parameters }) as Row[])
      : (await db.executeQuery<Row>({ ...query, parameters })).rows
  }
}
