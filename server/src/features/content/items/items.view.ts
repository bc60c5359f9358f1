/** The lists, counts and calendar of content items: read by screens all the time, each one read of an index. */
import { sql } from 'kysely'
import type { Scope as AnyScope } from '#features/core/index.ts'
import type { Database, Queries } from '#platform/database/database.ts'
import { inOwnContent } from '#platform/database/own-companies.ts'
import { prepareQuery } from '#platform/database/prepare-query.ts'
import { LINK_NAMES } from './items.store.ts'

export type Scope = Exclude<AnyScope, 'none'>

export interface ItemsQuery extends LinkFilter {
  scope: Scope
  /** Null: any. */
  statusKey: string | null
  mediaKey: string | null
  /** Only drafts and approved items without a date. */
  isUnplanned?: boolean
  /** What else a search holds back. */
  refine?: (items: Items) => Items
  after: Place
  limit: number
}

/** Empty lists hold back nothing. */
export interface LinkFilter {
  accountIds?: readonly number[]
  assigneeIds?: readonly number[]
}

/** The last item shown; rows follow it in the order newest first. */
export interface Place {
  createdAt: number
  id: string
}

/** Before every item. */
export const BEGINNING: Place = { createdAt: Number.MAX_SAFE_INTEGER, id: '' }

export const within = (scope: Scope) =>
  scope === 'all' ? inOwnContent('company_id') : sql<boolean>`${sql.ref('company_id')} = ${scope}`

/** What is put to the text that is kept of an item. */
export const LINKS = ['account_id', 'assignee_id', 'team_comments', 'approval_asked_at'] as const

export const isHere = sql<boolean>`is_gone = 0`
/** The status is not looked up in an index: the one of items without a date has the order of the list. */
export const unplannedOnly = sql<boolean>`is_gone = 0 and publish_at is null and status_key || '' in ('draft', 'approved')`

export const inScope = (db: Queries, scope: Scope) => db.selectFrom('content_items').where(within(scope))

export type Items = ReturnType<typeof inScope>

const filterLinked = (items: Items, { accountIds = [], assigneeIds = [] }: LinkFilter): Items =>
  items
    .$if(accountIds.length > 0, (query) => query.where('account_id', 'in', accountIds))
    .$if(assigneeIds.length > 0, (query) => query.where('assignee_id', 'in', assigneeIds))

export const isLinked = ({ accountIds = [], assigneeIds = [] }: LinkFilter): boolean =>
  accountIds.length > 0 || assigneeIds.length > 0

export const asItIs = (items: Items): Items => items

/** A column in a condition that no index serves: the planner of SQLite then takes the index of another condition. */
export const avoidIndex = (column: 'company_id' | 'publish_at' | 'account_id' | 'assignee_id') =>
  sql<number>`${sql.ref(column)} + 0`

/** Items in scope that are linked as the filter says. What is linked is read in the index of the links alone. */
export const itemsIn = (db: Queries, scope: Scope, links: LinkFilter): Items =>
  isLinked(links) && scope !== 'all'
    ? filterLinked(db.selectFrom('content_items').where(avoidIndex('company_id'), '=', scope), links).where(isHere)
    : filterLinked(inScope(db, scope), links).where(isHere)

export const newestFirst = (items: Items, createdAt: number, id: string, limit: number) =>
  items
    .where((row) => row(row.refTuple('created_at', 'id'), '<', row.tuple(createdAt, id)))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)

const page = (items: Items, createdAt: number, id: string, limit: number) =>
  newestFirst(items, createdAt, id, limit)
    .select(['id', 'created_at', 'shown', ...LINKS])
    .select(LINK_NAMES)

const here = (db: Queries, scope: Scope, statusKey: string | null) =>
  inScope(db, scope)
    .where(isHere)
    .$if(statusKey !== null, (query) => query.where('status_key', '=', statusKey ?? ''))

const pages = {
  ofAll: prepareQuery((db, createdAt: number, id: string, limit: number) =>
    page(here(db, 'all', null), createdAt, id, limit),
  ),
  ofOne: prepareQuery((db, createdAt: number, id: string, limit: number, companyId: number) =>
    page(here(db, companyId, null), createdAt, id, limit),
  ),
  ofStatus: prepareQuery((db, createdAt: number, id: string, limit: number, statusKey: string) =>
    page(here(db, 'all', statusKey), createdAt, id, limit),
  ),
  ofStatusInOne: prepareQuery(
    (db, createdAt: number, id: string, limit: number, statusKey: string, companyId: number) =>
      page(here(db, companyId, statusKey), createdAt, id, limit),
  ),
}

const unplanned = {
  ofAll: prepareQuery((db, createdAt: number, id: string, limit: number) =>
    page(inScope(db, 'all').where(unplannedOnly), createdAt, id, limit),
  ),
  ofOne: prepareQuery((db, createdAt: number, id: string, limit: number, companyId: number) =>
    page(inScope(db, companyId).where(unplannedOnly), createdAt, id, limit),
  ),
}

export const filterItems = (
  db: Queries,
  { scope, statusKey, mediaKey, isUnplanned = false, refine = asItIs, ...links }: ItemsQuery,
): Items =>
  refine(itemsIn(db, scope, links))
    .$if(statusKey !== null, (query) => query.where('status_key', '=', statusKey ?? ''))
    .$if(isUnplanned, (query) => query.where(unplannedOnly))
    .$if(mediaKey !== null, (query) => query.where('media_key', '=', mediaKey))

export function itemsView({ queries: db }: Pick<Database, 'queries'>) {
  return {
    page: (options: ItemsQuery) => {
      const { scope, statusKey, mediaKey, isUnplanned = false, limit } = options
      const { createdAt, id } = options.after
      if (mediaKey !== null || isLinked(options)) return page(filterItems(db, options), createdAt, id, limit).execute()
      if (isUnplanned)
        return scope === 'all'
          ? unplanned.ofAll(db, createdAt, id, limit)
          : unplanned.ofOne(db, createdAt, id, limit, scope)
      if (statusKey === null)
        return scope === 'all' ? pages.ofAll(db, createdAt, id, limit) : pages.ofOne(db, createdAt, id, limit, scope)
      return scope === 'all'
        ? pages.ofStatus(db, createdAt, id, limit, statusKey)
        : pages.ofStatusInOne(db, createdAt, id, limit, statusKey, scope)
    },

    findShown: (ids: readonly string[]) =>
      ids.length === 0
        ? Promise.resolve([])
        : db
            .selectFrom('content_items')
            .select(['id', 'shown', ...LINKS])
            .select(LINK_NAMES)
            .where('id', 'in', ids)
            .execute(),

    /** How many items match, from first to last. With a media type they are counted one by one, in an index. */
    count: async (options: ItemsQuery): Promise<number> => {
      const { scope, statusKey, mediaKey, isUnplanned = false } = options
      const [row] =
        mediaKey === null && !isLinked(options)
          ? await db
              .selectFrom('content_counts')
              .where(within(scope))
              .$if(statusKey !== null, (query) => query.where('status_key', '=', statusKey ?? ''))
              .$if(isUnplanned, (query) => query.where('status_key', 'in', ['draft', 'approved']))
              .select((select) => select.fn.sum<number | null>(isUnplanned ? 'undated' : 'items').as('items'))
              .execute()
          : await filterItems(db, options)
              .select((select) => select.fn.countAll<number>().as('items'))
              .execute()
      return Number(row?.items ?? 0)
    },
  }
}
