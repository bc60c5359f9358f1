/** What a plan is made of: items by status, date, account and assignee, their calendar and their counts, each read in an index. */
import type { ItemSort } from '@tangelo/contract/limits'
import { sql } from 'kysely'
import type { Database, Queries } from '#platform/database/database.ts'
import { prepared } from '#platform/database/prepared.ts'
import { LINK_NAMES } from '../items.store.ts'
import {
  type Items,
  inScope,
  isHere,
  isLinked,
  itemsIn,
  LINKS,
  type LinkFilter,
  type Scope,
  unindexed,
  unplannedOnly,
  within,
} from '../items.view.ts'
import type { CalendarSpan } from '../rules/calendar-span.ts'

export interface PlanQuery extends LinkFilter {
  scope: Scope
  /** Empty: all but deleted ones. */
  statuses: readonly string[]
  isDated: boolean | undefined
  span: CalendarSpan | null
  sort: ItemSort
  after: Place | null
  limit: number
}

/** The value that a list is sorted by, and the id, of the last item shown. */
interface Place {
  value: number
  id: string
}

const NEEDS_APPROVAL = 'needs_approval'
/** What has no date can be one of these. */
const UNPLANNED = ['draft', 'approved']
const COLUMN = { newest: 'created_at', date: 'publish_at', '-date': 'publish_at' } as const

/** One status at a time, or all but deleted ones: several are merged, so that each is read in the order of its index. */
const ofStatus = (items: Items, status: string | null): Items => {
  if (status === null) return items.where('status_key', '!=', 'delete')
  if (status === NEEDS_APPROVAL) return items.where('approval_asked_at', 'is not', null)
  return items.where('status_key', '=', status)
}

/** `publish_at`, or what stands for it where no index of dates is to be read. */
type PublishAt = 'publish_at' | ReturnType<typeof unindexed>

/** Items on these days: a day is the same day everywhere, a moment falls on a day of the company's calendar. */
function onDays(items: Items, { moments, days }: CalendarSpan, publishAt: PublishAt = 'publish_at'): Items {
  const [first, last] = [Math.max(moments[0], days[0]), Math.min(moments[1], days[1])]
  return items
    .where(publishAt, '>=', Math.min(moments[0], days[0]))
    .where(publishAt, '<=', Math.max(moments[1], days[1]))
    .where((row) => {
      const isDay = sql<boolean>`length(publish_date) = 10`
      return row.or([
        // Only at the edges does it matter whether it is a day or a moment.
        row.between('publish_at', first, last),
        row.and([isDay, row.between('publish_at', days[0], days[1])]),
        row.and([row.not(isDay), row.between('publish_at', moments[0], moments[1])]),
      ])
    })
}

/** Read in the index of dates: a calendar is short, and the history of an account or an assignee may be long. */
const linkedOnDays = (items: Items, { accountIds = [], assigneeIds = [] }: LinkFilter): Items =>
  items
    .$if(accountIds.length > 0, (query) => query.where(unindexed('account_id'), 'in', accountIds))
    .$if(assigneeIds.length > 0, (query) => query.where(unindexed('assignee_id'), 'in', assigneeIds))

function ofDates(
  items: Items,
  { isDated, span, sort }: Pick<PlanQuery, 'isDated' | 'span' | 'sort'>,
  publishAt: PublishAt = 'publish_at',
): Items {
  const dated = isDated === true || sort !== 'newest' ? items.where(publishAt, 'is not', null) : items
  const wanted = isDated === false ? dated.where(publishAt, 'is', null) : dated
  return span ? onDays(wanted, span, publishAt) : wanted
}

const ofStatuses = (items: Items, statuses: readonly string[]): Items =>
  statuses.length === 0
    ? items.where('status_key', '!=', 'delete')
    : items.where((row) =>
        row.or([
          row('status_key', 'in', statuses),
          ...(statuses.includes(NEEDS_APPROVAL) ? [row('approval_asked_at', 'is not', null)] : []),
        ]),
      )

/** A plan as a search looks through it. */
export const refineTo =
  (wish: PlanQuery) =>
  (items: Items): Items =>
    ofDates(ofStatuses(items, wish.statuses), wish).$if(wish.isDated === false, (query) =>
      query.where('status_key', 'in', UNPLANNED),
    )

const itemsWith = (status: string) =>
  sql<number>`coalesce(sum(case when status_key = ${sql.lit(status)} then items else 0 end), 0)`

const countByStatus = (db: Queries, scope: Scope) =>
  db
    .selectFrom('content_counts')
    .where(within(scope))
    .select([
      itemsWith('draft').as('draft'),
      itemsWith('approved').as('approved'),
      itemsWith('published').as('published'),
      sql<number>`coalesce(sum(items), 0)`.as('total'),
      sql<number>`coalesce(sum(case when status_key in ('draft', 'approved') then undated else 0 end), 0)`.as(
        'undated',
      ),
    ])

const countWaiting = (db: Queries, scope: Scope) =>
  inScope(db, scope)
    .where(isHere)
    .where('approval_asked_at', 'is not', null)
    .select((select) => select.fn.countAll<number>().as('items'))

