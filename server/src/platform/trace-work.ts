/**
 * What can be followed from outside as it happens: requests, jobs and statements, published on a diagnostics channel of Node. Without a
 * subscriber this costs a look at a flag; who subscribes is chosen at the start (`adapters/traces`).
 */
import { tracingChannel } from 'node:diagnostics_channel'

export interface TracedWork {
  kind: 'request' | 'job' | 'statement'
  /** Without anything of a user: a route, a kind of job, the first word of a statement. */
  name: string
  /** May grow until the work has ended. */
  attributes: Record<string, string | number>
  /** It ends when its function returns, and not with a promise. */
  isSync?: boolean
  /** Set by the channel where it failed. */
  error?: unknown
}

export const TRACED = 'tangelo'

const channel = tracingChannel<unknown, TracedWork>(TRACED)

/** `describe` is called only where there is a subscriber. */
export function traceWork<Result>(describe: () => TracedWork, work: () => Promise<Result>): Promise<Result> {
  return channel.hasSubscribers ? channel.tracePromise(work, describe()) : work()
}

export function traceSync<Result>(describe: () => TracedWork, work: () => Result): Result {
  return channel.hasSubscribers ? channel.traceSync(work, { ...describe(), isSync: true }) : work()
}

/** Of a statement, without its parameters. */
export const aboutStatement = (engine: string, text: string): TracedWork => ({
  kind: 'statement',
  name: /^\s*\(?\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement',
  attributes: { 'db.system.name': engine, 'db.query.text': text },
})
