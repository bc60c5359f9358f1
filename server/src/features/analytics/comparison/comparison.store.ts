import type { Queries } from '#platform/database/database.ts'
import { inOwnCompanies } from '#platform/database/own-companies.ts'

export interface PeerRow {
  id: number
  username: string
  followers: number | null
}

export function comparisonStore(db: Queries) {
  const peers = (companyId: number) =>
    db.selectFrom('accounts').select(['id', 'username', 'followers']).where('company_id', '=', companyId)

  const membersOf = async (companyId: number, groupIds: readonly number[]) => {
    if (groupIds.length === 0) return new Map<number, number[]>()
    const rows = await db
      .selectFrom('account_group_members')
      .innerJoin('accounts', (join) =>
        join
          .onRef('accounts.id', '=', 'account_group_members.account_id')
          // A moved account leaves the groups of its company behind.
          .onRef('accounts.company_id', '=', 'account_group_members.company_id'),
      )
      .select(['account_group_members.group_id as groupId', 'accounts.id as accountId'])
      .where('account_group_members.company_id', '=', companyId)
      .where('account_group_members.group_id', 'in', [...groupIds])
      .orderBy('accounts.id')
      .execute()
    return new Map(
      [...Map.groupBy(rows, ({ groupId }) => groupId)].map(([id, some]) => [
        id,
        some.map(({ accountId }) => accountId),
      ]),
    )
  }

  return {
    membersOf,

    /** Accounts of one category with followers between `least` and `most`: the nearest so many above and below `followers`. */
    similar: async (
      companyId: number,
      category: string | null,
      { followers, least, most, limit }: { followers: number; least: number; most: number; limit: number },
    ): Promise<PeerRow[]> => {
      const ofCategory = peers(companyId)
        .where('category', category === null ? 'is' : '=', category)
        .limit(limit)
      const [above, below] = await Promise.all([
        ofCategory
          .where('sort_followers', '>=', followers)
          .where('sort_followers', '<=', most)
          .orderBy('sort_followers')
          .orderBy('id')
          .execute(),
        ofCategory
          .where('sort_followers', '<', followers)
          .where('sort_followers', '>=', least)
          .orderBy('sort_followers', 'desc')
          .orderBy('id', 'desc')
          .execute(),
      ])
      return [...above, ...below]
    },

    accounts: (companyId: number, ids: readonly number[]): Promise<PeerRow[]> =>
      ids.length === 0
        ? Promise.resolve([])
        : peers(companyId)
            .where('id', 'in', [...ids])
            .orderBy('sort_followers', 'desc')
            .orderBy('id', 'desc')
            .execute(),

    /** The company of these accounts, when all are there and of one. */
    companyOf: async (accountIds: readonly number[]): Promise<number | null> => {
      const rows = await db
        .selectFrom('accounts')
        .select(['id', 'company_id'])
        .where('id', 'in', [...accountIds])
        .execute()
      const companies = new Set(rows.map(({ company_id }) => company_id))
      const [company] = companies
      return rows.length === new Set(accountIds).size && companies.size === 1 && company !== undefined ? company : null
    },

    groups: (scope: number | 'all') =>
      db
        .selectFrom('account_groups')
        .selectAll()
        .where((row) => (scope === 'all' ? inOwnCompanies('company_id') : row('company_id', '=', scope)))
        .orderBy('name_key')
        .orderBy('id')
        .execute(),

    findGroup: (id: number) => db.selectFrom('account_groups').selectAll().where('id', '=', id).executeTakeFirst(),

    addGroup: (row: { company_id: number; name: string; name_key: string; created_at: number }) =>
      db.insertInto('account_groups').values(row).returningAll().executeTakeFirstOrThrow(),

    renameGroup: (id: number, name: string) =>
      db.updateTable('account_groups').set({ name, name_key: name.toLowerCase() }).where('id', '=', id).execute(),

    setMembers: async (group: { company_id: number; id: number }, accountIds: readonly number[]) => {
      await db
        .deleteFrom('account_group_members')
        .where('company_id', '=', group.company_id)
        .where('group_id', '=', group.id)
        .execute()
      if (accountIds.length > 0)
        await db
          .insertInto('account_group_members')
          .values(
            [...new Set(accountIds)].map((accountId) => ({
              company_id: group.company_id,
              group_id: group.id,
              account_id: accountId,
            })),
          )
          .execute()
    },

    removeGroup: (id: number) => db.deleteFrom('account_groups').where('id', '=', id).execute(),
  }
}