const counts = {
  ofAll: prepared((db) => countByStatus(db, 'all'), { remembered: 1 }),
  ofOne: prepared((db, companyId: number) => countByStatus(db, companyId), { remembered: 100 }),
}
const waiting = {
  ofAll: prepared((db) => countWaiting(db, 'all'), { remembered: 1 }),
  ofOne: prepared((db, companyId: number) => countWaiting(db, companyId), { remembered: 100 }),
}

export function planView({ queries: db }: Pick<Database, 'queries'>) {
  function filtered(wish: PlanQuery, status: string | null): Items {
    const items = itemsIn(db, wish.scope, wish)
    const isUnplanned = wish.isDated === false
    if (isUnplanned && !isLinked(wish) && status !== NEEDS_APPROVAL)
      return ofDates(items.where(unplannedOnly), wish).$if(status !== null, (query) =>
        query.where(sql`status_key || ''`, '=', status),
      )
    const dated = ofDates(items, wish, isLinked(wish) || isUnplanned ? unindexed('publish_at') : 'publish_at')
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

  function page(wish: PlanQuery, status: string | null) {
    const { sort, after, limit } = wish
    const column = isLinked(wish) && sort !== 'newest' ? unindexed('publish_at') : sql<number>`${sql.ref(COLUMN[sort])}`
    const [direction, beyond] = sort === 'date' ? (['asc', '>'] as const) : (['desc', '<'] as const)
    return filtered(wish, status)
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
      .map(({ items, undated }) => (isDated === false ? undated : items - (isDated || sort !== 'newest' ? undated : 0)))
      .reduce((sum, items) => sum + Number(items), 0)
  }

  async function countOfStatus(wish: PlanQuery, status: string | null): Promise<number> {
    const row = await filtered(wish, status)
      .select((select) => select.fn.countAll<number>().as('items'))
      .executeTakeFirstOrThrow()
    return Number(row.items)
  }

  return {
    /** Ids with what they are sorted by. */
    async page(wish: PlanQuery): Promise<Place[]> {
      const pages = await Promise.all(statusesOf(wish).map((status) => page(wish, status)))
      const sign = wish.sort === 'date' ? 1 : -1
      return pages
        .flat()
        .map(({ id, value }) => ({ id, value: Number(value) }))
        .sort((a, b) => sign * (a.value - b.value || (a.id < b.id ? -1 : 1)))
        .slice(0, wish.limit)
    },

    async count(wish: PlanQuery): Promise<number> {
      const { span, isDated, sort } = wish
      const statuses = statusesOf(wish)
      const isKept = !span && !isLinked(wish) && !(isDated === false && sort !== 'newest')
      const [kept, read] = isKept
        ? [
            statuses.filter((status) => status !== NEEDS_APPROVAL),
            statuses.filter((status) => status === NEEDS_APPROVAL),
          ]
        : [[], statuses]
      const found = await Promise.all([
        ...(kept.length > 0 ? [countKept(wish, kept)] : []),
        ...read.map((status) => countOfStatus(wish, status)),
      ])
      return found.reduce((sum, items) => sum + items, 0)
    },

    /** Linked items are counted by status, as their index holds them. */
    async counts(scope: Scope, links: LinkFilter) {
      if (isLinked(links)) {
        const rows = await itemsIn(db, scope, links)
          .select([
            'status_key',
            sql<number>`count(*)`.as('items'),
            sql<number>`count(publish_at)`.as('dated'),
            sql<number>`count(approval_asked_at)`.as('asked'),
          ])
          .groupBy('status_key')
          .execute()
        const of = (status: string) => Number(rows.find(({ status_key }) => status_key === status)?.items ?? 0)
        const sum = (number: (row: (typeof rows)[number]) => number) => rows.reduce((all, row) => all + number(row), 0)
        return {
          draft: of('draft'),
          approved: of('approved'),
          published: of('published'),
          total: sum(({ items }) => Number(items)),
          undated: sum((row) => (UNPLANNED.includes(row.status_key) ? Number(row.items) - Number(row.dated) : 0)),
          needsApproval: sum(({ asked }) => Number(asked)),
        }
      }
      const [[row], [asked]] = await (scope === 'all'
        ? Promise.all([counts.ofAll(db), waiting.ofAll(db)])
        : Promise.all([counts.ofOne(db, scope), waiting.ofOne(db, scope)]))
      const none = { draft: 0, approved: 0, published: 0, total: 0, undated: 0 }
      return { ...(row ?? none), needsApproval: Number(asked?.items ?? 0) }
    },

    /** Items that go out or went out in the span, by moment. */
    calendar: (scope: Scope, span: CalendarSpan, filter: LinkFilter & { statuses: readonly string[] }, limit: number) =>
      ofStatuses(onDays(linkedOnDays(inScope(db, scope).where(isHere), filter), span), filter.statuses)
        .select(['id', 'planned', ...LINKS])
        .select(LINK_NAMES)
        .orderBy('publish_at')
        .orderBy('id')
        .limit(limit)
        .execute(),
  }
}
