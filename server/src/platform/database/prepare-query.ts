/**
 * Queries that run for every request, built and compiled once. Kysely's builder costs more than SQLite's answer does;
 * what it makes is plain SQL with parameters in a known order.
 */
import { randomUUID } from 'node:crypto'
import type { CompiledQuery } from 'kysely'
import type { Queries } from './database.ts'
import { type DirectReads, directReads } from './direct-reads.ts'
import { namedReads } from './named-reads.ts'

/** Of this process, so that two programs of different versions behind one pooler never share a name. */
const PROCESS = randomUUID().slice(0, 8)
let names = 0

interface Known<Row> {
  query: CompiledQuery<Row>
  name: string
  order: number[]
  isRead: boolean
  /** Null for a query that ran once. */
  answers: Map<string, Row[] | null>
  /** At which version of the store the answers were read. */
  version: number
}

/**
 * `build` gets placeholders for its arguments, so it must pass them on as values and decide nothing by them.
 * Returns a function of the same arguments that runs the query on the database or transaction it is given.
 *
 * `remembered` results are cached until the next commit to the database: for small results that are read often.
 * They are shared, so callers must not change them. Only SQLite detects cheaply that nothing has changed.
 */
export function prepareQuery<Args extends readonly (string | number)[], Row>(
  build: (db: Queries, ...args: Args) => { compile(): CompiledQuery<Row> },
  { remembered = 0 }: { remembered?: number } = {},
): (db: Queries, ...args: Args) => Promise<Row[]> {
  const byStore = new WeakMap<object, Known<Row>>()

  const compileOnce = (db: Queries, args: Args): Known<Row> => {
    const store = db.getExecutor().adapter
    const before = byStore.get(store)
    if (before) return before
    const marks = args.map((_, at) => Symbol(`argument ${at}`))
    const query = build(db, ...(marks as unknown as Args)).compile()
    const order = query.parameters.map((parameter) => marks.indexOf(parameter as symbol))
    const isRead = query.query.kind === 'SelectQueryNode'
    names += 1
    const made = { query, name: `${PROCESS}-${names}`, order, isRead, answers: new Map(), version: Number.NaN }
    byStore.set(store, made)
    return made
  }

  const remember = (direct: DirectReads, it: Known<Row>, args: Args, read: () => Row[]): Row[] => {
    const version = direct.version()
    if (version !== it.version) it.answers.clear()
    it.version = version
    const key = args.join('\n')
    const before = it.answers.get(key)
    if (before) return before
    const rows = read()
    if (before === undefined && it.answers.size >= remembered) it.answers.clear()
    // Worth caching from its second read: while writes go on, cached results would only grow old in memory.
    it.answers.set(key, before === null ? rows : null)
    return rows
  }

  return async (db, ...args) => {
    const it = compileOnce(db, args)
    const { query, order } = it
    const parameters = () => order.map((at, place) => (at === -1 ? query.parameters[place] : args[at]))
    const direct = it.isRead ? directReads.get(db) : undefined
    const named = it.isRead && !direct ? namedReads.get(db) : undefined
    if (named) return (await named({ name: it.name, text: query.sql, values: parameters() })).rows as Row[]
    if (!direct) return (await db.executeQuery<Row>({ ...query, parameters: parameters() })).rows
    // The rows are those of the query that Row was inferred from, whichever way they come.
    const read = () => direct.read(query.sql, parameters()) as Row[]
    return remembered > 0 ? remember(direct, it, args, read) : read()
  }
}
