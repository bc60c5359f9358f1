import type { Queries } from '#platform/database/database.ts'

export function jobsStore(db: Queries) {
  return {
    async companyNames(ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
      if (ids.length === 0) return new Map()
      const rows = await db.selectFrom('companies').select(['id', 'name']).where('id', 'in', ids).execute()
      return new Map(rows.map(({ id, name }) => [id, name]))
    },
  }
}
