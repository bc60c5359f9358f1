import type { AuditAction, AuditGroup } from '@tangelo/contract/audit-actions'
import { contains } from '#platform/database/contains.ts'
import type { Queries } from '#platform/database/database.ts'
import type { EntryRow } from './audit-log.rules.ts'

/** The filter of entries; moments in milliseconds. */
export interface Filter {
  q?: string | undefined
  group?: AuditGroup | undefined
  act?: AuditAction | undefined
  userId?: number | undefined
  companyId?: number | undefined
  from?: number | undefined
  to?: number | undefined
}

export function auditLogStore(db: Queries) {
  const matching = ({ q, group, act, userId, companyId, from, to }: Filter) => {
    let query = db.selectFrom('audit_entries')
    if (q) query = query.where(contains('search_text', q.toLowerCase()))
    if (group) query = query.where('act_group', '=', group)
    if (act) query = query.where('act', '=', act)
    if (userId !== undefined) query = query.where('user_id', '=', userId)
    if (companyId !== undefined) query = query.where('company_id', '=', companyId)
    if (from !== undefined) query = query.where('at', '>=', from)
    if (to !== undefined) query = query.where('at', '<', to)
    return query
  }
  return {
    /** Takes the next number. Locks the counter until this transaction ends. */
    takeNumber: () =>
      db
        .updateTable('audit_head')
        .set((row) => ({ entries: row('entries', '+', 1) }))
        .where('id', '=', 1)
        .returning(['entries as number', 'hash as before'])
        .executeTakeFirstOrThrow(),

    async add(entry: EntryRow): Promise<void> {
      await db.insertInto('audit_entries').values(entry).execute()
      await db.updateTable('audit_head').set({ hash: entry.hash }).where('id', '=', 1).execute()
    },

    head: () => db.selectFrom('audit_head').select(['entries', 'hash']).executeTakeFirstOrThrow(),

    /** The latest first; those before the cursor's. */
    page: ({ filter, before, limit }: { filter: Filter; before: number | null; limit: number }) =>
      matching(filter)
        .leftJoin('companies', 'companies.id', 'audit_entries.company_id')
        .selectAll('audit_entries')
        .select('companies.name as company_name')
        .$if(before !== null, (query) => query.where('number', '<', before ?? 0))
        .orderBy('number', 'desc')
        .limit(limit)
        .execute(),

    async count(filter: Filter): Promise<number> {
      const row = await matching(filter)
        .select((select) => select.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return Number(row.count)
    },

    /** In the order in which they were sealed. */
    listSealed: (after: number, upTo: number, limit: number): Promise<EntryRow[]> =>
      db
        .selectFrom('audit_entries')
        .selectAll()
        .where('number', '>', after)
        .where('number', '<=', upTo)
        .orderBy('number')
        .limit(limit)
        .execute(),
  }
}

export type ShownRow = Awaited<ReturnType<ReturnType<typeof auditLogStore>['page']>>[number]
