/** What the overview of all content says: shares, and how old the copy of a table is. */
import type { ContentSync } from '@tangelo/contract'
import { formatMoment } from '#lib/format.ts'
import { texts } from '../texts/overview.ts'

/** A share of all items, 0 to 1; 0 when there are none (spec §9). */
export function shareOf(count: number, total: number): number {
  return total > 0 ? count / total : 0
}

/** How old the copy of a table is, or why it is not one; null where there is nothing to sync with. */
export function syncLine(sync: ContentSync, now: Date): { text: string; isFailing: boolean } | null {
  const { state, pulledAt, isPulling, message } = sync
  const table = sync.table ?? ''
  if (state === 'built_in') return null
  if (state === 'failing') {
    const age = pulledAt ? texts.sync.failing(table, formatMoment(pulledAt, now)) : texts.sync.neverPulled(table)
    return { text: [age, message].filter(Boolean).join(' '), isFailing: true }
  }
  if (isPulling) return { text: texts.sync.pulling(table), isFailing: false }
  const text = pulledAt ? texts.sync.inStep(table, formatMoment(pulledAt, now)) : texts.sync.waiting(table)
  return { text, isFailing: false }
}
