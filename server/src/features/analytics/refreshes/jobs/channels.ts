/** The connections that a round reads through: how many calls each has under way, and how much is taken up at once for them. */
import type { ProfileConnection } from '../service/profile-connections.ts'

const CALLS_AT_ONCE_MAX = 128
const CALLS_AT_ONCE_MIN = 4
/** Calls under way together: enough for answers that take this long. */
const SLOW_ANSWER_SECONDS = 1.5
const HOUR_SECONDS = 3_600
/** A range has as many profiles as the connections can read in a minute, within these. */
const MINUTES_OF_HOUR = 60
const RANGE_MIN = 50
const RANGE_MAX = 500

/** A connection during a round. */
export interface Channel {
  connection: ProfileConnection
  callsAtOnce: number
  /** Calls that wait for their place or are under way. */
  active: number
  /** Profiles that wait for its places. */
  held: number
  places: number[]
  placing: Promise<void> | null
  /** It is paused, refused, exhausted or removed: left alone until the next range. */
  isClosed: boolean
}

/** One whose last call failed is tried with one call at a time until one succeeds. */
export const openChannel = (connection: ProfileConnection, hasFailed: boolean): Channel => ({
  connection,
  callsAtOnce: hasFailed ? 1 : callsUnderWay(connection),
  active: 0,
  held: 0,
  places: [],
  placing: null,
  isClosed: false,
})

/** Profiles in an hour. */
export const speedOf = ({ callsPerHour, source }: ProfileConnection): number => callsPerHour * source.namesPerCall

export const rangeSize = (connections: readonly ProfileConnection[]): number => {
  const perMinute = connections.reduce((sum, connection) => sum + speedOf(connection) / MINUTES_OF_HOUR, 0)
  return Math.max(RANGE_MIN, Math.min(RANGE_MAX, Math.ceil(perMinute)))
}

export const callsUnderWay = ({ callsPerHour }: ProfileConnection): number =>
  Math.min(
    CALLS_AT_ONCE_MAX,
    Math.max(CALLS_AT_ONCE_MIN, Math.ceil((callsPerHour / HOUR_SECONDS) * SLOW_ANSWER_SECONDS)),
  )
