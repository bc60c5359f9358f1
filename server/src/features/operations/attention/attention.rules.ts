/** When something that was put off is back, and which alerts are about the same. Pure. */

import { momentAt } from '#features/clients/index.ts'
import { dayOf } from '#platform/calendar.ts'

const MORNING_HOUR = 7

/** 7:00 of the next day on the clocks of this time zone, also where summer time moves them. */
export const tomorrowMorning = (now: number, timeZone: string): number =>
  momentAt(dayOf(now, timeZone) + 1, MORNING_HOUR, timeZone)

const ALERT_GROUPS: Readonly<Record<string, string>> = {
  moved: 'anomaly',
  unread: 'unread',
  'failed-reels': 'failed:render',
  'failed-imports': 'failed:import',
  publications: 'failed:publication',
}

/** The alerts about the same, by their group; null for none, and for a part of what the user sees: alerts are about all of it. */
export function alertGroupOf(id: string, whole: string): string | null {
  const [kind = '', named = ''] = id.split('@')
  const [scope, companyId] = named.split(':')
  if (scope !== whole) return null
  return kind === 'credits' ? `credits:${companyId}` : (ALERT_GROUPS[kind] ?? null)
}
