/** The same day of the month, or its last one; UTC. */
export function monthLater(anchor: number, months: number): number {
  const from = new Date(anchor * 1_000)
  const to = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months + 1, 0))
  to.setUTCDate(Math.min(from.getUTCDate(), to.getUTCDate()))
  to.setUTCHours(from.getUTCHours(), from.getUTCMinutes(), from.getUTCSeconds())
  return to.getTime() / 1_000
}
