/** A stored link as the wire shows it, what it opens, and what is recorded of it. Pure. */
import type { Report, ShareLink } from '@tangelo/contract'
import type { LinkState } from '@tangelo/contract/limits'
import type { NewAuditEntry } from '#features/core/index.ts'
import { momentToText } from '#platform/calendar.ts'
import { Failure } from '#platform/errors.ts'
import type { LinkRow } from './links.store.ts'

/** What a link shows of its object. */
export interface LinkScope {
  /** Of an account or a group. */
  days?: number
  brand?: Report['settings']['brand']
  /** Of a calendar: these accounts alone; all of the company where it is empty. */
  accountIds?: number[]
}

export const scopeOfLink = ({ scope }: Pick<LinkRow, 'scope'>): LinkScope => JSON.parse(scope)

/** How many of these links open one of the accounts, and how many are calendars that are limited to some of them. */
export function countNaming(
  rows: readonly Pick<LinkRow, 'kind' | 'target_id' | 'scope'>[],
  accountIds: ReadonlySet<number>,
): { links: number; calendars: number } {
  const links = rows.filter(({ kind, target_id }) => kind === 'account' && accountIds.has(target_id))
  const calendars = rows.filter(
    (row) => row.kind === 'calendar' && scopeOfLink(row).accountIds?.some((id) => accountIds.has(id)),
  )
  return { links: links.length, calendars: calendars.length }
}

export function stateOf(row: LinkRow, now: number): LinkState {
  if (row.revoked_at !== null) return 'revoked'
  // Its end comes soon after its object is gone.
  if (Number(row.has_target) === 0) return 'gone'
  return row.expires_at !== null && Number(row.expires_at) <= now ? 'expired' : 'open'
}

export function asShareLink(row: LinkRow, now: number): ShareLink {
  const { days = null, accountIds = [] } = scopeOfLink(row)
  return {
    id: row.id,
    companyId: row.company_id,
    kind: row.kind,
    targetId: row.target_id,
    targetName: row.target_name,
    name: row.name,
    mode: row.mode,
    days,
    accountIds,
    state: stateOf(row, now),
    hasPassword: row.password_hash !== null,
    expiresAt: textOf(row.expires_at),
    openedCount: Number(row.opened_count),
    lastOpenedAt: textOf(row.last_opened_at),
    by: row.user_name,
    createdAt: momentToText(Number(row.created_at)),
    revokedAt: textOf(row.revoked_at),
  }
}

const textOf = (moment: number | null) => (moment === null ? null : momentToText(Number(moment)))

/** A wrong, expired, revoked or foreign link, and one whose object is gone: one answer for all of them. */
export const linkNotFound = () => new Failure(404, 'not_found', 'There is nothing at this address')

/** It is open, and its password has not been entered in this browser. */
export const linkLocked = () => new Failure(401, 'link_locked', 'This link needs its password')

export const linksChanged = ({ company_id }: Pick<LinkRow, 'company_id'>) =>
  ({ companyId: company_id, kind: 'links-changed' }) as const

/** What the audit log records of a link: what it opens and until when, never its token. */
export const linkAct = (
  act: 'link.made' | 'link.revoked',
  row: Pick<LinkRow, 'id' | 'company_id' | 'kind' | 'name' | 'target_name' | 'mode' | 'expires_at' | 'password_hash'>,
): NewAuditEntry => ({
  act,
  object: { kind: 'link', id: row.id, name: row.name },
  companyId: row.company_id,
  details: {
    opens: row.kind,
    of: row.target_name,
    mode: row.mode,
    until: textOf(row.expires_at) ?? 'revoked',
    password: row.password_hash !== null,
  },
})
