/** An account with a long history of posts. */
import { type Database, insertNew } from '../../../server/src/platform/database/database.ts'

const PAGE_POSTS = 2_000
const READINGS_PER_POST = 10
const DAY_MS = 86_400_000

/** Of the first account. */
export async function fillPosts(database: Database): Promise<void> {
  const { engine } = database
  const now = Date.now()
  const key = { company_id: 1, account_id: 1 }
  const ids = Array.from({ length: PAGE_POSTS }, (_, at) => at + 1)
  await database.transaction(async (tx) => {
    const where = { queries: tx, engine }
    const seen = { first_seen_at: now - 30 * DAY_MS, last_seen_at: now, gone_at: null, is_pinned: 0 as const }
    await insertNew(
      where,
      'posts',
      ids.map((id) => ({
        id,
        company_id: 1,
        account_id: 1,
        post_key: `C${id}`,
        source_id: String(id),
        posted_at: now - id * 8 * 3_600_000,
        type: 'image' as const,
        caption: 'New pictures every morning, long stories on Sundays. '.repeat(6),
        url: `https://www.instagram.com/p/C${id}/`,
        ...seen,
        likes: 1_000 + id,
        comments: id,
      })),
    )
    for (let at = 0; at < READINGS_PER_POST; at += 1)
      await insertNew(
        where,
        'post_readings',
        ids.map((id) => ({
          ...key,
          post_id: id,
          read_at: now - (30 - at) * DAY_MS,
          likes: 900 + at * 10 + id,
          comments: id,
        })),
      )
  })
}
