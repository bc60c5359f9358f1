/** Posts and readings as the store has them, without the ids that it gave: to compare whole tables. */
import type { Database } from '#platform/database/database.ts'

export async function storedPosts({ queries }: Pick<Database, 'queries'>) {
  const posts = await queries.selectFrom('posts').selectAll().orderBy('account_id').orderBy('post_key').execute()
  const keys = new Map(posts.map(({ id, post_key }) => [id, post_key]))
  const readings = await queries
    .selectFrom('post_readings')
    .selectAll()
    .orderBy('account_id')
    .orderBy('post_id')
    .orderBy('read_at')
    .execute()
  return {
    posts: posts.map(({ id: _, ...post }) => post),
    readings: readings
      .map(({ post_id, ...reading }) => ({ ...reading, post_key: keys.get(post_id) ?? null }))
      .toSorted(
        (a, b) =>
          a.account_id - b.account_id || String(a.post_key).localeCompare(String(b.post_key)) || a.read_at - b.read_at,
      ),
  }
}
