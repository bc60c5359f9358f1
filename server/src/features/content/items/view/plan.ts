/** What a plan is made of: items by status, date, account and assignee, their calendar and their counts, each read in an index. */
import type { ItemSort } from '@tangelo/contract/limits'
import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { LINK_NAMES } from '../items.store.ts'
import {
  avoidIndex,
  type Items,
  inScope,
  isHere,
  isLinked,
  itemsIn,
  LINKS,
  type LinkFilter,
  type Scope,
  unplannedOnly,
  within,
} from '../items.view.ts'
import type { CalendarSpan } from '../rules/calendar-span.ts'
import {
  filterLinkedOnDays,
  isByDate,
  NEEDS_APPROVAL,
  ofDates,
  ofStatus,
  ofStatuses,
  onDays,
  type Place,
  type PlanQuery,
  UNPLANNED,
} from './plan-filters.ts'

const COLUMN = { newest: 'created_at', date: 'publish_at', '-date': 'publish_at', asked: 'approval_asked_at' } as const
const ASCENDING: readonly ItemSort[] = ['date', 'asked']

export function planView({ queries: db }: Pick<Database, 'queries'>) {
  function filterPlan(options: PlanQuery, status: string | null): Items {
    const all = itemsIn(db, options.scope, options)
    const items = options.sort === 'asked' ? all.where('approval_asked_at', 'is not', null) : all
    const isUnplanned = options.isDated === false
    if (isUnplanned && !isLinked(options) && status !== NEEDS_APPROVAL)
      return ofDates(items.where(unplannedOnly), options).$if(status !== null, (query) =>
        query.where(sql`status_key || ''`, '=', status),
      )
    const dated = ofDates(items, options, isLinked(options) || isUnplanned ? avoidIndex('publish_at') : 'publish_at')
    return isUnplanned && status === null ? dated.where('status_key', 'in', UNPLANNED) : ofStatus(dated, status)
  }

  /** Those that can be there at all. */
  const statusesOf = ({ statuses, isDated }: PlanQuery): (string | null)[] => {
    const wanted = new Set(statuses)
    if (wanted.has('draft')) wanted.delete(NEEDS_APPROVAL)
    if (isDated !== false) return wanted.size === 0 ? [null] : [...wanted]
    const undated = wanted.size === 0 ? UNPLANNED : [...UNPLANNED, NEEDS_APPROVAL].filter((one) => wanted.has(one))
    return undated.length === UNPLANNED.length && !wanted.has(NEEDS_APPROVAL) ? [null] : undated
  }

  function page(options: PlanQuery, status: string | null) {
    const { sort, after, limit } = options
    const column =
      isLinked(options) && isByDate(sort) ? avoidIndex('publish_at') : sql<number>`${sql.ref(COLUMN[sort])}`
    const [direction, beyond] = ASCENDING.includes(sort) ? (['asc', '>'] as const) : (['desc', '<'] as const)
    return filterPlan(options, status)
      .$if(after !== null, (query) =>
        query.where(sql<boolean>`(${column}, id) ${sql.raw(beyond)} (${after?.value ?? 0}, ${after?.id ?? ''})`),
      )
      .select(['id', column.as('value')])
      .orderBy(column, direction)
      .orderBy('id', direction)
      .limit(limit)
      .execute()
  }

  /** From the counts that are kept. */
  async function countKept({ scope, isDated, sort }: PlanQuery, statuses: readonly (string | null)[]) {
    const rows = await db
      .selectFrom('content_counts')
      .where(within(scope))
      .where('status_key', '!=', 'delete')
      .select(['status_key', 'items', 'undated'])
      .execute()
    const isWanted = (status: string) =>
      statuses.includes(status) || (statuses.includes(null) && (isDated !== false || UNPLANNED.includes(status)))
    return rows
      .filter(({ status_key }) => isWanted(status_key))
      .map(({ items, undated }) => (isDated === false ? undated : items - (isDated || isByDate(sort) ? undated : 0)))
      .reduce((sum, items) => sum + Number(items), 0)
  }

  async function countOfStatus(options: PlanQuery, status: string | null): Promise<number> {
    const row = await filterPlan(options, status)
      .select((select) => select.fn.countAll<number>().as('items'))
      .executeTakeFirstOrThrow()
    return Number(row.items)
  }

  return {
    /** Ids with what they are sorted by. */
    async page(options: PlanQuery): Promise<Place[]> {
      const pages = await Promise.all(statusesOf(options).map((status) => page(options, status)))
      const sign = ASCENDING.includes(options.sort) ? 1 : -1
      return pages
        .flat()
        .map(({ id, value }) => ({ id, value: Number(value) }))
        .sort((a, b) => sign * (a.value - b.value || (a.id < b.id ? -1 : 1)))
        .slice(0, options.limit)
    },

    async count(options: PlanQuery): Promise<number> {
      const { span, isDated, sort } = options
      const statuses = statusesOf(options)
      const isKept = !span && !isLinked(options) && !(isDated === false && isByDate(sort)) && sort !== 'asked'
      const [kept, read] = isKept
        ? [
            statuses.filter((status) => status !== NEEDS_APPROVAL),
            statuses.filter((status) => status === NEEDS_APPROVAL),
          ]
        : [[], statuses]
      const found = await Promise.all([
        ...(kept.length > 0 ? [countKept(options, kept)] : []),
        ...read.map((status) => countOfStatus(options, status)),
      ])
      return found.reduce((sum, items) => sum + items, 0)
    },

    /** Items that go out or went out in the span, by moment. */
    calendar: (scope: Scope, span: CalendarSpan, filter: LinkFilter & { statuses: readonly string[] }, limit: number) =>
      ofStatuses(onDays(filterLinkedOnDays(inScope(db, scope).where(isHere), filter), span), filter.statuses)
        .select(['id', 'planned', ...LINKS])
        .select(LINK_NAMES)
        .orderBy('publish_at')
        .orderBy('id')
        .limit(limit)
        .execute(),
  }
}
