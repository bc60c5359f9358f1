/** The content database: what a company has drafted, planned and published, in lists, counts, a calendar and a history. */
import type { ContentChange, ContentCounts, ContentItem } from '@tangelo/contract'
import { ID_MAX, PAGE_ROWS_MAX } from '@tangelo/contract/limits'
import { asked, type IdempotencyService, ownCompany, scopeOf, type Visible, visible } from '#features/core/index.ts'
import type { CompaniesService } from '#features/identity/index.ts'
import { dayFromText, dayOf, dayToText, momentToText } from '#platform/calendar.ts'
import type { Database } from '#platform/database/database.ts'
import { invalidInput, notFound } from '#platform/errors.ts'
import { cursorOf, cutPage, type Page, type PageRequest, readCursor } from '#platform/http/paging.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import type { UploadsService } from '../uploads/uploads.service.ts'
import {
  asContentItem,
  calendarSpan,
  type ItemChange,
  type ItemRow,
  keyOf,
  renderCalendarItem,
  renderItem,
  withWholeAddresses,
} from './items.rules.ts'
import { itemsStore } from './items.store.ts'
import { BEGINNING, type ItemsQuery, itemsView } from './items.view.ts'
import type { ItemChanges } from './service/item-changes.ts'
import { visibleItems } from './service/item-writes.ts'

export type ItemsService = ReturnType<typeof itemsService>

interface ListOptions extends PageRequest {
  q?: string | undefined
  status?: string | undefined
  mediaType?: string | undefined
  isUnplanned?: boolean
}

const CALENDAR_DAYS_MAX = 62
const CALENDAR_ITEMS_MAX = 2_000
const HISTORY_ENTRIES_MAX = 200
/** Each entry may hold two long captions: the history is read in chunks, up to this many characters. */
const HISTORY_CHUNK = 20
const HISTORY_CHARACTERS_MAX = 2_000_000

const MADE = { shown: renderItem, planned: renderCalendarItem }

