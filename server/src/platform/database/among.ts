/** Rows of many ids by SQL that is the same however many there are, so that it is compiled once (`prepareQuery`). */
import { PostgresAdapter, type RawBuilder, sql } from 'kysely'
import type { Queries } from './database.ts'

/** The argument that `isAmong` takes. */
export const listOf = (ids: readonly number[]): string => JSON.stringify(ids)

/** True for rows whose integer column is one of those in `list`, as `listOf` makes it. */
export const isAmong = (db: Queries, column: string, list: string): RawBuilder<boolean> =>
  db.getExecutor().adapter instanceof PostgresAdapter
    ? sql<boolean>`${sql.ref(column)} = any(array(select value::int from json_array_elements_text(${list}::json)))`
    : sql<boolean>`${sql.ref(column)} in (select value from json_each(${list}))`
