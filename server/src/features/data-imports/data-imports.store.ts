import type { Queries } from '#platform/database/database.ts'
import type { FiguresReading, PostReading } from '#ports/figures-file.ts'

interface AccountKey {
  id: number
  company_id: number
}

export function dataImportsStore(db: Queries) {
  return {
    begin: (row: { id: string; companyId: number; userId: number | null; fileName: string; now: number }) =>
      db
        .insertInto('imports')
        .values({
          id: row.id,
          company_id: row.companyId,
          user_id: row.userId,
          file_name: row.fileName,
          state: 'running',
          rows: 0,
          progress: 0,
          created_at: row.now,
        })
        .execute(),

    find: (id: string) =>
      db.selectFrom('imports').select(['state', 'rows', 'progress']).where('id', '=', id).executeTakeFirst(),

    setProgress: (id: string, rows: number, progress: number) =>
      db.updateTable('imports').set({ rows, progress }).where('id', '=', id).execute(),

    finish: (id: string, state: 'done' | 'failed', now: number) =>
      db
        .updateTable('imports')
        .set({ state, finished_at: now, ...(state === 'done' && { progress: 1 }) })
        .where('id', '=', id)
        .execute(),

    /** Imports whose process ended under them. */
    failUnfinished: (startedBefore: number, now: number) =>
      db
        .updateTable('imports')
        .set({ state: 'failed', finished_at: now })
        .where('state', '=', 'running')
        .where('created_at', '<', startedBefore)
        .execute(),

    /**
     * Takes over the profile texts and the latest posts, unless a later reading of the account is here already.
     * Answers how many posts are new or changed.
     */
    async setProfile(account: AccountKey, reading: FiguresReading, capturedAt: number): Promise<number> {
      const { profile } = reading
      if (!profile) return 0
      const { numUpdatedRows } = await db
        .updateTable('accounts')
        .set({
          full_name: profile.fullName,
          bio_text: profile.bioText,
          external_url: profile.externalUrl,
          source_picture_url: profile.sourcePictureUrl,
          profile_captured_at: capturedAt,
          ...(profile.inputUrl !== null && { input_url: profile.inputUrl }),
        })
        .where('id', '=', account.id)
        .where((row) => row.or([row('profile_captured_at', 'is', null), row('profile_captured_at', '<=', capturedAt)]))
        .executeTakeFirst()
      return numUpdatedRows === 0n ? 0 : replacePosts(db, account, profile.latestPosts)
    },
  }
}

async function replacePosts(
  db: Queries,
  { id, company_id }: AccountKey,
  posts: readonly PostReading[],
): Promise<number> {
  const rows = posts.map((post, position) => ({
    company_id,
    account_id: id,
    post_id: post.id,
    position,
    type: post.type,
    caption: post.caption,
    url: post.url,
    source_image_url: post.sourceImageUrl,
    likes: post.likes,
    comments: post.comments,
    posted_at: post.postedAt,
    is_pinned: post.isPinned ? (1 as const) : (0 as const),
  }))
  const before = await db
    .selectFrom('account_posts')
    .selectAll()
    .where('company_id', '=', company_id)
    .where('account_id', '=', id)
    .execute()
  const told = (row: (typeof rows)[number]) =>
    JSON.stringify([row.type, row.caption, row.likes, row.comments, row.posted_at])
  const known = new Map(before.map((row) => [row.post_id, told(row)]))
  await db.deleteFrom('account_posts').where('company_id', '=', company_id).where('account_id', '=', id).execute()
  if (rows.length > 0) await db.insertInto('account_posts').values(rows).execute()
  return rows.filter((row) => known.get(row.post_id) !== told(row)).length
}
