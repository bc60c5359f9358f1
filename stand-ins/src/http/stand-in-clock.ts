/** The time of a world. */
export interface StandInClock {
  /** Epoch milliseconds. */
  now(): number
  /** Where it is missing, a stand-in moves only its own time. */
  move?(ms: number): void
}

/** A clock that can be moved. Stand-ins that are given the same one live in the same moment, whichever is moved. */
export function standInClock(clock: StandInClock = { now: () => Date.now() }): Required<StandInClock> {
  const { move } = clock
  if (move) return { now: () => clock.now(), move: (ms) => move.call(clock, ms) }
  let moved = 0
  return {
    now: () => clock.now() + moved,
    move: (ms) => {
      moved += ms
    },
  }
}
