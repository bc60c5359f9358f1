/** Items in lists, plans and calendars: the rows are the JSON that is kept ready of each. */
import { type ItemSort, PAGE_ROWS_MAX } from '@tangelo/contract/limits'
import { scopeWithin } from '#features/core/index.ts'
import type { CompaniesService } from '#features/identity/index.ts'
import { dayFromText, dayOf, dayToText } from '#platform/calendar.ts'
import type { Database } from '#platform/database/database.ts'
import { invalidInput } from '#platform/errors.ts'
import { cursorOf, cutPage, type Page, type PageRequest, readCursor } from '#platform/http/paging.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import { keyOf } from '../items.rules.ts'
import { itemsStore } from '../items.store.ts'
import { BEGINNING, type ItemsQuery, itemsView, type LinkFilter } from '../items.view.ts'
import { calendarSpan } from '../rules/calendar-span.ts'
import { renderCalendarItem, renderItem, withLinks } from '../rules/item-json.ts'
import { planView } from '../view/plan.ts'
import { type PlanQuery, refineTo } from '../view/plan-filters.ts'
import { itemSearch } from '../view/search.ts'

export interface FilterOptions {
  companyId?: number | undefined
  accountId?: readonly number[] | undefined
  assigneeId?: readonly number[] | undefined
}

interface ListOptions extends PageRequest, FilterOptions {
  q?: string | undefined
  status?: string | undefined
  mediaType?: string | undefined
  isUnplanned?: boolean
}

interface PlanOptions extends PageRequest, FilterOptions {
  q?: string | undefined
  status?: readonly string[] | undefined
  sort?: ItemSort | undefined
  dated?: boolean | undefined
  from?: string | undefined
  to?: string | undefined
}

export const linksIn = ({ accountId = [], assigneeId = [] }: FilterOptions): LinkFilter => ({
  accountIds: accountId,
  assigneeIds: assigneeId,
})

const CALENDAR_DAYS_MAX = 62
const CALENDAR_ITEMS_MAX = 2_000
const FIRST_DAY = '1970-01-01'
const LAST_DAY = '2999-12-31'
const NOTHING: Page<string> = { rows: [], nextCursor: null, total: 0 }

const MADE = { shown: renderItem, planned: renderCalendarItem }

