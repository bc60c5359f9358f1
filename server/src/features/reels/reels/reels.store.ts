/** What is kept of a reel beside its content item, and reels as they are shown: with the video and the newest render. */
import { sql } from 'kysely'
import type { Scope as AnyScope } from '#features/core/index.ts'
import { contains } from '#platform/database/contains.ts'
import type { Queries } from '#platform/database/database.ts'
import { inOwnContent } from '#platform/database/own-companies.ts'
import type { Making, ReelRow } from './reels.rules.ts'

type Scope = Exclude<AnyScope, 'none'>

interface ReelsQuery {
  scope: Scope
  /** In lower case; looked for in captions. */
  text: string | null
  /** The last reel that was shown. */
  after: { createdAt: number; id: string } | null
  limit: number
}

/** As the index for it says. */
const isReel = sql<boolean>`is_gone = 0 and media_key = 'reel'`
/** D20: what is marked as deleted leaves the lists. */
const isMarked = sql<boolean>`status_key = 'delete'`

const ofAny = (db: Queries) =>
  db
    .selectFrom('content_items')
    .where(isReel)
    .where((row) => row.not(isMarked))

const inScope = (db: Queries, scope: Scope, text: string | null) =>
  ofAny(db)
    .where((row) =>
      scope === 'all' ? inOwnContent('content_items.company_id') : row('content_items.company_id', '=', scope),
    )
    .$if(text !== null, (query) => query.where(contains('search_text', text ?? '')))

type Reels = ReturnType<typeof inScope>

const selectReels = (reels: Reels) =>
  reels
    .leftJoin('reels', 'reels.item_id', 'content_items.id')
    .leftJoin('videos', 'videos.id', 'reels.video_id')
    .leftJoin('renders', 'renders.id', 'reels.render_id')
    .leftJoin('renders as makers', 'makers.video_id', 'reels.video_id')
    .select([
      'content_items.id',
      'content_items.company_id',
      'content_items.status',
      'content_items.caption',
      'content_items.image_url',
      'content_items.images',
      'content_items.video_url',
      'content_items.created_at',
      'reels.version',
      'reels.image_sizes',
      'reels.settings',
      'reels.video_id',
      'videos.reel_check',
      'renders.id as render_id',
      'renders.user_id',
      'renders.user_name',
      'renders.state',
      'renders.created_at as render_created_at',
      'renders.ended_at',
      'renders.progress',
      'renders.frames_done',
      'renders.frames',
      'renders.ends_at',
      'renders.message',
      'makers.images as made_images',
      'makers.settings as made_settings',
    ])

type ShownRow = Awaited<ReturnType<ReturnType<typeof selectReels>['execute']>>[number]

function asRow(row: ShownRow): ReelRow {
  const { version, image_sizes, settings, render_id, state, progress, user_name } = row
  return {
    item: row,
    own:
      version !== null && image_sizes !== null && settings !== null
        ? { version, image_sizes, settings, video_id: row.video_id }
        : undefined,
    reelCheck: row.reel_check,
    madeOf:
      row.made_images !== null && row.made_settings !== null
        ? { images: row.made_images, settings: row.made_settings }
        : undefined,
    render:
      render_id !== null && state !== null && progress !== null && user_name !== null
        ? {
            ...row,
            id: render_id,
            item_id: row.id,
            state,
            progress,
            user_name,
            created_at: row.render_created_at ?? 0,
            // What is shown beside a reel is a render without a video.
            video_id: null,
            reel_check: null,
          }
        : undefined,
  }
}

interface ReelKey {
  item_id: string
  company_id: number
}

export function reelsStore(db: Queries) {
  return {
    /** Newest first. */
    async page({ scope, text, after, limit }: ReelsQuery): Promise<ReelRow[]> {
      const rows = await selectReels(inScope(db, scope, text))
        .$if(after !== null, (query) =>
          query.where((row) =>
            row(
              row.refTuple('content_items.created_at', 'content_items.id'),
              '<',
              row.tuple(after?.createdAt ?? 0, after?.id ?? ''),
            ),
          ),
        )
        .orderBy('content_items.created_at', 'desc')
        .orderBy('content_items.id', 'desc')
        .limit(limit)
        .execute()
      return rows.map(asRow)
    },

    async count(scope: Scope, text: string | null): Promise<number> {
      const row = await inScope(db, scope, text)
        .select((select) => select.fn.countAll<number>().as('reels'))
        .executeTakeFirst()
      return Number(row?.reels ?? 0)
    },

    async findShown(id: string): Promise<ReelRow | undefined> {
      const row = await selectReels(ofAny(db)).where('content_items.id', '=', id).executeTakeFirst()
      return row && asRow(row)
    },

    find: (itemId: string) => db.selectFrom('reels').selectAll().where('item_id', '=', itemId).executeTakeFirst(),

    /** Inserts the row of an item that has none yet. Omitted values stay. */
    async keep(
      { item_id, company_id }: ReelKey,
      { version, images, settings }: Making,
      rest: { account_id?: number | null } = {},
    ): Promise<void> {
      const values = {
        version,
        image_sizes: JSON.stringify(images.map(({ size }) => size)),
        settings: JSON.stringify(settings),
        ...rest,
      }
      await db
        .insertInto('reels')
        .values({ item_id, company_id, ...values })
        .onConflict((taken) => taken.column('item_id').doUpdateSet(values))
        .execute()
    },
  }
}
