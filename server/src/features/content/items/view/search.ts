/** Items that hold a text, newest first: found by trigrams, or looked at one after the other (docs/decisions/0052). */
import { setImmediate as breath } from 'node:timers/promises'
import { sql } from 'kysely'
import { contains } from '#platform/database/contains.ts'
import type { Database } from '#platform/database/database.ts'
import { asTrigrams, hasTrigram, hasTrigramOfWord, mayHold } from '#platform/database/trigrams.ts'
import { asItIs, filterItems, type Items, type ItemsQuery, newestFirst, type Place } from '../items.view.ts'

/** Items that a search reads at once; SQLite queries block the event loop. */
const SCANNED_AT_ONCE = 500
/**
 * Items that one request may search: a page can be short, or empty, and still have a next one. The client continues
 * with it.
 */
const SCANNED_MAX = 5_000

/**
 * Items that are found by trigrams and looked at one by one. Where more hold them, a page is soon full of the newest, which are
 * searched in order.
 */
const FOUND_MAX = 1_000

interface Found {
  id: string
  created_at: number
}

/** A whole page goes on after its last item. */
function upToLast(rows: readonly Found[], limit: number): { ids: string[]; end: Place | null } {
  const last = rows.length === limit ? rows.at(-1) : undefined
  return { ids: rows.map(({ id }) => id), end: last ? { createdAt: last.created_at, id: last.id } : null }
}

export function itemSearch({ queries: db, engine }: Pick<Database, 'queries' | 'engine'>) {
  /** The place that many items on; undefined where there are fewer. Read from an index alone. */
  const placeAfter = async (options: ItemsQuery, items: number): Promise<Place | undefined> => {
    const [row] = await newestFirst(filterItems(db, options), options.after.createdAt, options.after.id, 1)
      .offset(items - 1)
      .select(['id', 'created_at'])
      .execute()
    return row && { createdAt: row.created_at, id: row.id }
  }

  /** The first `limit` items up to a place that hold the text, which is in lower case. */
  const holding = (options: ItemsQuery, text: string, upTo: Place | undefined) =>
    newestFirst(
      filterItems(db, options)
        .where(contains('search_text', text))
        .$if(upTo !== undefined, (query) =>
          query.where((row) =>
            row(row.refTuple('created_at', 'id'), '>=', row.tuple(upTo?.createdAt ?? 0, upTo?.id ?? '')),
          ),
        ),
      options.after.createdAt,
      options.after.id,
      options.limit,
    )
      .select(['id', 'created_at'])
      .execute()

  let turn: Promise<unknown> = Promise.resolve()
  /** On SQLite searches take turns, chunk by chunk, and between two chunks all other requests come first. */
  function inTurn<Result>(search: () => Promise<Result>): Promise<Result> {
    if (engine === 'postgres') return search()
    const mine = turn.then(search)
    turn = mine.catch(() => {}).then(() => breath())
    return mine
  }

  /** Found by trigrams; null where they cannot tell, or not soon. */
  async function findByTrigrams(options: ItemsQuery, text: string): Promise<Found[] | null> {
    if (engine === 'postgres') {
      if (!hasTrigramOfWord(text)) return null
      const refine = (items: Items) => (options.refine ?? asItIs)(items).where(mayHold(text))
      return holding({ ...options, refine }, text, undefined)
    }
    if (!hasTrigram(text)) return null
    const numbers = sql`select rowid from content_texts where content_texts match ${asTrigrams(text)}`
    const { items } = await db
      .selectFrom(sql`(${numbers} limit ${sql.lit(FOUND_MAX + 1)})`.as('found'))
      .select((select) => select.fn.countAll<number>().as('items'))
      .executeTakeFirstOrThrow()
    if (items > FOUND_MAX) return null
    const among = sql<string>`select item_id from content_numbers where number in (${numbers})`
    const refine = (items: Items) => (options.refine ?? asItIs)(items).where(sql<boolean>`id in (${among})`)
    return holding({ ...options, refine }, text, undefined)
  }

  async function searchInOrder(options: ItemsQuery, text: string): Promise<{ ids: string[]; end: Place | null }> {
    const ids: string[] = []
    let after = options.after
    for (let looked = 0; looked < SCANNED_MAX; looked += SCANNED_AT_ONCE) {
      const chunk = { ...options, after, limit: options.limit - ids.length }
      const { rows, upTo } = await inTurn(async () => {
        const end = await placeAfter(chunk, SCANNED_AT_ONCE)
        return { rows: await holding(chunk, text, end), upTo: end }
      })
      ids.push(...rows.map(({ id }) => id))
      if (ids.length === options.limit) return { ids, end: upToLast(rows, rows.length).end }
      if (!upTo) return { ids, end: null }
      after = upTo
    }
    return { ids, end: after }
  }

  /**
   * Ids of items that hold the text, which is in lower case, and the place where the search stopped; null at the end. It may
   * find fewer than were requested, or none, and stop all the same.
   */
  return async function search(options: ItemsQuery, text: string): Promise<{ ids: string[]; end: Place | null }> {
    const all = await inTurn(() => findByTrigrams(options, text))
    return all ? upToLast(all, options.limit) : searchInOrder(options, text)
  }
}
