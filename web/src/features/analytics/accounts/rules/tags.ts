/** Which tags chosen accounts have, and what a change of them leaves. */
import type { ListedAccount } from '@tangelo/contract'

interface CountedTag {
  readonly name: string
  /** How many of the accounts have it. */
  readonly count: number
}

/** The tags on the accounts and those of their clients, by name. */
export function countTags(accounts: readonly ListedAccount[], names: readonly string[]): CountedTag[] {
  const counts = new Map(names.map((name) => [name, 0]))
  for (const { tags } of accounts) for (const name of tags) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].map(([name, count]) => ({ name, count })).sort((a, b) => a.name.localeCompare(b.name))
}

export function withTags(
  accounts: readonly ListedAccount[],
  add: readonly string[],
  remove: readonly string[],
): ListedAccount[] {
  return accounts.map((account) => ({
    ...account,
    tags: [...new Set([...account.tags, ...add])].filter((name) => !remove.includes(name)),
  }))
}
