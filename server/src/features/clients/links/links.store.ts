import { type Insertable, type Selectable, sql } from 'kysely'
import { isAmong, listOf } from '#platform/database/among.ts'
import type { Queries } from '#platform/database/database.ts'
import { inOwnCompanies } from '#platform/database/own-companies.ts'
import type { Tables } from '#platform/database/schema.ts'

export type NewLink = Insertable<Tables['share_links']>

/** With what the company says of it at this moment. */
export interface LinkRow extends Selectable<Tables['share_links']> {
  /** 0 where its object has been deleted, or belongs to another company now. */
  has_target: number
  company_name: string
  time_zone: string
}

interface Filter {
  scope: number | 'all'
  kind: LinkRow['kind'] | undefined
  targetId: number | undefined
}

/** One read whatever the link is: a dead one takes as long as a live one. A request for approval is judged by its page. */
const hasTarget = sql<number>`case share_links.kind
  when 'account' then (select count(*) from accounts where accounts.id = share_links.target_id and accounts.company_id = share_links.company_id)
  when 'group' then (select count(*) from account_groups where account_groups.id = share_links.target_id and account_groups.company_id = share_links.company_id)
  when 'report' then (select count(*) from reports where reports.id = share_links.target_id and reports.company_id = share_links.company_id)
  else 1 end`

export function linksStore(db: Queries) {
  const rows = () =>
    db
      .selectFrom('share_links')
      .innerJoin('companies', 'companies.id', 'share_links.company_id')
      .selectAll('share_links')
      .select([hasTarget.as('has_target'), 'companies.name as company_name', 'companies.time_zone'])

  const selectLinks = ({ scope, kind, targetId }: Filter) =>
    db
      .selectFrom('share_links')
      .where((row) =>
        scope === 'all' ? inOwnCompanies('share_links.company_id') : row('share_links.company_id', '=', scope),
      )
      .$if(kind !== undefined, (query) => query.where('share_links.kind', '=', kind as LinkRow['kind']))
      .$if(targetId !== undefined, (query) => query.where('share_links.target_id', '=', Number(targetId)))

  /** Neither revoked nor expired. */
  const open = (companyId: number, now: number) =>
    db
      .selectFrom('share_links')
      .where('company_id', '=', companyId)
      .where('revoked_at', 'is', null)
      .where((one) => one.or([one('expires_at', 'is', null), one('expires_at', '>', now)]))

  return {
    find: (id: number): Promise<LinkRow | undefined> => rows().where('share_links.id', '=', id).executeTakeFirst(),

    /** By an index, in the store and never from memory: a revoked link is dead on every node at once. */
    ofToken: (tokenHash: string): Promise<LinkRow | undefined> =>
      rows().where('token_hash', '=', tokenHash).executeTakeFirst(),

    /** The latest first. */
    page: (filter: Filter, after: number | null, limit: number): Promise<LinkRow[]> =>
      selectLinks(filter)
        .innerJoin('companies', 'companies.id', 'share_links.company_id')
        .selectAll('share_links')
        .select([hasTarget.as('has_target'), 'companies.name as company_name', 'companies.time_zone'])
        .$if(after !== null, (query) => query.where('share_links.id', '<', Number(after)))
        .orderBy('share_links.id', 'desc')
        .limit(limit)
        .execute(),

    count: async (filter: Filter): Promise<number> => {
      const row = await selectLinks(filter)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirst()
      return Number(row?.count ?? 0)
    },

    countOpen: async (companyId: number, now: number): Promise<number> => {
      const row = await open(companyId, now)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirst()
      return Number(row?.count ?? 0)
    },

    /** Open ones that may name accounts. */
    namingAccounts: (companyId: number, now: number) =>
      open(companyId, now)
        .select(['kind', 'target_id', 'scope'])
        .where('kind', 'in', ['account', 'calendar'])
        .execute(),

    /** Open ones to these groups. */
    countOpenTo: async (companyId: number, groupIds: readonly number[], now: number): Promise<number> => {
      const row = await open(companyId, now)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('kind', '=', 'group')
        .where(isAmong(db, 'target_id', listOf(groupIds)))
        .executeTakeFirst()
      return Number(row?.count ?? 0)
    },

    add: (row: NewLink) => db.insertInto('share_links').values(row).returning('id').executeTakeFirstOrThrow(),

    countOpening: (id: number, now: number) =>
      db
        .updateTable('share_links')
        .set((row) => ({ opened_count: row('opened_count', '+', 1), last_opened_at: now }))
        .where('id', '=', id)
        .execute(),

    /** False where it has been revoked before. Its frozen bytes are named no more. */
    revoke: async (id: number, now: number): Promise<boolean> => {
      const row = await db
        .updateTable('share_links')
        .set({ revoked_at: now, html_hash: null })
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .returning('id')
        .executeTakeFirst()
      return row !== undefined
    },

    /** Links whose object is gone end now, unless they have ended before. */
    endGone: (now: number) =>
      db
        .updateTable('share_links')
        .set({ expires_at: now })
        .where('revoked_at', 'is', null)
        .where((row) => row.or([row('expires_at', 'is', null), row('expires_at', '>', now)]))
        .where(hasTarget, '=', 0)
        .execute(),

    /** Links that ended before, with the bytes that they named. */
    removeEnded: (before: number) =>
      db
        .deleteFrom('share_links')
        .where((row) => row.or([row('revoked_at', '<', before), row('expires_at', '<', before)]))
        .returning('html_hash')
        .execute(),
  }
}
