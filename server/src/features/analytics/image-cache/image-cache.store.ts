import type { Queries } from '#platform/database/database.ts'

export function imageCacheStore(db: Queries) {
  return {
    accountsNamed: (key: string) =>
      db
        .selectFrom('accounts')
        .leftJoin('latest_posts', (join) =>
          join
            .onRef('latest_posts.company_id', '=', 'accounts.company_id')
            .onRef('latest_posts.account_id', '=', 'accounts.id'),
        )
        .select([
          'accounts.id',
          'accounts.company_id',
          'accounts.source_picture_url as pictureUrl',
          'accounts.picture_hash as pictureHash',
          'accounts.username_key as key',
          'latest_posts.read as posts',
          'latest_posts.shown as shown',
        ])
        .where('accounts.username_key', '=', key)
        .execute(),

    /** Hashes of those that were copied already, by key. */
    findCopied: async (keys: string[]) => {
      if (keys.length === 0) return new Map<string, string>()
      const rows = await db.selectFrom('cached_images').select(['key', 'hash']).where('key', 'in', keys).execute()
      return new Map(rows.map(({ key, hash }) => [key, hash]))
    },

    add: async (pictures: { key: string; hash: string; type: string }[]) => {
      if (pictures.length === 0) return
      await db
        .insertInto('cached_images')
        .values(pictures)
        .onConflict((conflict) =>
          conflict
            .column('key')
            .doUpdateSet((row) => ({ hash: row.ref('excluded.hash'), type: row.ref('excluded.type') })),
        )
        .execute()
    },

    setProfilePicture: (accountId: number, hash: string | null) =>
      db.updateTable('accounts').set({ picture_hash: hash, shown: null }).where('id', '=', accountId).execute(),

    typeOf: async (hash: string) =>
      (await db.selectFrom('cached_images').select('type').where('hash', '=', hash).limit(1).executeTakeFirst())?.type,
  }
}
