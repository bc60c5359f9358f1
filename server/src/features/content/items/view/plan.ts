/** What a plan is made of: items by status, date, account and assignee, their calendar and their counts, each read in an index. */
import type { ItemSort } from '@tangelo/contract/limits'
import { sql } from 'kysely'
import type { Database, Queries } from '#platform/database/database.ts'
import { prepared } from '#platform/database/prepared.ts'
import type { CalendarSpan } from '../items.rules.ts'
import { LINK_NAMES } from '../items.store.ts'
import {
  type Items,
  inScope,
  isHere,
  isLinked,
  LINKS,
  type LinkFilter,
  linkedWith,
  type Scope,
  unplannedOnly,
  within,
} from '../items.view.ts'

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
const unplannedStatus = (status: string) => status === 'draft' || status === 'approved'
const COLUMN = { newest: 'created_at', date: 'publish_at', '-date': 'publish_at' } as const

/** One status at a time, or all but deleted ones: several are merged, so that each is read in the order of its index. */
const ofStatus = (items: Items, status: string | null): Items => {
  if (status === null) return items.where('status_key', '!=', 'delete')
  if (status === NEEDS_APPROVAL) return items.where('approval_asked_at', 'is not', null)
  return items.where('status_key', '=', status)
}

/** Items on these days: a day is the same day everywhere, a moment falls on a day of the company's calendar. */
const onDays = (items: Items, { moments, days }: CalendarSpan): Items =>
  items
    .where('publish_at', '>=', Math.min(moments[0], days[0]))
    .where('publish_at', '<=', Math.max(moments[1], days[1]))
    .where((row) => {
      const isDay = sql<boolean>`length(publish_date) = 10`
      return row.or([
        row.and([isDay, row.between('publish_at', days[0], days[1])]),
        row.and([row.not(isDay), row.between('publish_at', moments[0], moments[1])]),
      ])
    })

function ofDates(items: Items, { isDated, span, sort }: Pick<PlanQuery, 'isDated' | 'span' | 'sort'>): Items {
  const dated = isDated === true || sort !== 'newest' ? items.where('publish_at', 'is not', null) : items
  const wanted = isDated === false ? dated.where(unplannedOnly) : dated
  return span ? onDays(wanted, span) : wanted
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
    ofDates(ofStatuses(items, wish.statuses), wish)

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

const sumOf = (condition: string) => sql<number>`coalesce(sum(case when ${sql.raw(condition)} then 1 else 0 end), 0)`

export function planView({ queries: db }: Pick<Database, 'queries'>) {
  const filtered = (wish: PlanQuery, status: string | null) =>
    ofStatus(ofDates(linkedWith(inScope(db, wish.scope).where(isHere), wish), wish), status)

  /** Those that can be there at all: what has no date is a draft or approved. */
  const statusesOf = ({ statuses, isDated }: PlanQuery): (string | null)[] => {
    if (statuses.length === 0) return isDated === false ? ['draft', 'approved'] : [null]
    const wanted = statuses.includes('draft') ? statuses.filter((status) => status !== NEEDS_APPROVAL) : statuses
    return isDated === false
      ? wanted.filter((status) => unplannedStatus(status) || status === NEEDS_APPROVAL)
      : [...new Set(wanted)]
  }

  function page(wish: PlanQuery, status: string | null) {
    const { sort, after, limit } = wish
    const column = COLUMN[sort]
    const [direction, beyond] = sort === 'date' ? (['asc', '>'] as const) : (['desc', '<'] as const)
    return filtered(wish, status)
      .$if(after !== null, (query) =>
        query.where((row) => row(row.refTuple(column, 'id'), beyond, row.tuple(after?.value ?? 0, after?.id ?? ''))),
      )
      .select(['id', `${column} as value`])
      .orderBy(column, direction)
      .orderBy('id', direction)
      .limit(limit)
      .execute()
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
      const found = await Promise.all(
        statusesOf(wish).map((status) =>
          filtered(wish, status)
            .select((select) => select.fn.countAll<number>().as('items'))
            .executeTakeFirstOrThrow(),
        ),
      )
      return found.reduce((sum, { items }) => sum + Number(items), 0)
    },

    async counts(scope: Scope, links: LinkFilter) {
      if (isLinked(links)) {
        const row = await linkedWith(inScope(db, scope).where(isHere), links)
          .select([
            sumOf("status_key = 'draft'").as('draft'),
            sumOf("status_key = 'approved'").as('approved'),
            sumOf("status_key = 'published'").as('published'),
            sql<number>`count(*)`.as('total'),
            sumOf("publish_at is null and status_key in ('draft', 'approved')").as('undated'),
            sumOf('approval_asked_at is not null').as('needsApproval'),
          ])
          .executeTakeFirstOrThrow()
        return row
      }
      const [[row], [asked]] = await (scope === 'all'
        ? Promise.all([counts.ofAll(db), waiting.ofAll(db)])
        : Promise.all([counts.ofOne(db, scope), waiting.ofOne(db, scope)]))
      const none = { draft: 0, approved: 0, published: 0, total: 0, undated: 0 }
      return { ...(row ?? none), needsApproval: Number(asked?.items ?? 0) }
    },

    /** Items that go out or went out in the span, by moment. */
    calendar: (scope: Scope, span: CalendarSpan, filter: LinkFilter & { statuses: readonly string[] }, limit: number) =>
      ofStatuses(onDays(linkedWith(inScope(db, scope).where(isHere), filter), span), filter.statuses)
        .select(['id', 'planned', ...LINKS])
        .select(LINK_NAMES)
        .orderBy('publish_at')
        .orderBy('id')
        .limit(limit)
        .execute(),
  }
}
