/** Insights as people see them. Only users who may publish for the company see what only the owner of an account sees. */
import type { AccountInsights, Expected, MediaInsights, OwnMedia } from '@tangelo/contract'
import { type InsightExport, type InsightRange, PAGE_ROWS_MAX } from '@tangelo/contract/limits'
import { visible } from '#features/core/index.ts'
import { dayOf, dayToText, momentToText } from '#platform/calendar.ts'
import type { Database } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import { cutPage, type Page, type PageRequest, readCursor } from '#platform/http/paging.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { BlobStorage } from '#ports/blob-storage.ts'
import type { Clock } from '#ports/clock.ts'
import { mayPublish } from '../own-accounts/own-accounts.policy.ts'
import { kindOf } from '../sent-media/sent-media.rules.ts'
import { asAudience, asDays, asOnlineHours, asSpans } from './insights.rules.ts'
import type { AccountKey } from './insights.store.ts'
import { insightsView } from './insights.view.ts'
import { computeExpected } from './rules/learning.ts'
import { insightsFile } from './service/files.ts'
import { shownMedia } from './service/shown-media.ts'
import { mediaView } from './view/media.ts'

export type InsightsService = ReturnType<typeof insightsService>

const DAY_MS = 86_400_000
const LATEST_MEDIA = 12
const SPANS = [7, 28] as const
/** What was read of the followers in this time is shown. */
const AUDIENCE_DAYS = 60
const ONLINE_DAYS = 28
type AccountState = NonNullable<Awaited<ReturnType<ReturnType<typeof insightsView>['account']>>>

export function insightsService({
  database,
  clock,
  answers,
}: {
  database: Database
  clock: Clock
  /** Where answers of sources are kept. */
  answers: Pick<BlobStorage, 'get'>
}) {
  const view = insightsView(database.queries)
  const ofMedia = mediaView(database.queries)
  const { describeMedia, comparable, whole } = shownMedia({ database, clock })

  async function visibleTo(viewer: Viewer, accountId: number): Promise<AccountState> {
    mayPublish(viewer)
    const account = visible(viewer, await view.account(accountId))
    if (!account) throw notFound('Account')
    return account
  }

  const keyOf = ({ id, company_id }: Pick<AccountState, 'id' | 'company_id'>): AccountKey => ({
    company_id,
    account_id: id,
  })

  return {
    async read(viewer: Viewer, accountId: number, range: InsightRange = '90'): Promise<AccountInsights> {
      const account = await visibleTo(viewer, accountId)
      const key = keyOf(account)
      const now = clock.now()
      const timeZone = account.time_zone
      const today = dayOf(now, timeZone)
      const from = today - Number(range)
      const [days, spans, audience, online, media] = await Promise.all([
        view.days(key, [1], from, today),
        view.days(key, SPANS, today - AUDIENCE_DAYS, today),
        view.audience(key, today - AUDIENCE_DAYS),
        view.onlineHours(key, now - ONLINE_DAYS * DAY_MS),
        ofMedia.media(key, null, LATEST_MEDIA),
      ])
      const { next_at: next, read_at: readAt, backfilled_to: since } = account
      return {
        state: stateOf(account, now),
        problem: account.problem ?? account.ended_why,
        lastReadAt: readAt === null ? null : momentToText(readAt),
        nextReadAt: next === null ? null : momentToText(next),
        daysSince: since === null ? null : dayToText(since),
        isFilling: account.is_backfilled === 0,
        timeZone,
        from: dayToText(from),
        to: dayToText(today),
        days: asDays(days),
        spans: asSpans(spans),
        audience: asAudience(audience),
        online: asOnlineHours(online, timeZone),
        media: await describeMedia(key, media),
      }
    },

    async media(
      viewer: Viewer,
      accountId: number,
      { cursor, limit = PAGE_ROWS_MAX }: PageRequest,
    ): Promise<Page<OwnMedia>> {
      const key = keyOf(await visibleTo(viewer, accountId))
      const after = cursor ? readCursor(cursor, 'integer', 'text') : null
      const place = after && { postedAt: Number(after.value), mediaId: String(after.id) }
      const rows = await ofMedia.media(key, place, limit + 1)
      const { page, nextCursor } = cutPage(rows, limit, ({ posted_at, media_id }) => [posted_at, media_id])
      return { rows: await describeMedia(key, page), nextCursor, total: null }
    },

    async ofMedia(viewer: Viewer, accountId: number, mediaId: string): Promise<MediaInsights> {
      const key = keyOf(await visibleTo(viewer, accountId))
      const row = await ofMedia.oneMedia(key, mediaId)
      if (!row) throw notFound('Post')
      return whole(key, row)
    },

    /** Null until its post has been listed. */
    async ofPublication(viewer: Viewer, id: string): Promise<MediaInsights | null> {
      mayPublish(viewer)
      const publication = visible(viewer, await view.publication(id))
      if (!publication) throw notFound('Publication')
      const { company_id, account_id, media_id } = publication
      const key = { company_id, account_id }
      const row = media_id === null ? undefined : await ofMedia.oneMedia(key, media_id)
      return row ? whole(key, row) : null
    },

    /** Throws `not_found` for a hash of no reading of the account, and once the days of its answer are over. */
    async raw(viewer: Viewer, accountId: number, hash: string): Promise<unknown> {
      const name = await view.answerHash(keyOf(await visibleTo(viewer, accountId)), hash)
      const bytes = name === null ? null : await answers.get(name)
      if (!bytes) throw notFound('Answer of the source')
      return JSON.parse(Buffer.from(bytes).toString('utf8'))
    },

    async file(viewer: Viewer, accountId: number, what: InsightExport) {
      const account = await visibleTo(viewer, accountId)
      const { username } = account
      return {
        name: `${username}-insights-${what}.csv`,
        chunks: insightsFile(database.queries, { key: keyOf(account), username, what }),
      }
    },

    /** For a draft: by what it would become on the account. */
    async readExpected(viewer: Viewer, accountId: number, itemId: string): Promise<Expected> {
      const account = await visibleTo(viewer, accountId)
      const item = visible(viewer, await view.item(itemId))
      if (!item || item.is_gone === 1 || item.company_id !== account.company_id) throw notFound('Post')
      const format = kindOf(item, {})
      const { ageDays, figures } = computeExpected(await comparable(keyOf(account), format))
      return { format, ageDays: format === 'story' ? 1 : ageDays, figures }
    },
  }
}

function stateOf(account: AccountState, now: number): AccountInsights['state'] {
  const { login, sealed, expires_at: expiresAt, permissions, read_at: readAt } = account
  if (login === null) return 'not_connected'
  if (sealed === null || (expiresAt !== null && now >= expiresAt)) return 'ended'
  const granted: string[] = JSON.parse(permissions ?? '[]')
  if (!granted.includes('insights')) return 'not_granted'
  return readAt === null ? 'fresh' : 'read'
}
