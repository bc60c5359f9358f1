/**
 * Missed leases. A worker raises the heartbeat count (`beats`) of its jobs every few seconds; a job whose count stood still for
 * the length of a lease, as seen from here, has lost its process. Only time that passed on this machine while it was looking counts, never
 * a time of day: clocks that differ between nodes, or are moved, neither lose a job nor run it twice.
 */
import type { RunningRow } from './lease-store.ts'

const LEASE_MS = 9_000
/** A gap between two polls counts for no more: a process that slept, or lost the store, has not seen that nothing happened. */
const GAP_MS_MAX = 2_000

export interface LeaseWatch {
  /** Returns the rows without a heartbeat for the length of a lease. `elapsed` is this process's own time in milliseconds. */
  findMissed(rows: readonly RunningRow[], elapsed: number): RunningRow[]
}

export function leaseWatch(): LeaseWatch {
  let watched = new Map<string, { sign: string; silentMs: number }>()
  let before: number | null = null
  return {
    findMissed(rows, elapsed) {
      const gap = before === null ? 0 : Math.min(GAP_MS_MAX, Math.max(0, elapsed - before))
      before = elapsed
      const seen = new Map<string, { sign: string; silentMs: number }>()
      const found = rows.filter((row) => {
        const sign = `${row.lease_token} ${row.beats}`
        const known = watched.get(row.id)
        const silentMs = known?.sign === sign ? known.silentMs + gap : 0
        seen.set(row.id, { sign, silentMs })
        return silentMs >= LEASE_MS
      })
      watched = seen
      return found
    },
  }
}
