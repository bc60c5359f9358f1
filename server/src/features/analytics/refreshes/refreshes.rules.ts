/** Pure decisions on asking for an account by hand. */
import { REFRESH_EVERY_HOURS } from '@tangelo/contract/limits'

const HOUR_MS = 60 * 60_000
const ON_DEMAND_MS = REFRESH_EVERY_HOURS * HOUR_MS

/** When a person may ask again; null when now. A clock that was set back must not lock anybody out for longer. */
export function allowedAgainAt(lastSuccessAt: number | null, now: number): number | null {
  if (lastSuccessAt === null || lastSuccessAt > now) return null
  const at = lastSuccessAt + ON_DEMAND_MS
  return at > now ? at : null
}

export const hoursUntil = (moment: number, now: number): number => Math.ceil((moment - now) / HOUR_MS)
