import { sql } from 'kysely'
import type { Queries } from '#platform/database/database.ts'
import type { InstagramSourceName } from '#ports/instagram.ts'

const COLUMNS = ['username_key', 'older_posts_cursor', 'older_posts', 'older_posts_reason'] as const

/** Stays until the end: a place that expires again ends it. */
export const BEGUN_AGAIN = 'The place where it stopped has expired, so it starts again at the newest post.'

/** How far back the posts of each profile have been read. */
export function olderPostsStore(db: Queries) {
  const open = (source: InstagramSourceName) =>
    db
      .selectFrom('profile_syncs')
      .where('source', '=', source)
      .where('succeeded_at', 'is not', null)
      .where('older_posts_ended_at', 'is', null)

  return {
    /** A profile that this source has read and whose older posts it may still show. One that was interrupted comes last. */
    next: (source: InstagramSourceName) =>
      open(source)
        .select(COLUMNS)
        .orderBy(sql`case when older_posts_reason is null then 0 else 1 end`)
        .orderBy('username_key')
        .limit(1)
        .executeTakeFirst(),

    count: async (source: InstagramSourceName) =>
      Number(
        (
          await open(source)
            .select((row) => row.fn.countAll<number>().as('count'))
            .executeTakeFirst()
        )?.count,
      ),

    /** False where another process has gone on meanwhile. */
    move: async (profile: PagedProfile, to: { cursor: string | null; posts: number }): Promise<boolean> => {
      const { numUpdatedRows } = await of(profile)
        .set({
          older_posts_cursor: to.cursor,
          older_posts: to.posts,
          older_posts_reason: profile.older_posts_reason === BEGUN_AGAIN ? BEGUN_AGAIN : null,
        })
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** Nothing more is read of this profile. */
    end: (profile: Pick<PagedProfile, 'username_key'>, now: number, reason: string) =>
      db
        .updateTable('profile_syncs')
        .set({ older_posts_ended_at: now, older_posts_cursor: null, older_posts_reason: reason })
        .where('username_key', '=', profile.username_key)
        .execute(),

    /** From the newest post, because the place of the next page is not known any more. */
    beginAgain: (profile: PagedProfile) =>
      of(profile).set({ older_posts_cursor: null, older_posts: 0, older_posts_reason: BEGUN_AGAIN }).execute(),

    /** Why the next page has to wait. */
    interrupt: (profile: PagedProfile, reason: string) => of(profile).set({ older_posts_reason: reason }).execute(),
  }

  function of({ username_key, older_posts }: PagedProfile) {
    return db
      .updateTable('profile_syncs')
      .where('username_key', '=', username_key)
      .where('older_posts', '=', older_posts)
      .where('older_posts_ended_at', 'is', null)
  }
}

export interface PagedProfile {
  username_key: string
  /** Where the next page begins; null at the newest post. */
  older_posts_cursor: string | null
  older_posts: number
  older_posts_reason: string | null
}
