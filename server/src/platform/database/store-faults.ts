/**
 * What a lost database connection means to the caller, by what is known of the effect. Neither is a `Failure`: code
 * that expects refusals must not mistake a fault of the database for one.
 */

/** The database is unavailable, or the connection was lost before anything took effect: the whole may be repeated. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
  /** A connection that worked was lost: a repetition on another one may succeed at once. */
  readonly isRepeatable: boolean

  constructor(cause: Error, { isRepeatable }: { isRepeatable: boolean }) {
    super(`The database cannot be asked: ${cause.message}`, { cause })
    this.isRepeatable = isRepeatable
  }
}

/**
 * The connection was lost during a commit, and a check could not find out whether it took effect: never repeat it
 * blindly.
 */
export class OutcomeUnknown extends Error {
  override name = 'OutcomeUnknown'

  constructor(cause: Error) {
    super(`Whether a change was saved is not known: ${cause.message}`, { cause })
  }
}

/** True for a fault of the store that passes by itself: what failed by it is tried again and counts as no failure of its own. */
export const isStoreFault = (error: unknown): boolean =>
  error instanceof StoreUnavailable || error instanceof OutcomeUnknown
