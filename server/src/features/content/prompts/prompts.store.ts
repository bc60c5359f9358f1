/** Prompts, and who has which for a default: rows in and out. */
import type { Insertable } from 'kysely'
import type { Engine, Queries } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/schema.ts'

/** Prompts, each with its company. */
export const promptsOf = (db: Queries) =>
  db.selectFrom('prompts').innerJoin('companies', 'companies.id', 'prompts.company_id')

/** A prompt with the name of its company, and which is the default there. */
export const WHOLE = [
  'prompts.id',
  'prompts.company_id',
  'companies.name as company_name',
  'companies.default_prompt_id as company_default_id',
  'prompts.title',
  'prompts.prompt',
  'prompts.image_url',
  'prompts.created_at',
] as const

const promptRows = (db: Queries) => promptsOf(db).select(WHOLE)

export type PromptRow = NonNullable<Awaited<ReturnType<ReturnType<typeof promptsStore>['find']>>>

export function promptsStore(db: Queries) {
  return {
    find: (id: string) => promptRows(db).where('prompts.id', '=', id).executeTakeFirst(),

    /** As `find`, with a lock until this transaction ends. Read after the lock is taken. */
    hold: async (id: string, engine: Engine) => {
      if (engine === 'postgres') await db.selectFrom('prompts').select('id').where('id', '=', id).forUpdate().execute()
      return promptsStore(db).find(id)
    },

    add: (row: Insertable<Tables['prompts']>) => db.insertInto('prompts').values(row).execute(),

    change: (id: string, changes: Pick<Insertable<Tables['prompts']>, 'title' | 'prompt' | 'search_text'>) =>
      db.updateTable('prompts').set(changes).where('id', '=', id).execute(),

    /** With every choice of it. */
    remove: async (id: string) => {
      for (const table of ['users', 'companies'] as const)
        await db.updateTable(table).set({ default_prompt_id: null }).where('default_prompt_id', '=', id).execute()
      await db.deleteFrom('prompts').where('id', '=', id).execute()
    },

    /** Null also where what was chosen is not there any more. */
    ownDefault: async (userId: number) => {
      const chosen = await db
        .selectFrom('users')
        .innerJoin('prompts', 'prompts.id', 'users.default_prompt_id')
        .select('prompts.id')
        .where('users.id', '=', userId)
        .executeTakeFirst()
      return chosen?.id ?? null
    },

    /** Of a user, or of a company. */
    setDefault: (table: 'users' | 'companies', id: number, promptId: string | null) =>
      db.updateTable(table).set({ default_prompt_id: promptId }).where('id', '=', id).execute(),

    /** What is chosen of these two, if it is still there: the first goes before the second. */
    defaultOf: async (userId: number | null, companyId: number) => {
      const own = userId === null ? null : await promptsStore(db).ownDefault(userId)
      const prompt = own === null ? undefined : await promptsStore(db).find(own)
      return (
        prompt ??
        (await promptRows(db)
          .where('companies.id', '=', companyId)
          .whereRef('prompts.id', '=', 'companies.default_prompt_id')
          .executeTakeFirst())
      )
    },
  }
}
