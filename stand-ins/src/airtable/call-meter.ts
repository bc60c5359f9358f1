/** Calls of one base: more than five in a second, and everything is refused for half a minute. */
const secondMs = 1_000
const refusedForMs = 30_000

export interface CallMeter {
  /** Counts a call; false when it is refused. */
  take(now: number): boolean
}

/** @param callsPerSecond Infinity for no limit. */
export function callMeter(callsPerSecond: number): CallMeter {
  let latest: number[] = []
  let refusedUntil = Number.NEGATIVE_INFINITY
  return {
    take(now) {
      if (now < refusedUntil) return false
      latest = latest.filter((at) => at > now - secondMs)
      if (latest.length >= callsPerSecond) {
        refusedUntil = now + refusedForMs
        return false
      }
      latest.push(now)
      return true
    },
  }
}
