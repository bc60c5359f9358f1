/** Which thresholds of people are crossed, and which no more. */
import { setImmediate as letOthersGo } from 'node:timers/promises'
import type { AlertThreshold } from '@tangelo/contract'
import type { Queries } from '#platform/database/database.ts'
import { isBeyond } from '../alerts.rules.ts'
import { type Cause, type Findings, sayThreshold, sayValue, thresholdKey } from '../rules/causes.ts'
import { causesStore } from '../store/causes.ts'
import { type Figures, figuresOf } from '../view/figures.ts'
import { type AlertPerson, mayThreshold } from './people.ts'

export async function detectThresholds(
  db: Queries,
  { now, people, open }: { now: number; people: readonly AlertPerson[]; open: readonly Cause[] },
): Promise<Findings> {
  const store = causesStore(db)
  const result: Findings = { found: [], ended: [], changed: [] }
  const wanted = new Set<string>()
  /** Read once, however many people watch it. */
  const figures = new Map<string, Promise<Figures | undefined>>()
  const figuresFor = (watched: AlertThreshold['subject']) => {
    const key = `${watched.kind}:${watched.id}`
    const known = figures.get(key) ?? letOthersGo().then(() => figuresOf(db, watched, now))
    figures.set(key, known)
    return known
  }
  for (const person of people)
    for (const threshold of person.settings.thresholds) {
      const subject = thresholdKey(person.id, threshold)
      const watched = threshold.isOn ? await figuresFor(threshold.subject) : undefined
      if (!watched || !mayThreshold(person, watched.companyId)) continue
      wanted.add(subject)
      const known = open.find((cause) => cause.subject === subject)
      const value = watched.values[threshold.metric]
      // Without figures of today nothing is known: what is open stays open.
      if (value === null) continue
      const isOver = isBeyond(threshold, value, known !== undefined)
      const detail = `Now ${sayValue(threshold.metric, value)}`
      if (known && !isOver) result.ended.push(known.id)
      if (known && isOver && known.detail !== detail)
        result.changed.push({ id: known.id, groupKey: known.groupKey, amount: known.amount, detail })
      if (known || !isOver) continue
      result.found.push({
        kind: 'threshold',
        subject,
        marker: (await store.lastMarker('threshold', subject)) + 1,
        groupKey: `threshold:${subject}`,
        companyId: watched.companyId,
        accountId: watched.accountId,
        userId: person.id,
        amount: null,
        name: sayThreshold(threshold, watched.name),
        detail,
      })
    }
  result.ended.push(...open.flatMap(({ id, subject }) => (wanted.has(subject) ? [] : [id])))
  return result
}
