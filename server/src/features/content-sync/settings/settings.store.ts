/** What is known of each company's table: its columns, the state of the sync, and what the last pull read of each record. */
import type { Updateable } from 'kysely'
import type { Queries } from '#platform/database/database.ts'
import type { Row, Tables } from '#platform/database/schema.ts'

export type TableRow = Row<'content_sync_settings'>

/** A company that names a table. */
export interface Linked {
  companyId: number
  companyName: string
  timeZone: string
  /** The table, as the company names it. */
  wanted: string
  /** What is known of it; null before the first look, and when the company named another one before. */
  row: TableRow | null
}

const STATE = [
  'content_sync_settings.company_id',
  'content_sync_settings.wanted',
  'content_sync_settings.table_id',
  'content_sync_settings.table_name',
  'content_sync_settings.columns',
  'content_sync_settings.chosen',
  'content_sync_settings.guessed',
  'content_sync_settings.records',
  'content_sync_settings.walk',
  'content_sync_settings.changed_until',
  'content_sync_settings.pulled_at',
  'content_sync_settings.walked_at',
  'content_sync_settings.next_pull_at',
  'content_sync_settings.failure_kind',
  'content_sync_settings.failure',
] as const

export function syncSettingsStore(db: Queries) {
  const companies = () =>
    db
      .selectFrom('companies')
      .select(['id', 'name', 'time_zone', 'airtable_table'])
      .where('airtable_table', 'is not', null)
      .where('airtable_table', '!=', '')

  async function withStates(found: Awaited<ReturnType<ReturnType<typeof companies>['execute']>>): Promise<Linked[]> {
    if (found.length === 0) return []
    const rows = await db
      .selectFrom('content_sync_settings')
      .select(STATE)
      .where(
        'company_id',
        'in',
        found.map(({ id }) => id),
      )
      .execute()
    const byCompany = new Map(rows.map((row) => [row.company_id, row]))
    return found.map(({ id, name, time_zone, airtable_table }) => {
      const wanted = airtable_table ?? ''
      const row = byCompany.get(id)
      return { companyId: id, companyName: name, timeZone: time_zone, wanted, row: row?.wanted === wanted ? row : null }
    })
  }

  return {
    /** All companies that name a table, by id. */
    listLinked: async (): Promise<Linked[]> => withStates(await companies().orderBy('id').execute()),

    /** Undefined where the company names no table. */
    link: async (companyId: number): Promise<Linked | undefined> =>
      (await withStates(await companies().where('id', '=', companyId).execute()))[0],

    /** Whether the company was linked to the table that it names now, or to another one, before. */
    rowOf: (companyId: number) =>
      db.selectFrom('content_sync_settings').select(STATE).where('company_id', '=', companyId).executeTakeFirst(),

    /**
     * Begins with a table that the company names; what is known of another one is forgotten, but for its columns: whether it is the
     * same table under another name is seen when it is described.
     */
    async begin(companyId: number, wanted: string, now: number): Promise<void> {
      const fresh = {
        wanted,
        table_id: null,
        table_name: null,
        columns: '[]',
        records: 0,
        changed_until: null,
        pulled_at: null,
        walked_at: null,
        next_pull_at: now,
        failure_kind: null,
        failure: null,
      }
      await db
        .insertInto('content_sync_settings')
        .values({ company_id: companyId, chosen: '{}', guessed: '{}', ...fresh })
        .onConflict((taken) => taken.column('company_id').doUpdateSet(fresh))
        .execute()
      await db.deleteFrom('attachments').where('company_id', '=', companyId).where('image_url', 'is', null).execute()
      await db.deleteFrom('synced_records').where('company_id', '=', companyId).execute()
    },

    /** Whether the company is still linked to this table. The link is locked until the transaction ends. */
    holds: async (companyId: number, wanted: string): Promise<boolean> => {
      const held = await db
        .updateTable('content_sync_settings')
        .set({ wanted })
        .where('company_id', '=', companyId)
        .where('wanted', '=', wanted)
        .executeTakeFirst()
      return held.numUpdatedRows > 0n
    },

    set: (companyId: number, changes: Updateable<Tables['content_sync_settings']>) =>
      db.updateTable('content_sync_settings').set(changes).where('company_id', '=', companyId).execute(),

    /** The name of another company that is synced with the same table already; of several, the first. */
    otherWith: async (tableId: string, companyId: number): Promise<string | null> => {
      const other = await db
        .selectFrom('content_sync_settings')
        .innerJoin('companies', (join) =>
          join
            .onRef('companies.id', '=', 'content_sync_settings.company_id')
            .onRef('companies.airtable_table', '=', 'content_sync_settings.wanted'),
        )
        .select('companies.name')
        .where('table_id', '=', tableId)
        .where('pulled_at', 'is not', null)
        .where('company_id', '!=', companyId)
        .orderBy('company_id')
        .limit(1)
        .executeTakeFirst()
      return other?.name ?? null
    },

    /** Sentences about files of the company that could not be copied. */
    fileProblems: (companyId: number, limit: number) =>
      db
        .selectFrom('attachments')
        .select(['name', 'problem'])
        .where('company_id', '=', companyId)
        .where('problem', 'is not', null)
        .orderBy('file_id')
        .limit(limit)
        .execute(),
  }
}
