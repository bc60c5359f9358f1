/**
 * Which leases of mails have lost their process, as seen from here. Only time that passed on this machine while it was looking
 * counts, never a time of day: clocks that differ between nodes, or are moved, send no mail twice.
 */

/** Longer than one try may take, so that no other process begins while this one may still send. */
const LEASE_MS = 2 * 60_000
/** A gap between two looks counts for no more: a process that slept has not seen that nothing happened. */
const GAP_MS_MAX = 10_000

export function leaseWatch() {
  let heldMs = new Map<string, number>()
  let before: number | null = null
  return {
    /** Of the leases that are held now those that have been held for too long. `elapsed` is this process's own time. */
    findMissed(leases: readonly string[], elapsed: number): string[] {
      const gap = before === null ? 0 : Math.min(GAP_MS_MAX, Math.max(0, elapsed - before))
      const known = heldMs
      before = elapsed
      heldMs = new Map(leases.map((lease) => [lease, known.has(lease) ? (known.get(lease) ?? 0) + gap : 0]))
      return leases.filter((lease) => (heldMs.get(lease) ?? 0) >= LEASE_MS)
    },
  }
}
