/** What is found now beside what is known already. */
import type { Cause, Findings, FoundCause } from './causes.ts'

export const NOTHING = { companyId: null, accountId: null, userId: null, amount: null, detail: null }

export const endAll = (open: readonly Cause[]): Findings => ({
  found: [],
  ended: open.map(({ id }) => id),
  changed: [],
})

/** What is new of the causes that hold now, and which open ones are not among them. */
export function compare(open: readonly Cause[], holding: readonly FoundCause[]): Findings {
  const result: Findings = { found: [], ended: [], changed: [] }
  const isSame = (one: FoundCause, other: FoundCause) => one.subject === other.subject && one.marker === other.marker
  for (const cause of holding) {
    const known = open.find((one) => isSame(one, cause))
    if (!known) result.found.push(cause)
    else if (known.amount !== cause.amount)
      result.changed.push({ id: known.id, groupKey: known.groupKey, amount: cause.amount, detail: cause.detail })
  }
  result.ended.push(...open.flatMap((one) => (holding.some((cause) => isSame(cause, one)) ? [] : [one.id])))
  return result
}
