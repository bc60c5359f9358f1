/** People with what they chose, and which causes are theirs. */
import type { AlertSettings } from '@tangelo/contract'
import type { AlertKind, AlertRuleKind, Role } from '@tangelo/contract/limits'
import type { Queries } from '#platform/database/database.ts'
import type { Cause } from '../rules/causes.ts'
import { settingsFor } from '../rules/defaults.ts'
import type { CauseScope } from '../store/causes.ts'
import { peopleStore } from '../store/people.ts'

export interface AlertPerson {
  id: number
  username: string
  role: Role
  companyId: number | null
  timeZone: string
  hasWebhook: boolean
  settings: AlertSettings
}

/** The companies a person sees: 0 for all of them, null for none. */
export const toSeenCompanies = ({ role, companyId }: { role: Role; companyId: number | null }): number | null =>
  role === 'admin' ? 0 : companyId

/** People who see anything. */
export async function readPeople(db: Queries): Promise<AlertPerson[]> {
  const rows = await peopleStore(db).all()
  return rows.flatMap(({ settings, hasWebhook, ...row }) => {
    if (toSeenCompanies(row) === null) return []
    const stored = settings === null ? null : (JSON.parse(settings) as AlertSettings)
    return [{ ...row, hasWebhook: Number(hasWebhook) === 1, settings: settingsFor(row.role, stored) }]
  })
}

export const mayThreshold = (person: AlertPerson, companyId: number): boolean =>
  person.role === 'admin' || person.companyId === companyId

/** The accounts of each group that a rule names. */
export async function membersOfGroups(
  db: Queries,
  people: readonly AlertPerson[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  const ids = new Set(
    people.flatMap(({ settings }) => settings.rules.flatMap(({ scope }) => (scope.kind === 'groups' ? scope.ids : []))),
  )
  if (ids.size === 0) return new Map()
  const rows = await peopleStore(db).accountsOfGroups([...ids])
  const byGroup = Map.groupBy(rows, ({ groupId }) => groupId)
  return new Map([...byGroup].map(([id, some]) => [id, some.map(({ accountId }) => accountId)]))
}

export interface WantedKind {
  scope: CauseScope
  channels: AlertSettings['rules'][number]['channels']
}

/** Null where the person wants none of this kind. Thresholds have rules of their own. */
export function findWantedKind(
  person: AlertPerson,
  kind: AlertKind,
  members: ReadonlyMap<number, readonly number[]>,
): WantedKind | null {
  const companies = person.role === 'admin' ? ('all' as const) : [person.companyId ?? 0]
  if (kind === 'threshold') return null
  const rule = person.settings.rules.find((one) => one.kind === (kind satisfies AlertRuleKind))
  if (!rule?.isOn) return null
  const { kind: named, ids } = rule.scope
  const { channels } = rule
  if (named === 'accounts') return { channels, scope: { companies, accounts: ids } }
  if (named === 'groups')
    return { channels, scope: { companies, accounts: ids.flatMap((id) => members.get(id) ?? []) } }
  if (named === 'companies')
    return {
      channels,
      scope: { companies: companies === 'all' ? ids : companies.filter((id) => ids.includes(id)), accounts: null },
    }
  return { channels, scope: { companies, accounts: null } }
}

/** Causes of the installation itself belong to administrators alone, whose rules alone have their kinds. */
export function isWithin({ companies, accounts }: CauseScope, cause: Pick<Cause, 'companyId' | 'accountId'>): boolean {
  if (cause.companyId !== null && companies !== 'all' && !companies.includes(cause.companyId)) return false
  if (accounts === null || cause.accountId === null) return accounts === null || cause.companyId === null
  return accounts.includes(cause.accountId)
}
