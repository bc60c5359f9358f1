/** Pure decisions about own accounts: what the screen shows of one, and when it is renewed. */
import type { OwnAccount } from '@tangelo/contract'
import { OWN_PERMISSIONS, type OwnPermission, type PublishingLoginName } from '@tangelo/contract/limits'
import type { Row } from '#platform/database/schema.ts'

const DAY_MS = 24 * 60 * 60_000
/** A connection that ends within this time is shown as expiring. */
const EXPIRING_MS = 7 * DAY_MS

/** What each login asks for. Pages are Facebook's alone. */
export const permissionsOf = (login: PublishingLoginName): OwnPermission[] =>
  OWN_PERMISSIONS.filter((name) => name !== 'pages' || login === 'facebook')

export function shownOwnAccount(
  row: Row<'own_accounts'> & { connected_by_name: string | null },
  now: number,
): OwnAccount {
  const granted = JSON.parse(row.permissions) as OwnPermission[]
  const isOver = row.sealed === null || (row.expires_at !== null && now >= row.expires_at)
  const isExpiring = row.expires_at !== null && row.expires_at - now <= EXPIRING_MS
  const moment = (at: number | null) => (at === null ? null : new Date(at).toISOString())
  return {
    accountId: row.account_id,
    companyId: row.company_id,
    login: row.login,
    username: row.username,
    name: row.name,
    page: row.page_name,
    permissions: granted,
    missing: permissionsOf(row.login).filter((name) => !granted.includes(name)),
    mayPublish: !isOver && row.may_publish === 1 && granted.includes('publish'),
    state: isOver ? 'ended' : isExpiring ? 'expiring' : 'connected',
    connectedAt: new Date(row.connected_at).toISOString(),
    connectedBy: row.connected_by_name,
    expiresAt: moment(row.expires_at),
    renewsAt: isOver ? null : moment(row.renews_at),
    problem: row.ended_why ?? (isOver ? 'The access has expired. Connect the account again.' : row.renewal_failure),
    quota:
      row.quota_used === null || row.quota_read_at === null
        ? null
        : { used: row.quota_used, total: row.quota_total, readAt: new Date(row.quota_read_at).toISOString() },
  }
}
