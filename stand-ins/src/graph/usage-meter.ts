/** How much of an hour's allowance is used: calls of the last sixty minutes, counted by the minute. */
const minuteMs = 60_000
const minutesCounted = 60

export interface UsageMeter {
  count(now: number): void
  /** Of the allowance, in whole percent, rounded up; 100 and more is too much. */
  percent(now: number): number
  /** Until at least one call is taken again. */
  minutesToWait(now: number): number
}

/** @param callsPerHour Infinity for no limit; then nothing is ever used. */
export function usageMeter(callsPerHour: number): UsageMeter {
  let minutes: { minute: number; calls: number }[] = []
  let total = 0

  function forget(now: number): void {
    const oldest = Math.floor(now / minuteMs) - minutesCounted
    if ((minutes[0]?.minute ?? oldest + 1) > oldest) return
    minutes = minutes.filter(({ minute }) => minute > oldest)
    total = minutes.reduce((sum, { calls }) => sum + calls, 0)
  }

  return {
    count(now) {
      forget(now)
      const minute = Math.floor(now / minuteMs)
      const last = minutes.at(-1)
      if (last?.minute === minute) last.calls += 1
      else minutes.push({ minute, calls: 1 })
      total += 1
    },
    percent(now) {
      forget(now)
      return Math.ceil((100 * total) / callsPerHour)
    },
    minutesToWait(now) {
      forget(now)
      const [first] = minutes
      if (total < callsPerHour || !first) return 0
      return Math.max(1, first.minute + minutesCounted - Math.floor(now / minuteMs))
    },
  }
}
