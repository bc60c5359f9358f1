import { sql } from 'kysely'
import { isAmong, listOf } from '#platform/database/among.ts'
import type { Queries } from '#platform/database/database.ts'
import { inOwnCompanies } from '#platform/database/own-companies.ts'
import { prepareQuery } from '#platform/database/prepare-query.ts'

export interface PeerRow {
  id: number
  username: string
  followers: number | null
}

/** Null where no post is known. */
interface KnownPosts {
  firstAt: number | null
  seenAt: number | null
}

const peersOf = (db: Queries, companyId: number) =>
  db
    .selectFrom('accounts')
    .select(['accounts.id', 'accounts.username', 'accounts.followers'])
    .where('accounts.company_id', '=', companyId)

/** No category is the empty one. */
const ofCategory = (db: Queries, companyId: number, category: string) =>
  peersOf(db, companyId).where(sql`coalesce(category, '')`, '=', category)

const fromBelow = prepareQuery(
  (db, companyId: number, category: string, followers: number, most: number, limit: number) =>
    ofCategory(db, companyId, category)
      .where('sort_followers', '>=', followers)
      .where('sort_followers', '<=', most)
      .orderBy('sort_followers')
      .orderBy('id')
      .limit(limit),
)

const fromAbove = prepareQuery(
  (db, companyId: number, category: string, followers: number, least: number, limit: number) =>
    ofCategory(db, companyId, category)
      .where('sort_followers', '<', followers)
      .where('sort_followers', '>=', least)
      .orderBy('sort_followers', 'desc')
      .orderBy('id', 'desc')
      .limit(limit),
)

const members = prepareQuery((db, companyId: number, groupId: number) =>
  peersOf(db, companyId)
    .innerJoin('account_group_members', 'account_group_members.account_id', 'accounts.id')
    .where('account_group_members.company_id', '=', companyId)
    .where('account_group_members.group_id', '=', groupId)
    .orderBy('sort_followers', 'desc')
    .orderBy('accounts.id', 'desc'),
)

const knownPosts = prepareQuery((db, companyId: number, accounts: string) =>
  db
    .selectFrom('accounts')
    .select((account) => {
      const posts = account
        .selectFrom('posts')
        .where('posts.company_id', '=', companyId)
        .whereRef('posts.account_id', '=', 'accounts.id')
        .where('posts.posted_at', 'is not', null)
        .limit(1)
      return [
        'accounts.id',
        posts.select('posts.posted_at').where('posts.is_pinned', '=', 0).orderBy('posts.posted_at').as('postedAt'),
        posts
          .select('posts.last_seen_at')
          .where('posts.gone_at', 'is', null)
          .orderBy('posts.posted_at', 'desc')
          .as('seenAt'),
      ]
    })
    .where('accounts.company_id', '=', companyId)
    .where(isAmong(db, 'accounts.id', accounts)),
)

export function comparisonStore(db: Queries) {
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
      const [above, below] = await Promise.all([
        fromBelow(db, companyId, category ?? '', followers, most, limit),
        fromAbove(db, companyId, category ?? '', followers, least, limit),
      ])
      return [...above, ...below]
    },

    /** When the oldest post was posted that is known of each of these accounts and not pinned, and when the newest was seen last. */
    readKnownPosts: async (companyId: number, accountIds: readonly number[]): Promise<Map<number, KnownPosts>> => {
      const moment = (at: number | null) => (at === null ? null : Number(at))
      const rows = await knownPosts(db, companyId, listOf(accountIds))
      return new Map(
        rows.map(({ id, postedAt, seenAt }) => [id, { firstAt: moment(postedAt), seenAt: moment(seenAt) }]),
      )
    },

    /** The members of a group, the largest first. */
    members: (companyId: number, groupId: number): Promise<PeerRow[]> => members(db, companyId, groupId),

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

    /** Held by an idle update until the transaction ends: of two changes at once the second sees the first. False where it is gone. */
    holdGroup: async (id: number): Promise<boolean> => {
      const { numUpdatedRows } = await db
        .updateTable('account_groups')
        .set({ id })
        .where('id', '=', id)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

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

    /** Groups that hold some of these accounts of their company. */
    holding: async (companyId: number, accountIds: readonly number[]): Promise<number[]> => {
      const rows = await db
        .selectFrom('account_group_members')
        .select('group_id')
        .distinct()
        .where('company_id', '=', companyId)
        .where(isAmong(db, 'account_id', listOf(accountIds)))
        .execute()
      return rows.map(({ group_id }) => group_id)
    },

    removeGroup: (id: number) => db.deleteFrom('account_groups').where('id', '=', id).execute(),
  }
}
