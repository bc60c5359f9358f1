/** Which accounts a report is about, and of which company. A subject that the viewer cannot see answers as a missing one. */
import { REPORT_ACCOUNTS_MAX, type ReportSubject } from '@tangelo/contract/limits'
import type { AccountsService, ComparisonService } from '#features/analytics/index.ts'
import { maySeeCompany } from '#features/core/index.ts'
import { notFound } from '#platform/errors.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { ReportsView } from '../reports.view.ts'
import type { AccountInput } from '../rules/input.ts'

export type SubjectAccount = Pick<AccountInput, 'id' | 'username' | 'everyDays'>

export interface ResolvedSubject {
  kind: ReportSubject
  companyId: number
  name: string
  /** The largest first. */
  accounts: readonly SubjectAccount[]
  leftOut: number
}

export function reportSubjects({
  view,
  accounts,
  comparison,
}: {
  view: ReportsView
  accounts: Pick<AccountsService, 'visibleTo' | 'allVisibleTo'>
  comparison: Pick<ComparisonService, 'group'>
}) {
  return async function resolve(
    viewer: Viewer,
    { kind, id }: { kind: ReportSubject; id: number },
  ): Promise<ResolvedSubject> {
    if (kind === 'account') {
      const account = await accounts.visibleTo(viewer, id)
      const { company_id: companyId, username } = account
      return { kind, companyId, name: username, accounts: [pickKey(account)], leftOut: 0 }
    }
    if (kind === 'group') {
      const group = await comparison.group(viewer, id)
      const members = await accounts.allVisibleTo(viewer, group.accountIds)
      const sorted = members.toSorted(
        (one, other) => (other.followers ?? -1) - (one.followers ?? -1) || one.id - other.id,
      )
      return { kind, companyId: group.companyId, name: group.name, accounts: sorted.map(pickKey), leftOut: 0 }
    }
    maySeeCompany(viewer, id)
    const company = await view.company(id)
    if (!company) throw notFound('Company')
    const [largest, count] = await Promise.all([view.largestAccounts(id, REPORT_ACCOUNTS_MAX), view.countAccounts(id)])
    return {
      kind,
      companyId: id,
      name: company.name,
      accounts: largest.map(pickKey),
      leftOut: Math.max(0, count - largest.length),
    }
  }
}

const pickKey = (account: { id: number; username: string; refresh_days: number }): SubjectAccount => ({
  id: account.id,
  username: account.username,
  everyDays: account.refresh_days,
})
