/** Rows of a table of posts, as posts and readings of their accounts. */
import type { Engine, Queries } from '#platform/database/database.ts'
import type { PostRow } from '#ports/figures-file.ts'
import type { PostsSeen } from '../../posts/rules/post-record.ts'
import { storePosts } from '../../posts/service/store-posts.ts'
import { accountNamed, type MatchedAccounts } from './match-accounts.ts'
import type { Stored } from './store-readings.ts'

export async function storePostRows(
  tx: Queries,
  engine: Engine,
  accounts: MatchedAccounts['accounts'],
  rows: readonly PostRow[],
  now: number,
): Promise<Stored> {
  const due = new Set<number>()
  const posts: string[] = []
  for (const [key, some] of Map.groupBy(rows, ({ username }) => username.toLowerCase())) {
    const account = accountNamed(accounts, key)
    const { count, keys } = await storePosts(tx, engine, account, toPostsSeen(some, now))
    if (count > 0) due.add(account.id)
    for (const post of keys) posts.push(`${account.id} ${post}`)
  }
  return { snapshots: 0, posts, due, days: new Map() }
}

/** In the order of time; rows without a moment of their own come last, as of the import. */
export function toPostsSeen(rows: readonly PostRow[], now: number): PostsSeen[] {
  const at = (readAt: number, some: readonly PostRow[], table: 'dated' | 'undated'): PostsSeen => ({
    readAt,
    rawId: null,
    posts: some.map(({ post }) => post),
    areLatest: false,
    table,
  })
  const undated = rows.filter(({ readAt }) => readAt === null)
  const dated = Map.groupBy(
    rows.filter(({ readAt }) => readAt !== null),
    ({ readAt }) => Number(readAt),
  )
  return [
    ...[...dated].sort(([one], [other]) => one - other).map(([readAt, some]) => at(readAt, some, 'dated')),
    ...(undated.length > 0 ? [at(now, undated, 'undated')] : []),
  ]
}
