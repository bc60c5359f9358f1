/** Which items a plan asks for: by status, date, account and assignee. */
import type { ItemSort } from '@tangelo/contract/limits'
import { sql } from 'kysely'
import { avoidIndex, type Items, type LinkFilter, type Scope } from '../items.view.ts'
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
export interface Place {
  value: number
  id: string
}

export const NEEDS_APPROVAL = 'needs_approval'
/** What has no date can be one of these. */
export const UNPLANNED = ['draft', 'approved']

/** One status at a time, or all but deleted ones: several are merged, so that each is read in the order of its index. */
export const ofStatus = (items: Items, status: string | null): Items => {
  if (status === null) return items.where('status_key', '!=', 'delete')
  if (status === NEEDS_APPROVAL) return items.where('approval_asked_at', 'is not', null)
  return items.where('status_key', '=', status)
}

/** `publish_at`, or what stands for it where no index of dates is to be read. */
type PublishAt = 'publish_at' | ReturnType<typeof avoidIndex>

/** Items on these days: a day is the same day everywhere, a moment falls on a day of the company's calendar. */
export function onDays(items: Items, { moments, days }: CalendarSpan, publishAt: PublishAt = 'publish_at'): Items {
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
export const filterLinkedOnDays = (items: Items, { accountIds = [], assigneeIds = [] }: LinkFilter): Items =>
  items
    .$if(accountIds.length > 0, (query) => query.where(avoidIndex('account_id'), 'in', accountIds))
    .$if(assigneeIds.length > 0, (query) => query.where(avoidIndex('assignee_id'), 'in', assigneeIds))

export const isByDate = (sort: ItemSort): boolean => sort === 'date' || sort === '-date'

export function ofDates(
  items: Items,
  { isDated, span, sort }: Pick<PlanQuery, 'isDated' | 'span' | 'sort'>,
  publishAt: PublishAt = 'publish_at',
): Items {
  const dated = isDated === true || isByDate(sort) ? items.where(publishAt, 'is not', null) : items
  const wanted = isDated === false ? dated.where(publishAt, 'is', null) : dated
  return span ? onDays(wanted, span, publishAt) : wanted
}

export const ofStatuses = (items: Items, statuses: readonly string[]): Items =>
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
  (options: PlanQuery) =>
  (items: Items): Items =>
    ofDates(ofStatuses(items, options.statuses), options).$if(options.isDated === false, (query) =>
      query.where('status_key', 'in', UNPLANNED),
    )
