/** How a connection of a source does, in words. Pure. */
import type { SourceConnection as ShownConnection } from '@tangelo/contract'
import { isPaused, type ProviderQuotaRow } from '#features/core/index.ts'
import { momentToText } from '#platform/calendar.ts'
import type { InstagramSource, InstagramSourceName } from '#ports/instagram.ts'
import type { QuotaName } from '#ports/outside-service.ts'
import type { ConnectionRow } from './source-connections.store.ts'

const HOURS_OF_DAY = 24

/** What the token is sealed for: a copy of it in another row cannot be opened there. */
export const purposeOf = (source: InstagramSourceName, nameKey: string): string => `source:${source}:${nameKey}`

export const quotaOf = (source: InstagramSourceName, id: number): QuotaName => `${source}:${id}`

const perDayOf = ({ callsPerHour, namesPerCall }: InstagramSource): number => callsPerHour * namesPerCall * HOURS_OF_DAY

/** @param source null where the token cannot be opened with the key that is here. */
export function describeConnection(
  row: ConnectionRow,
  source: InstagramSource | null,
  quota: ProviderQuotaRow | undefined,
  { now, usualCallsPerHour }: { now: number; usualCallsPerHour: number },
): ShownConnection {
  const message = source === null ? wrongKey(row.name) : (quota?.failure ?? null)
  const state = row.is_paused === 1 ? 'paused' : message === null ? 'connected' : 'failing'
  return {
    id: row.id,
    source: row.source,
    name: row.name,
    ownId: row.own_id,
    state,
    message,
    callsPerHour: row.calls_per_hour ?? usualCallsPerHour,
    perDay: state === 'connected' && source !== null ? perDayOf(source) : 0,
    usedPercent: quota?.used_percent ?? null,
    pausedUntil: quota && isPaused(quota.paused_until, now) ? momentToText(quota.paused_until) : null,
    lastSucceededAt: moment(quota?.succeeded_at),
    lastFailedAt: moment(quota?.failed_at),
    createdAt: momentToText(row.created_at),
  }
}

const moment = (value: number | null | undefined) => (value == null ? null : momentToText(value))

const wrongKey = (name: string) =>
  `The token of ${name} was encrypted with another key than the one that is here. Bring back ENCRYPTION_KEY, or enter the token again.`
