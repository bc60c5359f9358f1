/**
 * Which tags chosen accounts have, and what a change of them leaves. As for the server, a name in another case is the same tag;
 * the spelling that is met first is shown.
 */
import type { ListedAccount } from '@tangelo/contract'

interface CountedTag {
  readonly name: string
  /** How many of the accounts have it. */
  readonly count: number
}

const keyOf = (name: string): string => name.toLowerCase()

/** The tags on the accounts and those of their clients, by name. */
export function countTags(accounts: readonly ListedAccount[], names: readonly string[]): CountedTag[] {
  const spellings = spellingsOf([...names, ...accounts.flatMap(({ tags }) => tags)])
  const counts = new Map<string, number>()
  for (const { tags } of accounts)
    for (const key of new Set(tags.map(keyOf))) counts.set(key, (counts.get(key) ?? 0) + 1)
  return [...spellings]
    .map(([key, name]) => ({ name, count: counts.get(key) ?? 0 }))
    .sort((a, b) => a.name.localeCompare(b.name))
}

export function withTags(
  accounts: readonly ListedAccount[],
  add: readonly string[],
  remove: readonly string[],
): ListedAccount[] {
  const spellings = spellingsOf([...accounts.flatMap(({ tags }) => tags), ...add])
  const removed = new Set(remove.map(keyOf))
  return accounts.map((account) => {
    const kept = account.tags.filter((name) => !removed.has(keyOf(name)))
    const had = new Set(kept.map(keyOf))
    const added = add.filter((name) => !had.has(keyOf(name))).map((name) => spellings.get(keyOf(name)) ?? name)
    return { ...account, tags: [...kept, ...added] }
  })
}

/** Each name once, as it was spelled first. */
function spellingsOf(names: readonly string[]): ReadonlyMap<string, string> {
  const spellings = new Map<string, string>()
  for (const name of names) if (!spellings.has(keyOf(name))) spellings.set(keyOf(name), name)
  return spellings
}
