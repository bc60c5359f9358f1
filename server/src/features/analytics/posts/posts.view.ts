/** The posts of an account as its page lists them: the newest first, page by page, with the copies of their pictures. */
import { sql } from 'kysely'
import type { Queries } from '#platform/database/database.ts'
import { selectPosts } from './posts.store.ts'
import type { AccountKey } from './store/post-rows.ts'

/** Both ends included. */
interface MomentSpan {
  readonly from: number
  readonly to: number
}

interface PostsAsked {
  readonly after: { readonly postedAt: number; readonly id: number } | null
  /** Only posts of these moments; null: all, those of an unknown time too. */
  readonly span: MomentSpan | null
  readonly limit: number
}

/** The hash of the copy of its picture. */
const copiedPicture = sql<
  string | null
>`(select cached_images.hash from cached_images where cached_images.key = 'post:' || posts.source_id)`.as(
  'picture_hash',
)

export function postsView(db: Queries) {
  /** Read in the order of an index, which begins or ends with those of an unknown time. */
  const readDated = (account: AccountKey, { after, span, limit }: PostsAsked) =>
    selectPosts(db, account)
      .selectAll()
      .select(copiedPicture)
      .where('posted_at', 'is not', null)
      .$if(span !== null, (query) => query.where(({ between }) => between('posted_at', span?.from ?? 0, span?.to ?? 0)))
      .$if(after !== null, (query) =>
        query
          .where('posted_at', '<=', Number(after?.postedAt))
          .where((row) => row.or([row('posted_at', '<', Number(after?.postedAt)), row('id', '<', Number(after?.id))])),
      )
      .orderBy('posted_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute()

  return {
    /** The newest first, those of an unknown time last; after a cursor's post when there is one. */
    page: async (account: AccountKey, asked: PostsAsked) => {
      const { after, span, limit } = asked
      const isAmongDated = after === null || after.postedAt > 0
      const undatedPosts = selectPosts(db, account)
        .selectAll()
        .select(copiedPicture)
        .where('posted_at', 'is', null)
        .$if(!isAmongDated, (query) => query.where('id', '<', Number(after?.id)))
        .orderBy('id', 'desc')
        .limit(limit)
      const [dated, undated] = await Promise.all([
        isAmongDated ? readDated(account, asked) : [],
        span === null ? undatedPosts.execute() : [],
      ])
      return [...dated, ...undated].slice(0, limit)
    },

    /** Whether a post of before this moment is known that is not pinned: a pinned one is shown whatever its age. */
    hasBefore: async (account: AccountKey, moment: number): Promise<boolean> =>
      (await selectPosts(db, account)
        .select('id')
        .where('posted_at', '<', moment)
        .where('is_pinned', '=', 0)
        .orderBy('posted_at', 'desc')
        .limit(1)
        .executeTakeFirst()) !== undefined,

    /** By post, the last reading of its owner's insights; none for accounts that are not connected. */
    ownFigures: async (
      { company_id, id }: AccountKey,
      posts: readonly { post_key: string }[],
    ): Promise<ReadonlyMap<string, OwnFigures>> => {
      const keys = posts.map(({ post_key }) => post_key).filter((key) => !key.startsWith('id:'))
      if (keys.length === 0) return new Map()
      const rows = await db
        .selectFrom('own_media as media')
        .innerJoin('media_insights as reading', (join) =>
          join
            .onRef('reading.company_id', '=', 'media.company_id')
            .onRef('reading.account_id', '=', 'media.account_id')
            .onRef('reading.media_id', '=', 'media.media_id'),
        )
        .select(['media.post_key', 'reading.read_at', 'reading.views', 'reading.reach', 'reading.saves'])
        .where('media.company_id', '=', company_id)
        .where('media.account_id', '=', id)
        .where('media.post_key', 'in', keys)
        .orderBy('reading.due_at')
        .execute()
      return new Map(rows.map(({ post_key, ...figures }) => [post_key ?? '', figures]))
    },

    count: async (account: AccountKey, span: MomentSpan | null) =>
      Number(
        (
          await selectPosts(db, account)
            .$if(span !== null, (query) =>
              query.where(({ between }) => between('posted_at', span?.from ?? 0, span?.to ?? 0)),
            )
            .select((row) => row.fn.countAll<number>().as('count'))
            .executeTakeFirst()
        )?.count,
      ),
  }
}

export interface OwnFigures {
  read_at: number
  views: number | null
  reach: number | null
  saves: number | null
}

export type PagedPost = Awaited<ReturnType<ReturnType<typeof postsView>['page']>>[number]
