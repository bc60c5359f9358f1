/** What was asked of a stand-in. Counts are kept of everything, single calls only of the latest ten thousand. */
const callsKept = 10_000

export interface LoggedCall {
  /** Epoch milliseconds of the stand-in's clock. */
  at: number
  operation: string
  names: readonly string[]
  /** 0 where nothing was answered. */
  status: number
}

export interface CallLog {
  readonly total: number
  /** Calls that were being answered at the same time, at the most. */
  readonly mostAtOnce: number
  byStatus(): Record<string, number>
  /** How often clients asked for this name, in any case. */
  timesAsked(name: string): number
  /** The latest calls, oldest first. */
  latest(): LoggedCall[]
}

export interface WritableCallLog extends CallLog {
  /** Says that a call came in; the function given back says that it is over. */
  noteArrival(): () => void
  note(call: LoggedCall): void
}

export function callLog(): WritableCallLog {
  const kept: LoggedCall[] = []
  const byStatus = new Map<number, number>()
  const byName = new Map<string, number>()
  let total = 0
  let atOnce = 0
  let mostAtOnce = 0
  return {
    get total() {
      return total
    },
    get mostAtOnce() {
      return mostAtOnce
    },
    byStatus: () => Object.fromEntries(byStatus),
    timesAsked: (name) => byName.get(name.toLowerCase()) ?? 0,
    latest: () => {
      const oldest = total % callsKept
      return [...kept.slice(oldest), ...kept.slice(0, oldest)]
    },
    noteArrival() {
      atOnce += 1
      mostAtOnce = Math.max(mostAtOnce, atOnce)
      return () => {
        atOnce -= 1
      }
    },
    note(call) {
      kept[total % callsKept] = call
      total += 1
      byStatus.set(call.status, (byStatus.get(call.status) ?? 0) + 1)
      for (const name of call.names) byName.set(name.toLowerCase(), (byName.get(name.toLowerCase()) ?? 0) + 1)
    },
  }
}
