import { type Insertable, sql } from 'kysely'
import type { Queries } from '#platform/database/database.ts'
import { prepareQuery } from '#platform/database/prepare-query.ts'
import type { Row, Tables } from '#platform/database/schema.ts'
import type { Going, Queued, RenderRow } from './renders.rules.ts'

// Spelled as in the indexes: only then do both engines use the index for the query.
const isLive = sql<boolean>`state in ('waiting', 'running')`

const renderById = prepareQuery((db, id: string) =>
  db
    .selectFrom('renders')
    .leftJoin('videos', 'videos.id', 'renders.video_id')
    .select([
      'renders.id',
      'renders.company_id',
      'renders.item_id',
      'renders.user_id',
      'renders.user_name',
      'renders.state',
      'renders.created_at',
      'renders.ended_at',
      'renders.progress',
      'renders.frames_done',
      'renders.frames',
      'renders.ends_at',
      'renders.video_id',
      'renders.message',
      'videos.reel_check',
    ])
    .where('renders.id', '=', id),
)

const videoById = prepareQuery((db, id: string) =>
  db.selectFrom('videos').select(['id', 'hash', 'bytes', 'cover_hash']).where('id', '=', id),
)

export type EndedState = 'done' | 'failed' | 'cancelled'

export function rendersStore(db: Queries) {
  /** What an item shows now is not shown any more. */
  const replaceVideo = (itemId: string, at: number) =>
    db
      .updateTable('videos')
      .set({ replaced_at: at })
      .where('item_id', '=', itemId)
      .where('replaced_at', 'is', null)
      .execute()

  return {
    find: async (id: string): Promise<RenderRow | undefined> => (await renderById(db, id))[0],

    /** Of a reel. */
    live: (itemId: string) =>
      db.selectFrom('renders').select('id').where('item_id', '=', itemId).where(isLive).executeTakeFirst(),

    listQueued: (): Promise<Queued[]> =>
      db.selectFrom('renders').select(['id', 'company_id', 'state', 'created_at']).where(isLive).execute(),

    /** Its reel, which has a row, shows it from now on. */
    async add(render: Insertable<Tables['renders']>): Promise<void> {
      await db.insertInto('renders').values(render).execute()
      await db.updateTable('reels').set({ render_id: render.id }).where('item_id', '=', render.item_id).execute()
    },

    /** A worker takes it; undefined for one that has ended. The video is to have this id, unless it has one already. */
    begin: (id: string, videoId: string): Promise<Row<'renders'> | undefined> =>
      db
        .updateTable('renders')
        .set({ state: 'running', ends_at: null, video_id: sql`coalesce(video_id, ${videoId})` })
        .where('id', '=', id)
        .where(isLive)
        .returningAll()
        .executeTakeFirst(),

    /** False for one that has ended. */
    async advance(id: string, going: Going): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('renders')
        .set(going)
        .where('id', '=', id)
        .where('state', '=', 'running')
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** Undefined when it had ended already: final states never change. */
    end: (
      id: string,
      ending: { state: EndedState; ended_at: number } & Partial<
        Pick<Row<'renders'>, 'message' | 'video_id' | 'progress' | 'frames' | 'frames_done'>
      >,
    ): Promise<Row<'renders'> | undefined> =>
      db
        .updateTable('renders')
        .set({ ...ending, ends_at: null })
        .where('id', '=', id)
        .where(isLive)
        .returningAll()
        .executeTakeFirst(),

    /** The video that a reel shows from now on, in place of the one before. */
    async showVideo(video: Insertable<Tables['videos']>): Promise<void> {
      await replaceVideo(video.item_id, video.created_at)
      await db.insertInto('videos').values(video).execute()
      await db.updateTable('reels').set({ video_id: video.id }).where('item_id', '=', video.item_id).execute()
    },

    findVideo: async (id: string) => (await videoById(db, id))[0],

    replaceVideo,

    videosReplacedBefore: (moment: number, limit: number) =>
      db
        .selectFrom('videos')
        .select(['id', 'hash', 'cover_hash'])
        .where('replaced_at', 'is not', null)
        .where('replaced_at', '<', moment)
        .orderBy('replaced_at')
        .limit(limit)
        .execute(),

    removeVideo: (id: string) => db.deleteFrom('videos').where('id', '=', id).execute(),

    /** What reels say, by the ids of renders. */
    captions: async (ids: readonly string[]) => {
      if (ids.length === 0) return new Map<string, { itemId: string; caption: string | null }>()
      const rows = await db
        .selectFrom('renders')
        .innerJoin('content_items', 'content_items.id', 'renders.item_id')
        .select(['renders.id', 'renders.item_id as itemId', 'content_items.caption'])
        .where('renders.id', 'in', ids)
        .execute()
      return new Map(rows.map(({ id, itemId, caption }) => [id, { itemId, caption }]))
    },
  }
}
