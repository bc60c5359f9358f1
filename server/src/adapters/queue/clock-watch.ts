/**
 * Whether the clock of this machine was set back, seen by the time that passed here meanwhile. Work that was put off before lies too
 * far ahead then: a machine that starts with a clock that is hours ahead corrects it within a minute.
 */

/** Less is the difference between two ways to count time. */
const SET_BACK_MS = 60_000

export interface ClockWatch {
  /** Whether it was set back since the last look. `elapsed` is this process's own time in milliseconds. */
  isSetBack(now: number, elapsed: number): boolean
}

export function clockWatch(): ClockWatch {
  let lead = Number.NEGATIVE_INFINITY
  return {
    isSetBack(now, elapsed) {
      const before = lead
      lead = now - elapsed
      return before - lead > SET_BACK_MS
    },
  }
}
