/** How a change of figures may be shown (D45): its comparison must be within the named week. */
import { COMPARED_DAYS_MAX } from '@tangelo/contract/limits'

const MS_PER_DAY = 86_400_000
const WEEK_MS = 7 * MS_PER_DAY

interface Compared {
  readonly lastUpdated: string | null
  readonly comparedWith: string | null
  /** Since when the source or the method is another one. */
  readonly brokenAt: string | null
}

/**
 * `week`: as a change of this week. `since`: with the day it is counted from. `broken`: not at all, there is only a new source
 * since then. `outdated`: not at all, the figures themselves are from then.
 */
export type Telling =
  | { readonly as: 'week' }
  | { readonly as: 'since' | 'broken' | 'outdated'; readonly moment: string }

/** Whether figures are older than the week that changes refer to. */
export function isOutdated(lastUpdated: string | null, now: Date): boolean {
  return lastUpdated !== null && now.getTime() - Date.parse(lastUpdated) > WEEK_MS
}

export function describeComparison({ lastUpdated, comparedWith, brokenAt }: Compared, now: Date): Telling {
  if (lastUpdated !== null && isOutdated(lastUpdated, now)) return { as: 'outdated', moment: lastUpdated }
  if (brokenAt !== null) return { as: 'broken', moment: brokenAt }
  const isOlder =
    lastUpdated !== null &&
    comparedWith !== null &&
    Date.parse(lastUpdated) - Date.parse(comparedWith) > COMPARED_DAYS_MAX * MS_PER_DAY
  return isOlder ? { as: 'since', moment: comparedWith } : { as: 'week' }
}
