/** How a connection of a source does, in words, and what is recorded of it. Pure. */
import type { RouteInput, SourceConnection as ShownConnection } from '@tangelo/contract'
import type { ConnectedSource } from '@tangelo/contract/limits'
import { isPaused, type NewAuditEntry, type ProviderQuotaRow } from '#features/core/index.ts'
import { dayFromText, dayToText, momentToText } from '#platform/calendar.ts'
import type { InstagramSource, InstagramSourceName } from '#ports/instagram.ts'
import type { QuotaName } from '#ports/outside-service.ts'
import type { ConnectionRow } from './source-connections.store.ts'

export type ConnectionChange = RouteInput<'PUT /api/source-connections/:connectionId'>['body']

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
    tokenEndsOn: row.token_ends_on === null ? null : dayToText(row.token_ends_on),
    createdAt: momentToText(row.created_at),
  }
}

const moment = (value: number | null | undefined) => (value == null ? null : momentToText(value))

const wrongKey = (name: string) =>
  `The token of ${name} was encrypted with another key than the one that is here. Bring back ENCRYPTION_KEY, or enter the token again.`

/** When the token ends: of a new one it is not known, unless it comes along. */
export function endOfToken(row: ConnectionRow, { token, tokenEndsOn }: ConnectionChange): number | null {
  if (tokenEndsOn === undefined) return token === undefined ? row.token_ends_on : null
  return tokenEndsOn === null ? null : dayFromText(tokenEndsOn)
}

export const TITLES: Record<ConnectedSource, string> = { graph: 'Instagram Graph API', apify: 'Apify' }

/** What the audit log records of a connection, never its token. */
export const connectionAct = (
  act: 'connection.made' | 'connection.changed' | 'connection.deleted' | 'connection.tested',
  { id, source, name }: Pick<ConnectionRow, 'id' | 'source' | 'name'>,
  details: NonNullable<NewAuditEntry['details']> = {},
): NewAuditEntry => ({
  act,
  object: { kind: 'connection', id: `${source}:${id}`, name: `${TITLES[source as InstagramSourceName]}: ${name}` },
  companyId: null,
  details,
})

const textOfDay = (day: number | null): string | null => (day === null ? null : dayToText(day))

/** What was changed, without what is secret. */
export function sayChanges(
  before: ConnectionRow,
  after: ConnectionRow,
  isRenewed: boolean,
): NonNullable<NewAuditEntry['details']> {
  const pairs = [
    ['name', before.name, after.name],
    ['isPaused', before.is_paused === 1, after.is_paused === 1],
    ['callsPerHour', before.calls_per_hour, after.calls_per_hour],
    ['ownId', before.own_id, after.own_id],
    ['tokenEndsOn', textOfDay(before.token_ends_on), textOfDay(after.token_ends_on)],
  ] as const
  return Object.fromEntries([
    ...pairs.flatMap(([field, from, to]) => (from === to ? [] : [[field, { from, to }]])),
    ...(isRenewed ? [['token', 'renewed']] : []),
  ])
}
