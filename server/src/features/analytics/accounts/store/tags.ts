import { TAGS_PER_COMPANY_MAX } from '@tangelo/contract/limits'
import { isAmong, listOf } from '#platform/database/among.ts'
import { type Engine, insertNew, type Queries } from '#platform/database/database.ts'
import { updateMany } from '#platform/database/update-many.ts'
import { tooManyTags } from '../accounts.rules.ts'
import type { AccountFilter } from './filter.ts'
import { inScope } from './names.ts'

export function tagsStore(db: Queries, engine: Engine) {
  return {
    /** By company and name. */
    countTags: async (scope: AccountFilter['scope']) =>
      (
        await db
          .selectFrom('account_tags')
          .select((row) => ['company_id', row.fn.min('tag').as('tag'), row.fn.countAll<number>().as('accounts')])
          .where(inScope(scope))
          .groupBy(['company_id', 'tag_key'])
          .orderBy('company_id')
          .orderBy('tag_key')
          .execute()
      ).map(({ company_id, tag, accounts }) => ({ companyId: company_id, name: tag, accounts: Number(accounts) })),

    /** On PostgreSQL no other request tags accounts of these companies, or moves some there, until the transaction ends. */
    holdCompanies: async (companyIds: readonly number[]) => {
      if (engine === 'postgres')
        await db
          .selectFrom('companies')
          .select('id')
          .where('id', 'in', [...companyIds])
          .orderBy('id')
          .forNoKeyUpdate()
          .execute()
    },

    /** On PostgreSQL no other request tags or moves these accounts until the transaction ends. Hold their companies first. */
    hold: (accountIds: readonly number[]) =>
      db
        .selectFrom('accounts')
        .select(['id', 'company_id', 'username', 'tags'])
        .where('id', 'in', [...accountIds])
        .orderBy('id')
        .$if(engine === 'postgres', (query) => query.forNoKeyUpdate())
        .execute(),

    /** How a company spells the tags it has, by name in lower case. */
    spellings: async (companyId: number): Promise<Map<string, string>> => {
      const rows = await db
        .selectFrom('account_tags')
        .select((row) => ['tag_key', row.fn.min('tag').as('tag')])
        .where('company_id', '=', companyId)
        .groupBy('tag_key')
        .execute()
      return new Map(rows.map(({ tag_key, tag }) => [tag_key, tag]))
    },

    /** The tags of an account as the company spells them to which it moves, before it is there. Throws `too_many_tags`. */
    respell: async (accountId: number, from: number, to: number) => {
      const account = await db.selectFrom('accounts').select('tags').where('id', '=', accountId).executeTakeFirst()
      const before: string[] = JSON.parse(account?.tags ?? '[]')
      if (before.length === 0) return
      const { spellings, set } = tagsStore(db, engine)
      const known = await spellings(to)
      const added = before.filter((tag) => !known.has(tag.toLowerCase())).length
      if (added > 0 && known.size + added > TAGS_PER_COMPANY_MAX) throw tooManyTags()
      const tags = new Map(before.map((tag) => [tag.toLowerCase(), known.get(tag.toLowerCase()) ?? tag]))
      await set(from, [{ id: accountId, tags }])
    },

    /** All tags of these accounts, by name in lower case. On PostgreSQL as many statements for 500 accounts as for one. */
    set: async (companyId: number, accounts: readonly { id: number; tags: ReadonlyMap<string, string> }[]) => {
      const rows = accounts.flatMap(({ id, tags }) =>
        [...tags].map(([tag_key, tag]) => ({ company_id: companyId, account_id: id, tag_key, tag })),
      )
      await db
        .deleteFrom('account_tags')
        .where('company_id', '=', companyId)
        .where(isAmong(db, 'account_id', listOf(accounts.map(({ id }) => id))))
        .execute()
      await insertNew({ queries: db, engine }, 'account_tags', rows)
      const shown = null
      await updateMany(
        db,
        'accounts',
        accounts.map(({ id, tags }) => ({ id, tags: JSON.stringify([...tags.values()]), shown })),
      )
    },
  }
}
