/** What a stand-in is to those who start one. */
import type { CallLog } from './call-log.ts'
import type { Faults } from './faults.ts'
import type { StandInClock } from './stand-in-clock.ts'

export interface StandInOptions {
  /** The system's time where none is given. */
  clock?: StandInClock
  /** A free one where none is given. */
  port?: number
  /** Every answer waits this long. */
  latencyMs?: number
}

/** A request or an answer that does not fit the contract; a test should expect none. */
export interface Violation {
  at: number
  operation: string
  side: 'request' | 'answer'
  problems: readonly string[]
}

export interface StandIn {
  /** Where it listens, without a slash at the end. */
  url: string
  /** What it takes as proof of who asks. */
  token: string
  faults: Faults
  calls: CallLog
  /** The first thousand. */
  violations: readonly Violation[]
  /** Accounts or records delivered since the start; what a vendor would charge for. */
  readonly items: number
  /** Epoch milliseconds. */
  now(): number
  moveTime(ms: number): void
  /** Closes every connection, also those that were left hanging. May be called again. */
  end(): Promise<void>
}
