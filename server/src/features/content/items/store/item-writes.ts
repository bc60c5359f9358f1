/** Writes content items, their history and their counts. What to write is decided in `service/item-writes.ts`. */
import type { Insertable } from 'kysely'
import { type Engine, insertNew, type Queries } from '#platform/database/database.ts'
import type { Row, Tables } from '#platform/database/schema.ts'
import type { ItemRow, StoredItem } from '../items.rules.ts'
import { COLUMNS, LINK_NAMES } from '../items.store.ts'
import type { CountMove } from '../rules/counts.ts'

/** Columns that are derived from the rest of the row. */
type Derived = Pick<Row<'content_items'>, 'search_text' | 'shown' | 'planned'>

/** A transaction to write in. */
export interface Into {
  queries: Queries
  engine: Engine
}

/**
 * These items, also those that are gone, by id. On PostgreSQL the rows stay locked until the transaction ends, always in the
 * same order, which rules out deadlocks.
 */
export async function lockItems({ queries, engine }: Into, ids: readonly string[]): Promise<Map<string, ItemRow>> {
  if (ids.length === 0) return new Map()
  const rows: ItemRow[] = await queries
    .selectFrom('content_items')
    .select(COLUMNS)
    .select(LINK_NAMES)
    .where('id', 'in', ids)
    .orderBy('id')
    .$if(engine === 'postgres', (query) => query.forUpdate())
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

export function itemWritesStore(into: Into) {
  const { queries } = into
  return {
    /** Answers how many were new: an id that is taken is left alone. */
    insert: (rows: (ItemRow & Derived)[]): Promise<number> =>
      insertNew(
        into,
        'content_items',
        rows.map(({ account_name: _, account_picture: __, assignee_name: ___, ...row }) => row),
      ),

    /**
     * Of these ids those that there are. On PostgreSQL their rows stay until the transaction ends; on SQLite nothing else is
     * written meanwhile.
     */
    existing: async (table: 'accounts' | 'users', ids: readonly number[]): Promise<Set<number>> => {
      if (ids.length === 0) return new Set()
      const rows = await queries
        .selectFrom(table)
        .select('id')
        .where('id', 'in', ids)
        .orderBy('id')
        .$if(into.engine === 'postgres', (query) => query.forKeyShare())
        .execute()
      return new Set(rows.map(({ id }) => id))
    },

    /** Writes only the columns that differ; `derived` is null when no field changed. */
    update: (before: ItemRow, after: ItemRow, derived: Derived | null) =>
      queries
        .updateTable('content_items')
        .set({ ...columnsThatDiffer(before, after), ...derived })
        .where('id', '=', after.id)
        .execute(),

    addHistory: (entries: Insertable<Tables['content_changes']>[]): Promise<number> =>
      insertNew(into, 'content_changes', entries),

    async moveCounts(moves: readonly CountMove[]): Promise<void> {
      if (moves.length === 0) return
      await queries
        .insertInto('content_counts')
        .values(moves)
        .onConflict((taken) =>
          taken.columns(['company_id', 'status_key']).doUpdateSet((row) => ({
            items: row('content_counts.items', '+', row.ref('excluded.items')),
            undated: row('content_counts.undated', '+', row.ref('excluded.undated')),
          })),
        )
        .execute()
    },
  }
}

const columnsThatDiffer = (before: ItemRow, after: ItemRow): Partial<StoredItem> =>
  Object.fromEntries(COLUMNS.flatMap((column) => (after[column] === before[column] ? [] : [[column, after[column]]])))