export function itemsService({
  database,
  clock,
  companies,
  uploads,
  answers,
  changes,
}: {
  database: Database
  clock: Clock
  answers: IdempotencyService
  companies: Pick<CompaniesService, 'timeZoneOf'>
  uploads: Pick<UploadsService, 'imageFor'>
  changes: Pick<ItemChanges, 'make'>
}) {
  const store = itemsStore(database.queries)
  const view = itemsView(database)

  /** Throws `not_found` alike for a missing item, one that is gone, and one of another company. */
  async function visibleTo(viewer: Viewer, id: string): Promise<Visible<ItemRow>> {
    const row = visible(viewer, await store.find(id))
    if (!row) throw notFound('Post')
    return row
  }

  /** JSON of each item, as it is kept ready; of those that have none, made from the row. */
  async function jsonAll<Kept extends keyof typeof MADE>(
    items: readonly ({ id: string } & Record<Kept, string | null>)[],
    kept: Kept,
  ): Promise<string[]> {
    const stale = items.flatMap((item) => (item[kept] === null ? [item.id] : []))
    const made = new Map((await store.rows(stale)).map((row) => [row.id, MADE[kept](row)]))
    return items.flatMap((item) => item[kept] ?? made.get(item.id) ?? [])
  }

  return {
    /** Of these items those that the viewer sees. */
    itemsOf: (viewer: Viewer, ids: readonly string[]) => visibleItems(database.queries, viewer, ids),

    /**
     * Newest first; the rows are JSON, as the API sends them. With `q` a page may hold fewer items than asked for and
     * still have a next one, and only a list that fits one page is counted.
     */
    async list(viewer: Viewer, { q, cursor, limit = PAGE_ROWS_MAX, ...filter }: ListOptions): Promise<Page<string>> {
      const scope = scopeOf(viewer)
      if (scope === 'none') return { rows: [], nextCursor: null, total: 0 }
      const place = cursor ? readCursor(cursor, 'integer', 'record') : null
      const wish: ItemsQuery = {
        scope,
        statusKey: keyOf(filter.status ?? null),
        mediaKey: keyOf(filter.mediaType ?? null),
        isUnplanned: filter.isUnplanned ?? false,
        after: place ? { createdAt: place.value, id: place.id } : BEGINNING,
        limit,
      }
      const text = q?.trim().toLowerCase()
      if (text) {
        const { ids, end } = await view.search(wish, text)
        const byId = new Map((await view.shownOf(ids)).map((row) => [row.id, row]))
        const rows = await jsonAll(
          ids.flatMap((id) => byId.get(id) ?? []),
          'shown',
        )
        return { rows, nextCursor: end && cursorOf(end.createdAt, end.id), total: place || end ? null : rows.length }
      }
      const rows = await view.page({ ...wish, limit: limit + 1 })
      const { page, nextCursor } = cutPage(rows, limit, ({ created_at, id }) => [created_at, id])
      return {
        rows: await jsonAll(page, 'shown'),
        nextCursor,
        total: place ? null : nextCursor ? await view.count(wish) : page.length,
      }
    },

    async counts(viewer: Viewer): Promise<ContentCounts> {
      const scope = scopeOf(viewer)
      if (scope === 'none') return { draft: 0, approved: 0, published: 0, total: 0 }
      return view.counts(scope)
    },

    /**
     * Once for each `Idempotency-Key`. Throws `access_denied` for a user of no company, and `invalid_input` for an image of
     * another company.
     */
    async create(viewer: Viewer, fields: ItemChange, key: unknown): Promise<ContentItem> {
      const companyId = ownCompany(viewer)
      const question = asked(viewer, companyId, key, { draft: fields })
      const { imageUrl } = fields
      if (typeof imageUrl === 'string') await uploads.imageFor(companyId, imageUrl, 'imageUrl')
      const draft = { ...fields, status: 'Draft' }
      const { id } = await answers.once<{ id: string }>(question, async ({ intent, complete }) => ({
        id: await changes.make(viewer, { companyId, fields: draft, intent }, (tx, id) => complete(tx, { id })),
      }))
      return asContentItem(await visibleTo(viewer, id))
    },

    read: async (viewer: Viewer, id: string): Promise<ContentItem> => asContentItem(await visibleTo(viewer, id)),

    /** `origin`: where the pictures that are named in it are served. */
    async history(viewer: Viewer, id: string, origin: string): Promise<ContentChange[]> {
      const item = await visibleTo(viewer, id)
      const entries: ContentChange[] = []
      let characters = 0
      for (let before = ID_MAX; ; ) {
        const rows = await store.history(item, before, HISTORY_CHUNK)
        for (const row of rows) {
          characters += row.changes.length
          if (entries.length > 0 && characters > HISTORY_CHARACTERS_MAX) return entries
          entries.push({
            id: row.id,
            at: momentToText(row.at),
            by: row.user_id === row.known_user_id ? row.by_name : null,
            origin: row.origin,
            kind: row.kind,
            changes: withWholeAddresses(JSON.parse(row.changes), origin),
          })
          before = row.id
        }
        if (rows.length < HISTORY_CHUNK || entries.length >= HISTORY_ENTRIES_MAX) return entries
      }
    },

    /** In the time zone of the viewer's company; an administrator sees the items of all companies on those days. */
    async calendar(viewer: Viewer, { from, to }: { from: string; to: string }) {
      const days = dayFromText(to) - dayFromText(from) + 1
      if (days < 1) throw invalidInput('from must not be after to', { from: 'must not be after to' })
      if (days > CALENDAR_DAYS_MAX)
        throw invalidInput(`A calendar shows at most ${CALENDAR_DAYS_MAX} days`, {
          to: `must be less than ${CALENDAR_DAYS_MAX} days after from`,
        })
      const scope = scopeOf(viewer)
      const timeZone = viewer.companyId === null ? 'UTC' : await companies.timeZoneOf(viewer.companyId)
      const found =
        scope === 'none' ? [] : await view.calendar(scope, calendarSpan(from, to, timeZone), CALENDAR_ITEMS_MAX + 1)
      const items = await jsonAll(found.slice(0, CALENDAR_ITEMS_MAX), 'planned')
      return {
        timeZone,
        today: dayToText(dayOf(clock.now(), timeZone)),
        /** JSON of each. */
        items,
        isComplete: found.length <= CALENDAR_ITEMS_MAX,
      }
    },
  }
}
