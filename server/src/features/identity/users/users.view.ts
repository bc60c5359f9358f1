/** The list of users as the admin panel shows it, in one query per page. */
import type { Role, UserSort } from '@tangelo/contract/limits'
import { contains } from '#platform/database/contains.ts'
import type { Queries } from '#platform/database/database.ts'
import { prepareQuery } from '#platform/database/prepare-query.ts'

interface UsersQuery {
  q?: string | undefined
  companyId?: number | undefined
}

/** Where a page goes on: after the row that these name. */
interface Place {
  role: Role
  name: string
  id: number
}

/** A user with the name of the company. */
export const userRows = (db: Queries) =>
  db
    .selectFrom('users')
    .leftJoin('companies', 'companies.id', 'users.company_id')
    .leftJoin('mail_recipients', 'mail_recipients.user_id', 'users.id')
    .select([
      'users.id',
      'users.username',
      'users.username_key',
      'users.role',
      'users.company_id',
      'companies.name as company_name',
      'users.profile_id',
      'users.default_prompt_id',
      'users.webhook_url',
      'users.created_at',
      'users.invited_at',
      'mail_recipients.address as mail_address',
      'mail_recipients.confirmed_at',
      'mail_recipients.bounced_at',
    ])

const inCompany = (db: Queries, companyId: number | undefined) =>
  userRows(db).$if(companyId !== undefined, (query) => query.where('users.company_id', '=', companyId ?? 0))

function pageOf(query: ReturnType<typeof userRows>, sort: UserSort, after: Place | null, limit: number) {
  const page = query.limit(limit)
  if (sort === 'recent') {
    const ordered = page.orderBy('users.id', 'desc')
    return after ? ordered.where('users.id', '<', after.id) : ordered
  }
  if (sort === 'role') {
    const ordered = page.orderBy('users.role').orderBy('users.username_key')
    return after
      ? ordered.where((row) =>
          row(row.refTuple('users.role', 'users.username_key'), '>', row.tuple(after.role, after.name)),
        )
      : ordered
  }
  const ordered = page.orderBy('users.username_key')
  return after ? ordered.where('users.username_key', '>', after.name) : ordered
}

/** Of each kind: together they stay below a few megabytes. */
const REMEMBERED = { remembered: 16 }

const pages = {
  first: bySort((sort) =>
    prepareQuery((db, limit: number) => pageOf(inCompany(db, undefined), sort, null, limit), REMEMBERED),
  ),
  later: bySort((sort) =>
    prepareQuery(
      (db, limit: number, role: Role, name: string, id: number) =>
        pageOf(inCompany(db, undefined), sort, { role, name, id }, limit),
      REMEMBERED,
    ),
  ),
  firstOfOne: bySort((sort) =>
    prepareQuery(
      (db, limit: number, companyId: number) => pageOf(inCompany(db, companyId), sort, null, limit),
      REMEMBERED,
    ),
  ),
  laterOfOne: bySort((sort) =>
    prepareQuery(
      (db, limit: number, role: Role, name: string, id: number, companyId: number) =>
        pageOf(inCompany(db, companyId), sort, { role, name, id }, limit),
      REMEMBERED,
    ),
  ),
}

/** In this order, rows after the one named. */
export function userPage(
  db: Queries,
  { q, companyId, sort, after, limit }: UsersQuery & { sort: UserSort; after: Place | null; limit: number },
) {
  if (q) {
    const found = inCompany(db, companyId).where(contains('users.username_key', q.toLowerCase()))
    return pageOf(found, sort, after, limit).execute()
  }
  if (companyId === undefined)
    return after ? pages.later[sort](db, limit, after.role, after.name, after.id) : pages.first[sort](db, limit)
  return after
    ? pages.laterOfOne[sort](db, limit, after.role, after.name, after.id, companyId)
    : pages.firstOfOne[sort](db, limit, companyId)
}

const countOf = (db: Queries) => db.selectFrom('users').select((select) => select.fn.countAll<number>().as('count'))
const countOfAll = prepareQuery((db) => countOf(db), { remembered: 1 })
const countOfOne = prepareQuery((db, companyId: number) => countOf(db).where('company_id', '=', companyId), {
  remembered: 100,
})

/** How many users the whole list has. */
export async function countUsers(db: Queries, { q, companyId }: UsersQuery): Promise<number> {
  const [row] = q
    ? await countOf(db)
        .where(contains('username_key', q.toLowerCase()))
        .$if(companyId !== undefined, (query) => query.where('company_id', '=', companyId ?? 0))
        .execute()
    : await (companyId === undefined ? countOfAll(db) : countOfOne(db, companyId))
  return Number(row?.count)
}

/** Each order is a query of its own. */
function bySort<Query>(make: (sort: UserSort) => Query): Record<UserSort, Query> {
  return { name: make('name'), role: make('role'), recent: make('recent') }
}
