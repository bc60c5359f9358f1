/** What lists and pages show of accounts, kept as JSON and made again by whatever changes it. */
import { ENGAGEMENT_POSTS } from '@tangelo/contract/limits'
import type { Queries } from '#platform/database/database.ts'
import type { PostReading, ProfileReading } from '#ports/figures-file.ts'
import { renderAccount, renderPosts } from '../accounts.rules.ts'
import { type AccountRow, accountsStore } from '../accounts.store.ts'

/** Makes again what lists show of these accounts, in the transaction that changed them. */
export async function showAgain(tx: Queries, ids: number[]): Promise<void> {
  const store = accountsStore(tx)
  const rows = await store.rows(ids)
  if (rows.length === 1) await withShown(store, rows[0])
  else await store.setShownOf(rows.map((row) => ({ id: row.id, shown: renderAccount(row) })))
}

/**
 * Takes over the texts and the latest posts of a profile, unless a later reading of the account is here already. What
 * lists show of the account has to be made again.
 */
export async function setProfile(
  tx: Queries,
  account: { id: number; company_id: number },
  profile: ProfileReading,
  capturedAt: number,
): Promise<void> {
  const isNewest = await accountsStore(tx).setProfile(account.id, profile, capturedAt)
  if (isNewest) await setLatestPosts(tx, account, profile.latestPosts.slice(0, ENGAGEMENT_POSTS))
}

/** Keeps the latest posts of an account in the order given. */
async function setLatestPosts(
  tx: Queries,
  account: { id: number; company_id: number },
  posts: readonly PostReading[],
): Promise<void> {
  const store = accountsStore(tx)
  const pictures = await store.picturesOf(posts.map(({ id }) => id))
  await store.setPosts(account, { shown: renderPosts(posts, pictures), read: JSON.stringify(posts) })
}

/** Makes again what is shown of the posts of an account: copies of pictures have come. */
export async function showPosts(tx: Queries, account: { id: number; company_id: number }): Promise<void> {
  const kept = await accountsStore(tx).posts(account)
  if (kept) await setLatestPosts(tx, account, JSON.parse(kept.read))
}

type Store = ReturnType<typeof accountsStore>

export async function withShown<Row extends AccountRow | undefined>(store: Store, row: Row): Promise<Row> {
  if (row) await store.setShown(row.id, renderAccount(row))
  return row
}

/** JSON of each account; of those whose row has been written since, made from the row. Null where it has been deleted meanwhile. */
export async function renderAll(
  store: Store,
  accounts: readonly { id: number; shown: string | null }[],
): Promise<(string | null)[]> {
  const stale = accounts.flatMap(({ id, shown }) => (shown === null ? [id] : []))
  const rows = stale.length === 0 ? [] : await store.rows(stale)
  const made = new Map(rows.map((row) => [row.id, renderAccount(row)]))
  return accounts.map(({ id, shown }) => shown ?? made.get(id) ?? null)
}
