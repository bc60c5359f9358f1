/** What refers to accounts that are to be moved or deleted, of all their companies together. */
import type { AccountUses } from '@tangelo/contract'

export interface SummedUses extends Omit<AccountUses, 'companyId' | 'companyName'> {
  /** Null where they are of several companies. */
  readonly companyName: string | null
}

export function sumUses(uses: readonly AccountUses[]): SummedUses {
  const sum = (key: keyof Omit<SummedUses, 'companyName'>): number =>
    uses.reduce((total, company) => total + company[key], 0)
  return {
    companyName: uses.length === 1 ? (uses[0]?.companyName ?? null) : null,
    groups: sum('groups'),
    emptyGroups: sum('emptyGroups'),
    emptyGroupLinks: sum('emptyGroupLinks'),
    emptyGroupSchedules: sum('emptyGroupSchedules'),
    calendars: sum('calendars'),
    links: sum('links'),
    reportSchedules: sum('reportSchedules'),
    connections: sum('connections'),
  }
}
