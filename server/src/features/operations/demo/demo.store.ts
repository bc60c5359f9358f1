import { sql, type Updateable } from 'kysely'
import type { Queries } from '#platform/database/database.ts'
import { inOwnCompanies } from '#platform/database/own-companies.ts'
import type { Tables } from '#platform/database/schema.ts'
import { type DemoClient, USERNAME_BEGINNING } from './rules/clients.ts'

type Workspace = Tables['demo_workspace']

export function demoStore(db: Queries) {
  const ofDemo = () => db.selectFrom('companies').select('id').where('is_demo', '=', 1)

  return {
    find: () => db.selectFrom('demo_workspace').selectAll().where('id', '=', 1).executeTakeFirst(),

    /** Whether the job of this kind waits or runs, in the same statement: the two change in one transaction. */
    findWithJob: (kind: string) =>
      db
        .selectFrom('demo_workspace')
        .selectAll()
        .select((row) =>
          row
            .exists(
              row
                .selectFrom('jobs')
                .select('jobs.id')
                .where(sql<boolean>`jobs.state in ('waiting', 'running')`)
                .where('kind', '=', kind),
            )
            .as('is_under_way'),
        )
        .where('demo_workspace.id', '=', 1)
        .executeTakeFirst(),

    /** False where there is one already. */
    begin: async (day: number, now: number): Promise<boolean> => {
      const row = await db
        .insertInto('demo_workspace')
        .values({ id: 1, state: 'filling', day, begun_at: now })
        .onConflict((taken) => taken.column('id').doNothing())
        .returning('id')
        .executeTakeFirst()
      return row !== undefined
    },

    /** Changes it where it is in one of these states; answers whether it was. */
    change: async (from: readonly Workspace['state'][], changes: Updateable<Workspace>): Promise<boolean> => {
      const { numUpdatedRows } = await db
        .updateTable('demo_workspace')
        .set(changes)
        .where('id', '=', 1)
        .where('state', 'in', [...from])
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    countOne: (what: 'drafts' | 'reels') =>
      db
        .updateTable('demo_workspace')
        .set((row) => ({ [what]: row(what, '+', 1) }))
        .where('state', '=', 'filling')
        .executeTakeFirst(),

    end: () => db.deleteFrom('demo_workspace').where('id', '=', 1).execute(),

    /** In the order in which they were made. */
    companies: () =>
      db.selectFrom('companies').select(['id', 'name', 'website']).where('is_demo', '=', 1).orderBy('id').execute(),

    /** "All companies" are those of the demo. */
    isAlone: async () => (await ofDemo().where(inOwnCompanies('id')).limit(1).executeTakeFirst()) !== undefined,

    isNameTaken: async (name: string) =>
      (await db.selectFrom('companies').select('id').where('name_key', '=', name.toLowerCase()).executeTakeFirst()) !==
      undefined,

    addCompany: async (name: string, { website, timeZone }: DemoClient, now: number) => {
      const { id } = await db
        .insertInto('companies')
        .values({ name, name_key: name.toLowerCase(), website, time_zone: timeZone, created_at: now, is_demo: 1 })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },

    addAccounts: (
      rows: {
        company_id: number
        username: string
        category: string
        picture_hash: string | null
        created_at: number
      }[],
    ) =>
      db
        .insertInto('accounts')
        .values(rows.map((row) => ({ ...row, username_key: row.username, is_followed: 1 as const })))
        .execute(),

    accountsOf: (companyId: number) =>
      db
        .selectFrom('accounts')
        .select(['id', 'company_id', 'username'])
        .where('company_id', '=', companyId)
        .orderBy('id')
        .execute(),

    /** Leaves alone who has the name already. */
    addUser: (row: { company_id: number; username: string; password_hash: string; created_at: number }) =>
      db
        .insertInto('users')
        .values({ ...row, username_key: row.username, role: 'basic', must_change_password: 1 })
        .onConflict((taken) => taken.column('username_key').doNothing())
        .execute(),

    /** The first user of a company. */
    colleagueOf: (companyId: number) =>
      db
        .selectFrom('users')
        .select(['id', 'username'])
        .where('company_id', '=', companyId)
        .where('username', 'like', `${USERNAME_BEGINNING}%`)
        .orderBy('id')
        .limit(1)
        .executeTakeFirst(),

    /** Users of its companies, and whether they were made with it. */
    users: async (begunAt: number) => {
      const rows = await db
        .selectFrom('users')
        .select(['id', 'username', 'created_at', 'company_id'])
        .where('company_id', 'in', ofDemo())
        .orderBy('username_key')
        .execute()
      const isOwn = (row: (typeof rows)[number]) =>
        row.created_at === begunAt && row.username.startsWith(USERNAME_BEGINNING)
      return { own: rows.filter(isOwn), others: rows.filter((row) => !isOwn(row)) }
    },

    removeUsers: async (ids: readonly number[]) => {
      if (ids.length > 0)
        await db
          .deleteFrom('users')
          .where('id', 'in', [...ids])
          .execute()
    },

    addPictures: (rows: { key: string; hash: string; type: string }[]) =>
      db
        .insertInto('cached_images')
        .values(rows)
        .onConflict((taken) => taken.column('key').doNothing())
        .execute(),

    /** Reels of a company that have never been rendered. */
    findUnrendered: (companyId: number) =>
      db
        .selectFrom('reels')
        .select(['item_id', 'settings'])
        .where('company_id', '=', companyId)
        .where('render_id', 'is', null)
        .orderBy('item_id')
        .execute(),

    hasCredits: async (companyId: number) =>
      (await db
        .selectFrom('credit_entries')
        .select('reason')
        .where('company_id', '=', companyId)
        .limit(1)
        .executeTakeFirst()) !== undefined,

    hasReport: async (companyId: number) =>
      (await db.selectFrom('reports').select('id').where('company_id', '=', companyId).limit(1).executeTakeFirst()) !==
      undefined,

    countVideos: async () => {
      const row = await db
        .selectFrom('videos')
        .select((select) => select.fn.countAll<number>().as('count'))
        .where('company_id', 'in', ofDemo())
        .where('replaced_at', 'is', null)
        .executeTakeFirst()
      return Number(row?.count ?? 0)
    },
  }
}
