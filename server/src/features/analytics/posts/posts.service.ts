/** The posts of an account and how their figures changed. Readings are only ever added. */
import type { Post, PostReadingEntry } from '@tangelo/contract'
import { PAGE_ROWS_MAX } from '@tangelo/contract/limits'
import type { CompaniesService } from '#features/identity/index.ts'
import { beginOfDay, dayFromText, endOfDay, momentToText } from '#platform/calendar.ts'
import type { Database } from '#platform/database/database.ts'
import { cutPage, type Page, type PageRequest, readCursor } from '#platform/http/paging.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { AccountsService } from '../accounts/accounts.service.ts'
import { seesOwnFigures } from './posts.policy.ts'
import { postsStore } from './posts.store.ts'
import { type OwnFigures, type PagedPost, postsView } from './posts.view.ts'
import { agesOf } from './store/post-rows.ts'

/** Rows of one question. */
const POSTS_AT_ONCE = 500

export type PostsService = ReturnType<typeof postsService>

export function postsService({
  database,
  accounts,
  companies,
}: {
  database: Database
  accounts: AccountsService
  companies: Pick<CompaniesService, 'timeZoneOf'>
}) {
  const store = postsStore(database.queries, database.engine)
  const view = postsView(database.queries)
  return {
    async list(
      viewer: Viewer,
      accountId: number,
      request: Pick<PageRequest, 'limit' | 'cursor'> & { day?: string | undefined },
    ): Promise<Page<Post>> {
      const account = await accounts.visibleTo(viewer, accountId)
      const { limit = PAGE_ROWS_MAX, cursor, day } = request
      const span = day === undefined ? null : spanOf(dayFromText(day), await companies.timeZoneOf(account.company_id))
      const after = cursor ? readCursor(cursor, 'integer') : null
      const [rows, total] = await Promise.all([
        view.page(account, { after: after && { postedAt: after.value, id: after.id }, span, limit: limit + 1 }),
        after ? null : view.count(account, span),
      ])
      const { page, nextCursor } = cutPage(rows, limit, (row) => [row.posted_at ?? 0, row.id])
      const own = seesOwnFigures(viewer) ? await view.ownFigures(account, page) : NONE
      return { rows: page.map((row) => asPost(row, own.get(row.post_key))), nextCursor, total }
    },

    /**
     * Every post of these days as anybody sees it, the newest first, and whether an older one is known, a pinned one aside. `withOwn`:
     * also what only the owner of the account sees, for who may see it.
     */
    async between(
      viewer: Viewer,
      accountId: number,
      { withOwn = false, ...days }: { from: number; to: number; withOwn?: boolean },
    ): Promise<{ posts: Post[]; knowsOlder: boolean }> {
      const account = await accounts.visibleTo(viewer, accountId)
      const timeZone = await companies.timeZoneOf(account.company_id)
      const span = { from: beginOfDay(days.from, timeZone), to: endOfDay(days.to, timeZone) }
      const rows: PagedPost[] = []
      for (let after: { postedAt: number; id: number } | null = null; ; ) {
        const page: PagedPost[] = await view.page(account, { after, span, limit: POSTS_AT_ONCE })
        rows.push(...page)
        const last = page.at(-1)
        if (!last || page.length < POSTS_AT_ONCE) break
        after = { postedAt: last.posted_at ?? 0, id: last.id }
      }
      const knowsOlder = await view.hasBefore(account, span.from)
      const own = withOwn && seesOwnFigures(viewer) ? await view.ownFigures(account, rows) : NONE
      return { posts: rows.map((row) => asPost(row, own.get(row.post_key))), knowsOlder }
    },

    /** None for a post that is not of this account. */
    async readings(viewer: Viewer, accountId: number, postId: number): Promise<PostReadingEntry[]> {
      const account = await accounts.visibleTo(viewer, accountId)
      return (await store.timelines(account, [postId])).map(({ readAt, secondsSinceSeen, likes, comments, views }) => ({
        readAt: momentToText(readAt),
        previousSeenAt: secondsSinceSeen === null ? null : momentToText(readAt - secondsSinceSeen * 1_000),
        likes,
        comments,
        views,
      }))
    },
  }
}

const NONE: ReadonlyMap<string, OwnFigures> = new Map()

const spanOf = (day: number, timeZone: string) => ({ from: beginOfDay(day, timeZone), to: endOfDay(day, timeZone) })

function asPost(row: PagedPost, own?: OwnFigures): Post {
  const { at24Hours, at72Hours, at7Days } = agesOf(row)
  return {
    id: row.id,
    type: row.type,
    caption: row.caption,
    url: row.url,
    imageUrl: row.picture_hash === null ? null : `/media/${row.picture_hash}`,
    postedAt: row.posted_at === null ? null : momentToText(row.posted_at),
    firstSeenAt: momentToText(row.first_seen_at),
    lastSeenAt: momentToText(row.last_seen_at),
    goneAt: row.gone_at === null ? null : momentToText(row.gone_at),
    isPinned: row.is_pinned === 1,
    likes: row.likes,
    comments: row.comments,
    views: row.views,
    at24Hours,
    at72Hours,
    at7Days,
    own: own ? { readAt: momentToText(own.read_at), views: own.views, reach: own.reach, saves: own.saves } : null,
  }
}