/** The part of the items service that answers with many items at once. */
export function itemPages({
  database,
  clock,
  companies,
}: {
  database: Database
  clock: Clock
  companies: Pick<CompaniesService, 'timeZoneOf'>
}) {
  const store = itemsStore(database.queries)
  const view = itemsView(database)
  const plans = planView(database)
  const search = itemSearch(database)

  /** JSON of each item, from the text that is kept ready; of those that have none, made from the row. */
  async function jsonAll<Kept extends keyof typeof MADE>(
    items: readonly ({ id: string } & Record<Kept, string | null> & Parameters<typeof withLinks>[1])[],
    kept: Kept,
  ): Promise<string[]> {
    const stale = items.flatMap((item) => (item[kept] === null ? [item.id] : []))
    const made = new Map((await store.rows(stale)).map((row) => [row.id, MADE[kept](row)]))
    return items.flatMap((item) => {
      const text = item[kept] ?? made.get(item.id)
      return text === undefined ? [] : withLinks(text, item)
    })
  }

  async function jsonOf(ids: readonly string[]): Promise<string[]> {
    const byId = new Map((await view.findShown(ids)).map((row) => [row.id, row]))
    return jsonAll(
      ids.flatMap((id) => byId.get(id) ?? []),
      'shown',
    )
  }

  async function searchPage(query: ItemsQuery, text: string): Promise<Page<string>> {
    const { ids, end } = await search(query, text)
    const rows = await jsonOf(ids)
    const isWhole = query.after === BEGINNING && !end
    return { rows, nextCursor: end && cursorOf(end.createdAt, end.id), total: isWhole ? rows.length : null }
  }

  /** Throws `not_found` for a company that there is not. */
  async function timeZoneFor(viewer: Viewer, companyId: number | undefined): Promise<string> {
    const id = viewer.role === 'admin' ? (companyId ?? viewer.companyId) : viewer.companyId
    return id === null ? 'UTC' : companies.timeZoneOf(id)
  }

  return {
    /**
     * Newest first; the rows are JSON, as the API sends them. With `q` a page may hold fewer items than asked for and
     * still have a next one, and only a list that fits one page is counted.
     */
    async list(viewer: Viewer, { q, cursor, limit = PAGE_ROWS_MAX, ...filter }: ListOptions): Promise<Page<string>> {
      const scope = scopeWithin(viewer, filter.companyId)
      if (scope === 'none') return NOTHING
      const place = cursor ? readCursor(cursor, 'integer', 'record') : null
      const query: ItemsQuery = {
        scope,
        statusKey: keyOf(filter.status ?? null),
        mediaKey: keyOf(filter.mediaType ?? null),
        isUnplanned: filter.isUnplanned ?? false,
        ...linksIn(filter),
        after: place ? { createdAt: place.value, id: place.id } : BEGINNING,
        limit,
      }
      const text = q?.trim().toLowerCase()
      if (text) return searchPage(query, text)
      const found = await view.page({ ...query, limit: limit + 1 })
      const { page, nextCursor } = cutPage(found, limit, ({ created_at, id }) => [created_at, id])
      const [rows, total] = await Promise.all([
        jsonAll(page, 'shown'),
        place ? null : nextCursor ? view.count(query) : page.length,
      ])
      return { rows, nextCursor, total }
    },

    /** Items of a plan; the rows are JSON. A search is newest first. */
    async plan(viewer: Viewer, options: PlanOptions): Promise<Page<string>> {
      const { q, cursor, limit = PAGE_ROWS_MAX, from, to } = options
      const scope = scopeWithin(viewer, options.companyId)
      if (scope === 'none') return NOTHING
      const place = cursor ? readCursor(cursor, 'integer', 'record') : null
      const days =
        from || to
          ? calendarSpan(from ?? FIRST_DAY, to ?? LAST_DAY, await timeZoneFor(viewer, options.companyId))
          : null
      const text = q?.trim().toLowerCase()
      const query: PlanQuery = {
        scope,
        ...linksIn(options),
        statuses: (options.status ?? []).flatMap((status) => keyOf(status) ?? []),
        isDated: options.dated,
        span: days,
        sort: text ? 'newest' : (options.sort ?? 'newest'),
        after: place,
        limit: limit + 1,
      }
      if (text) {
        const after = place ? { createdAt: place.value, id: place.id } : BEGINNING
        return searchPage({ ...query, statusKey: null, mediaKey: null, refine: refineTo(query), after, limit }, text)
      }
      const found = await plans.page(query)
      const { page, nextCursor } = cutPage(found, limit, ({ value, id }) => [value, id])
      const [rows, total] = await Promise.all([
        jsonOf(page.map(({ id }) => id)),
        place ? null : nextCursor ? plans.count(query) : page.length,
      ])
      return { rows, nextCursor, total }
    },

    /** In the time zone of the viewer's company, or of the one that an administrator names; without one he sees all. */
    async calendar(
      viewer: Viewer,
      {
        from,
        to,
        status = [],
        ...filter
      }: FilterOptions & { from: string; to: string; status?: readonly string[] | undefined },
    ) {
      const days = dayFromText(to) - dayFromText(from) + 1
      if (days < 1) throw invalidInput('from must not be after to', { from: 'must not be after to' })
      if (days > CALENDAR_DAYS_MAX)
        throw invalidInput(`A calendar shows at most ${CALENDAR_DAYS_MAX} days`, {
          to: `must be less than ${CALENDAR_DAYS_MAX} days after from`,
        })
      const scope = scopeWithin(viewer, filter.companyId)
      const timeZone = await timeZoneFor(viewer, filter.companyId)
      const statuses = status.flatMap((one) => keyOf(one) ?? [])
      const span = calendarSpan(from, to, timeZone)
      const found =
        scope === 'none'
          ? []
          : await plans.calendar(scope, span, { ...linksIn(filter), statuses }, CALENDAR_ITEMS_MAX + 1)
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
