/** All records of a table, page by page. A walk that the vendor has forgotten begins again. */
import { ContentDatabaseFailure, type ContentTable, type RecordsQuery, type Turn } from '#ports/content-database.ts'
import { isFields } from '../figures-file/fields.ts'
import { AIRTABLE_TITLE, notUnderstood, WalkGone } from './airtable-errors.ts'
import { columnsOf, describeTable, queryFor } from './airtable-query.ts'
import { type NamedColumns, recordsIn } from './airtable-tables.ts'

/** Of a page that failed for a passing cause, after the first. */
const MORE_TRIES = 2
const WALKS_MAX = 4

/** @param ask one call for a page; what it answers as JSON. */
export function airtablePages(
  ask: (table: ContentTable, query: URLSearchParams, signal: AbortSignal) => Promise<unknown>,
) {
  async function page(table: ContentTable, columns: NamedColumns, query: URLSearchParams, signal: AbortSignal) {
    const json = await ask(table, query, signal)
    const records = recordsIn(json, columns)
    if (!records || !isFields(json)) throw notUnderstood(200)
    return { records, offset: typeof json.offset === 'string' && json.offset !== '' ? json.offset : null }
  }

  async function* walk(table: ContentTable, options: RecordsQuery, turn: Turn) {
    const columns = columnsOf(table, options.columnIds)
    const query = queryFor(table, columns, options)
    for (let isFirst = true; ; isFirst = false) {
      const { records, offset } = await patiently(() => turn((signal) => page(table, columns, query, signal)))
      yield { records, isFirst }
      if (offset === null) return
      query.set('offset', offset)
    }
  }

  async function* pages(table: ContentTable, options: RecordsQuery, turn: Turn) {
    for (let walks = 1; ; walks += 1) {
      try {
        return yield* walk(table, options, turn)
      } catch (error) {
        if (!(error instanceof WalkGone)) throw error
        if (walks === WALKS_MAX)
          throw new ContentDatabaseFailure(
            'unavailable',
            `${AIRTABLE_TITLE} lost its place in ${describeTable(table)} ${walks} times. Try again later.`,
          )
      }
    }
  }

  return pages
}

/** Of a limit the caller knows when it is over: the next turn waits, or throws in its place. */
const PASSING: readonly ContentDatabaseFailure['kind'][] = ['unavailable', 'not_understood', 'limited']

/** Retries after a temporary failure. Each try takes a slot of its own, and so stays within the quota. */
async function patiently<Result>(ask: () => Promise<Result>): Promise<Result> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await ask()
    } catch (error) {
      const mayPass = error instanceof ContentDatabaseFailure && PASSING.includes(error.kind)
      if (!mayPass || tries === MORE_TRIES) throw error
    }
  }
}
