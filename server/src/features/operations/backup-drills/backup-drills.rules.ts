/** When a backup is due to be tried, and what a drill has shown. Pure. */
import type { DrillReport } from '#ports/backups.ts'

const DRILL_EVERY_MS = 30 * 24 * 60 * 60_000

/** A month after the last one; and after one that failed, as soon as there is a newer backup. */
export function isDue(
  last: { begun_at: number; state: 'running' | 'passed' | 'failed'; made_at: number } | undefined,
  newest: { madeAt: number },
  now: number,
): boolean {
  if (!last) return true
  if (last.state === 'running') return false
  return now - last.begun_at >= DRILL_EVERY_MS || (last.state === 'failed' && newest.madeAt > last.made_at)
}

const count = (number: number, one: string, many: string) =>
  `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`

/** Why the restored store does not hold, in a sentence; null where it does. */
export function problemIn({ figures, entries, mediaMissing }: DrillReport): string | null {
  const found = [
    ...(figures > 0 ? [count(figures, 'figure does not follow', 'figures do not follow')] : []),
    ...(entries > 0 ? [count(entries, 'audit entry does not hold', 'audit entries do not hold')] : []),
    ...(mediaMissing > 0 ? [count(mediaMissing, 'file is missing', 'files are missing')] : []),
  ]
  return found.length === 0 ? null : `It was restored, but ${found.join(', ')}.`
}
