import type { Queries } from '#platform/database/database.ts'
import type { Row } from '#platform/database/schema.ts'

export type AnswerKey = Pick<Row<'kept_answers'>, 'company_id' | 'user_id' | 'key'>

export function keptAnswersStore(db: Queries) {
  return {
    find: ({ company_id, user_id, key }: AnswerKey) =>
      db
        .selectFrom('kept_answers')
        .select(['asked', 'answer'])
        .where('company_id', '=', company_id)
        .where('user_id', '=', user_id)
        .where('key', '=', key)
        .executeTakeFirst(),

    /** False when the key is taken. */
    async add(row: Row<'kept_answers'>): Promise<boolean> {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('kept_answers')
        .values(row)
        .onConflict((taken) => taken.columns(['company_id', 'user_id', 'key']).doNothing())
        .executeTakeFirst()
      return (numInsertedOrUpdatedRows ?? 0n) > 0n
    },

    set: ({ company_id, user_id, key }: AnswerKey, answer: string) =>
      db
        .updateTable('kept_answers')
        .set({ answer })
        .where('company_id', '=', company_id)
        .where('user_id', '=', user_id)
        .where('key', '=', key)
        .execute(),

    forget: (before: number) => db.deleteFrom('kept_answers').where('at', '<', before).execute(),
  }
}
