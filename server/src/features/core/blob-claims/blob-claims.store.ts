import { sql } from 'kysely'
import { BLOB_COLUMNS } from '#platform/database/blob-columns.ts'
import type { Queries } from '#platform/database/database.ts'

export function blobClaimsStore(db: Queries) {
  return {
    /** False while the blob is being removed: nothing was claimed. */
    claim: async (hash: string, until: number, now: number): Promise<boolean> => {
      const row = await db
        .insertInto('blob_claims')
        .values({ hash, until })
        .onConflict((taken) =>
          taken
            .column('hash')
            .doUpdateSet({ until, is_removing: 0 })
            .where((row) => row.or([row('blob_claims.is_removing', '=', 0), row('blob_claims.until', '<', now)])),
        )
        .returning('hash')
        .executeTakeFirst()
      return row !== undefined
    },

    /** Makes the sweep look at a blob, unless a claim that still holds does so later. */
    release: async (hashes: readonly string[], now: number): Promise<void> => {
      for (const hash of hashes)
        await db
          .insertInto('blob_claims')
          .values({ hash, until: now })
          .onConflict((taken) =>
            taken
              .column('hash')
              // Another moment than before, so that a sweep under way looks once more.
              .doUpdateSet({ until: now + 1 })
              .where('blob_claims.until', '<=', now)
              .where('blob_claims.is_removing', '=', 0),
          )
          .execute()
    },

    /** The same for everything that a company brought. */
    releaseCompany: (companyId: number, now: number) =>
      sql`insert into blob_claims (hash, until)
        select hash, cast(${now} as bigint) from (
          select hash from uploads where company_id = ${companyId}
          union select hash from music where company_id = ${companyId}
          union select html_hash as hash from reports where company_id = ${companyId}
          union select csv_hash as hash from reports where company_id = ${companyId}
          union select html_hash as hash from share_links where company_id = ${companyId} and html_hash is not null
          union select media.hash from publication_media as media join publications on publications.id = media.publication_id
            where publications.company_id = ${companyId}
        ) as brought where true
        on conflict (hash) do update set until = ${now + 1}
          where blob_claims.until <= ${now} and blob_claims.is_removing = 0`.execute(db),

    /** Claims that hold no more, and removals that their process did not end. */
    findExpired: (now: number, limit: number) =>
      db
        .selectFrom('blob_claims')
        .select(['hash', 'until', 'is_removing'])
        .where('until', '<=', now)
        .orderBy('until')
        .limit(limit)
        .execute(),

    /** Of these blobs those that some row names. */
    findNamed: async (hashes: readonly string[]): Promise<Set<string>> => {
      if (hashes.length === 0) return new Set()
      const found = await Promise.all(
        BLOB_COLUMNS.map(([table, column]) =>
          sql<{ hash: string }>`select ${sql.ref(column)} as hash from ${sql.table(table)}
            where ${sql.ref(column)} in (${sql.join(hashes)})`.execute(db),
        ),
      )
      const answers = await db
        .selectFrom('raw_responses')
        .select('hash')
        .where(
          'hash',
          'in',
          hashes.map((hash) => Buffer.from(hash, 'hex')),
        )
        .where('kept_since', 'is not', null)
        .execute()
      const ofAnswers = answers.map(({ hash }) => Buffer.from(hash).toString('hex'))
      return new Set([...found.flatMap(({ rows }) => rows.map(({ hash }) => hash)), ...ofAnswers])
    },

    /** Makes the next sweep look at these blobs, also where a claim of before that moment holds. */
    expire: async (hashes: readonly string[], claimedBefore: number, now: number): Promise<void> => {
      for (const hash of hashes)
        await db
          .insertInto('blob_claims')
          .values({ hash, until: now })
          .onConflict((taken) =>
            taken
              .column('hash')
              .doUpdateSet({ until: now })
              .where('blob_claims.until', '<=', claimedBefore)
              .where('blob_claims.is_removing', '=', 0),
          )
          .execute()
    },

    /** Ends a claim that is as it was seen. */
    forget: ({ hash, until }: { hash: string; until: number }) =>
      db.deleteFrom('blob_claims').where('hash', '=', hash).where('until', '=', until).execute(),

    /** False when a writer has claimed the blob since. */
    beginRemoval: async ({ hash, until }: { hash: string; until: number }, leaseUntil: number): Promise<boolean> => {
      const row = await db
        .updateTable('blob_claims')
        .set({ is_removing: 1, until: leaseUntil })
        .where('hash', '=', hash)
        .where('until', '=', until)
        .returning('hash')
        .executeTakeFirst()
      return row !== undefined
    },

    /** Forgets the copies that were made of a picture, and answers their blobs. */
    forgetVariants: async (sourceHash: string): Promise<string[]> => {
      const rows = await db
        .deleteFrom('image_variants')
        .where('source_hash', '=', sourceHash)
        .returning('hash')
        .execute()
      return rows.flatMap(({ hash }) => hash ?? [])
    },
  }
}
