/** Reads of posts and their readings. Every statement names the company. */
import type { PublicationKind } from '@tangelo/contract/limits'
import type { Queries } from '#platform/database/database.ts'
import type { Row } from '#platform/database/schema.ts'
import { type AccountKey, type OwnMediaRow, ofAccount } from '../insights.store.ts'

export type ReadingRow = Row<'media_insights'>

/** Where a post of the list is linked to. */
export interface MediaLinks {
  publicationId: string | null
  postId: number | null
}

export function mediaView(db: Queries) {
  return {
    /** The newest first. */
    media: (
      key: AccountKey,
      after: { postedAt: number; mediaId: string } | null,
      limit: number,
    ): Promise<OwnMediaRow[]> => {
      let query = db.selectFrom('own_media').selectAll().where(ofAccount(key))
      if (after)
        query = query.where((row) =>
          row.or([
            row('posted_at', '<', after.postedAt),
            row.and([row('posted_at', '=', after.postedAt), row('media_id', '<', after.mediaId)]),
          ]),
        )
      return query.orderBy('posted_at', 'desc').orderBy('media_id', 'desc').limit(limit).execute()
    },

    oneMedia: (key: AccountKey, mediaId: string): Promise<OwnMediaRow | undefined> =>
      db.selectFrom('own_media').selectAll().where(ofAccount(key)).where('media_id', '=', mediaId).executeTakeFirst(),

    /** Of these posts, the earliest first. */
    readings: async (key: AccountKey, mediaIds: readonly string[]): Promise<ReadingRow[]> =>
      mediaIds.length === 0
        ? []
        : db
            .selectFrom('media_insights')
            .selectAll()
            .where(ofAccount(key))
            .where('media_id', 'in', mediaIds)
            .orderBy('media_id')
            .orderBy('due_at')
            .execute(),

    /** The last reading of each of these posts. */
    latestReadings: async (key: AccountKey, mediaIds: readonly string[]): Promise<ReadingRow[]> =>
      mediaIds.length === 0
        ? []
        : db
            .selectFrom('media_insights')
            .selectAll()
            .where(ofAccount(key))
            .where((row) =>
              row(
                row.refTuple('media_id', 'due_at'),
                'in',
                row
                  .selectFrom('media_insights')
                  .select((of) => ['media_id', of.fn.max('due_at').as('due_at')])
                  .where(ofAccount(key))
                  .where('media_id', 'in', mediaIds)
                  .groupBy('media_id')
                  .$asTuple('media_id', 'due_at'),
              ),
            )
            .execute(),

    links: async (key: AccountKey, media: readonly OwnMediaRow[]): Promise<Map<string, MediaLinks>> => {
      const ids = media.map(({ media_id }) => media_id)
      const codes = media.flatMap(({ post_key }) => post_key ?? [])
      if (ids.length === 0) return new Map()
      const publications = await db
        .selectFrom('publications')
        .select(['id', 'media_id'])
        .where(ofAccount(key))
        .where('media_id', 'in', ids)
        .execute()
      const posts =
        codes.length === 0
          ? []
          : await db
              .selectFrom('posts')
              .select(['id', 'post_key'])
              .where(ofAccount(key))
              .where('post_key', 'in', codes)
              .execute()
      const publicationOf = new Map(publications.map(({ id, media_id }) => [media_id, id]))
      const postOf = new Map(posts.map(({ id, post_key }) => [post_key, id]))
      return new Map(
        media.map(({ media_id, post_key }) => [
          media_id,
          {
            publicationId: publicationOf.get(media_id) ?? null,
            postId: post_key === null ? null : (postOf.get(post_key) ?? null),
          },
        ]),
      )
    },

    /** Items of one format since a moment, with their readings: what an item is compared with. */
    comparable: async (key: AccountKey, format: PublicationKind, since: number, limit: number) => {
      const media = await db
        .selectFrom('own_media')
        .select(['media_id', 'posted_at'])
        .where(ofAccount(key))
        .where('product', '=', format === 'reel' || format === 'story' ? format : 'feed')
        .$if(format === 'carousel', (query) => query.where('kind', '=', 'carousel'))
        .$if(format === 'image', (query) =>
          query.where((row) => row.or([row('kind', 'is', null), row('kind', '!=', 'carousel')])),
        )
        .where('posted_at', '>=', since)
        .orderBy('posted_at', 'desc')
        .limit(limit)
        .execute()
      const ids = media.map(({ media_id }) => media_id)
      const readings =
        ids.length === 0
          ? []
          : await db
              .selectFrom('media_insights')
              .select(['media_id', 'read_at', 'views', 'reach', 'likes', 'saves', 'shares'])
              .where(ofAccount(key))
              .where('media_id', 'in', ids)
              .orderBy('due_at')
              .execute()
      return { media, readings }
    },
  }
}
