/** Where a page of users continues, from the cursor to the query; and what the audit log records. */
import { ROLES, type Role, type UserSort } from '@tangelo/contract/limits'
import { type AuditDetails, differences, type NewAuditEntry } from '#features/core/index.ts'
import { invalidInput } from '#platform/errors.ts'

/** By role the name alone does not say where a row stands. */
export const cursorValue = (sort: UserSort, row: { role: Role; username_key: string }): string =>
  sort === 'role' ? `${row.role} ${row.username_key}` : row.username_key

/** Throws `invalid_input` for the cursor of another order. */
export function placeAfter(sort: UserSort, { value, id }: { value: string; id: number }) {
  if (sort !== 'role') return { role: ROLES[0], name: value, id }
  const role = ROLES.find((candidate) => value.startsWith(`${candidate} `))
  if (!role) throw invalidInput('cursor is not one from a Link header', { cursor: 'is not one from a Link header' })
  return { role, name: value.slice(role.length + 1), id }
}

type Access = Pick<Audited, 'role' | 'company_id'>

/** Whether the user may no longer see all that they saw: administrators see all companies, and the kinds of alerts go by role. */
export const losesAccess = (before: Access, after: Access): boolean =>
  ROLES.indexOf(after.role) > ROLES.indexOf(before.role) ||
  (after.role !== 'admin' && before.company_id !== after.company_id)

interface Audited {
  id: number
  username: string
  role: Role
  company_id: number | null
  company_name: string | null
  profile_id: string | null
  default_prompt_id: string | null
  webhook_url: string | null
}

const toAudited = (user: Audited) => ({
  username: user.username,
  role: user.role,
  company: user.company_name,
  profileId: user.profile_id,
  defaultPromptId: user.default_prompt_id,
})

/** Who knows the rest of such an address may send to it. */
const hostOf = ({ webhook_url: url }: Audited) => (url === null ? null : (URL.parse(url)?.host ?? null))

export const userAct = (act: 'user.made' | 'user.changed' | 'user.deleted', user: Audited, details?: AuditDetails) =>
  ({
    act,
    object: { kind: 'user', id: user.id, name: user.username },
    companyId: user.company_id,
    details: details ?? { role: user.role },
  }) satisfies NewAuditEntry

/** Null when nothing has changed. */
export function userChanged(before: Audited, after: Audited, { hasNewPassword }: { hasNewPassword: boolean }) {
  const details = {
    ...differences<ReturnType<typeof toAudited>>(toAudited(before), toAudited(after)),
    ...(before.webhook_url !== after.webhook_url && { webhook: { from: hostOf(before), to: hostOf(after) } }),
    ...(hasNewPassword && { newPassword: true }),
  }
  return Object.keys(details).length === 0 ? null : userAct('user.changed', before, details)
}
