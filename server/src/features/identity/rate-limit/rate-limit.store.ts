/** The moments of a token's latest requests, one row for each token that has made any. */
import type { Queries } from '#platform/database/database.ts'

export interface Counted {
  moments: number[]
  version: number
}

export function rateLimitStore(db: Queries) {
  return {
    async find(tokenId: string): Promise<Counted | null> {
      const row = await db
        .selectFrom('token_rate_limits')
        .select(['moments', 'version'])
        .where('token_id', '=', tokenId)
        .executeTakeFirst()
      return row ? { moments: JSON.parse(row.moments), version: row.version } : null
    },

    /** False when another node was first: then what was read is old. */
    async begin(tokenId: string, moments: number[]): Promise<boolean> {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('token_rate_limits')
        .values({ token_id: tokenId, moments: JSON.stringify(moments), version: 1 })
        .onConflict((taken) => taken.column('token_id').doNothing())
        .executeTakeFirst()
      return (numInsertedOrUpdatedRows ?? 0n) > 0n
    },

    /** The same, for a row that is there. */
    async replace(tokenId: string, { version }: Counted, moments: number[]): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('token_rate_limits')
        .set({ moments: JSON.stringify(moments), version: version + 1 })
        .where('token_id', '=', tokenId)
        .where('version', '=', version)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
  }
}
