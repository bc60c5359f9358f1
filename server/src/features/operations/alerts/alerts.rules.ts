/** When two findings are one and the same thing, and what joins an alert that is there already. Pure. */

/** Moves this close together, in one direction, are one: a run of days is dated by its first one, which later days may move. */
const SAME_MOVE_DAYS = 6

interface Move {
  /** Days since 1970-01-01. */
  day: number
  change: number
}

export const isSameMove = (one: Move, other: Move): boolean =>
  Math.abs(one.day - other.day) <= SAME_MOVE_DAYS && Math.sign(one.change) === Math.sign(other.change)
