/** Accounts by a part of their name, found by trigrams; the company is part of the index (docs/decisions/0052). */
import { PostgresAdapter, type RawBuilder, sql } from 'kysely'
import { contains } from '#platform/database/contains.ts'
import type { Queries } from '#platform/database/database.ts'
import { inOwnCompanies } from '#platform/database/own-companies.ts'
import { asPhrase, hasTrigram } from '#platform/database/trigrams.ts'

const isPostgres = (db: Queries) => db.getExecutor().adapter instanceof PostgresAdapter

type Scope = 'all' | readonly number[]

/** People look for `@NASA` and mean `nasa`. */
export const nameKey = (q: string): string => q.trim().replace(/^@/, '').toLowerCase()

export const inScope = (scope: Scope, column = 'company_id'): RawBuilder<boolean> =>
  scope === 'all' ? inOwnCompanies(column) : sql<boolean>`${sql.ref(column)} in (${sql.join([...scope])})`

/** On SQLite the accounts of a company are a range of the index. */
const within = (scope: Scope) => {
  const [company, ...others] = scope === 'all' ? [] : scope
  if (company === undefined || others.length > 0) return sql``
  return sql` and rowid between (cast(${company} as integer) << 32) and (cast(${company} as integer) << 32) + 4294967295`
}

/** `company_id` and `account_id` of accounts that hold the text, of all companies at least of those in scope. */
function holding(db: Queries, scope: Scope, text: string): RawBuilder<unknown> {
  if (isPostgres(db)) return sql`select company_id, account_id from account_names where ${contains('name_key', text)}`
  if (!hasTrigram(text))
    return sql`select company_id, id as account_id from accounts where ${contains('username_key', text)}`
  return sql`select rowid >> 32 as company_id, rowid & 4294967295 as account_id
    from account_names where account_names match ${asPhrase(text)}${within(scope)}`
}

/** Ids of accounts in scope whose name holds the text. */
export const selectNamedIds = (db: Queries, scope: Scope, text: string): RawBuilder<unknown> =>
  sql`select named.account_id from (${holding(db, scope, text)}) as named where ${inScope(scope, 'named.company_id')}`

/** Their number, or one that is not below `upTo`. */
export async function countNamed(db: Queries, scope: Scope, text: string, upTo?: number): Promise<number> {
  const ids = selectNamedIds(db, scope, text)
  const counted = upTo === undefined ? ids : sql`${ids} limit ${sql.lit(upTo)}`
  const { count } = await db
    .selectFrom(sql`(${counted})`.as('found'))
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
