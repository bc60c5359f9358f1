/** What prevents the deletion of a company, in a sentence; and what the audit log records of companies. */
import { type AuditDetails, differences, type NewAuditEntry } from '#features/core/index.ts'

export interface CompanyHas {
  users: number
  accounts: number
  renders: number
  imports: number
  /** That run, or wait for their first payment. */
  subscriptions: number
  /** Requested from the payment provider, with an unknown outcome so far. */
  payments: number
}

const describeCount = (count: number, one: string, many: string) =>
  count === 0 ? [] : [`${count} ${count === 1 ? one : many}`]

/** Null when nothing is in the way. */
export function inTheWay(name: string, has: CompanyHas): string | null {
  const belonging = [
    ...describeCount(has.users, 'user', 'users'),
    ...describeCount(has.accounts, 'account', 'accounts'),
  ]
  if (belonging.length > 0) return `${name} still has ${belonging.join(' and ')}: move or delete them first`
  if (has.subscriptions > 0) return `${name} has a subscription that runs: cancel it at once first`
  const running = [
    ...describeCount(has.renders, 'reel is being made', 'reels are being made'),
    ...describeCount(has.imports, 'import is running', 'imports are running'),
    ...describeCount(has.payments, 'payment is under way', 'payments are under way'),
  ]
  return running.length > 0 ? `For ${name} ${running.join(' and ')}: wait for that to end` : null
}

interface Audited {
  name: string
  website: string | null
  airtable_table: string | null
  time_zone: string
  requires_approval: 0 | 1
}

const toAudited = (company: Audited) => ({
  name: company.name,
  website: company.website,
  airtableTable: company.airtable_table,
  timeZone: company.time_zone,
  requiresApproval: company.requires_approval === 1,
})

export const companyAct = (
  act: 'company.made' | 'company.changed' | 'company.deleted',
  { id, name }: { id: number; name: string },
  details: AuditDetails = {},
): NewAuditEntry => ({ act, object: { kind: 'company', id, name }, companyId: id, details })

/** Null when nothing has changed. */
export function companyChanged(before: Audited & { id: number }, after: Audited): NewAuditEntry | null {
  const details = differences<ReturnType<typeof toAudited>>(toAudited(before), toAudited(after))
  return Object.keys(details).length === 0 ? null : companyAct('company.changed', before, details)
}
