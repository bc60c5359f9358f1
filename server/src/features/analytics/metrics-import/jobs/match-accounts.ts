/** Whose figures a file brings: accounts that are there already, and those that are made for it. */
import type { Scope } from '#features/core/index.ts'
import type { Engine, Queries } from '#platform/database/database.ts'
import { metricsImportStore, type TrackedAccount } from '../metrics-import.store.ts'

export interface ImportScope {
  /** What the importer can see: accounts are matched there. */
  scope: Scope
  /** Where accounts are made that are matched nowhere, and its time zone. */
  companyId: number
  timeZone: string
}

export interface MatchedAccounts {
  /** By name in lower case. */
  accounts: Map<string, TrackedAccount>
  made: number
  matched: number
}

/**
 * The accounts of these names that the importer can see, made in the chosen company where there are none. One that was
 * moved since the last batch is followed to its new company; one that was deleted is made again, and nothing is left
 * behind under its old id. Of several accounts with one name the chosen company's counts, else the oldest. A new one has its
 * name in lower case, as Instagram has it.
 */
export async function makeOrMatchAccounts(
  tx: Queries,
  { scope, companyId, timeZone }: ImportScope,
  engine: Engine,
  names: ReadonlySet<string>,
  before: ReadonlyMap<string, number>,
  now: number,
): Promise<MatchedAccounts> {
  const store = metricsImportStore(tx)
  const accounts = new Map<string, TrackedAccount>()
  const keyOf = new Map<number, string>()
  for (const key of names) {
    const id = before.get(key)
    if (id !== undefined) keyOf.set(id, key)
  }
  if (keyOf.size > 0)
    for (const row of await store.holdTracked(scope, { by: 'id', among: [...keyOf.keys()] }, engine))
      accounts.set(keyOf.get(row.id) ?? row.username_key, row)
  const unseen = [...names].filter((key) => !accounts.has(key))
  const holdNamed = (keys: string[], within: Scope) => store.holdTracked(within, { by: 'name', among: keys }, engine)
  if (unseen.length > 0)
    for (const row of await holdNamed(unseen, scope))
      if (countsFirst(row, accounts.get(row.username_key), companyId)) accounts.set(row.username_key, row)
  let made = 0
  for (const key of unseen) {
    if (accounts.has(key)) continue
    const row = await store.addUnlessThere({ company_id: companyId, username: key, username_key: key, created_at: now })
    // Another node may have made it since they were looked up.
    const id = row?.id ?? (await holdNamed([key], companyId))[0]?.id
    if (id === undefined) throw new Error(`No account was made for ${key}`)
    accounts.set(key, { id, company_id: companyId, username_key: key, time_zone: timeZone })
    if (row) made += 1
  }
  return { accounts, made, matched: unseen.length - made }
}

/** Of several accounts with one name the chosen company's counts, else the oldest; rows come oldest first. */
export const countsFirst = (row: TrackedAccount, before: TrackedAccount | undefined, companyId: number): boolean =>
  before === undefined || row.company_id === companyId

export function accountNamed(accounts: MatchedAccounts['accounts'], key: string): TrackedAccount {
  const account = accounts.get(key)
  if (account === undefined) throw new Error(`No account was made for ${key}`)
  return account
}
