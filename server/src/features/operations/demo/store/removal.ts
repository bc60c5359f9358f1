/** What the demo workspace leaves behind when it goes, beside its companies and accounts. */
import { sql } from 'kysely'
import type { Queries } from '#platform/database/database.ts'
import { DRAWN, POST_PICTURE, PROFILE_PICTURE } from '../rules/pictures.ts'

/** Beyond every key that begins with the text. */
const after = (text: string) => text.slice(0, -1) + String.fromCharCode(text.charCodeAt(text.length - 1) + 1)

export function demoRemovalStore(db: Queries) {
  const ofDemo = () => db.selectFrom('companies').select('id').where('is_demo', '=', 1)
  const isDrawn = (begin: string) => sql<boolean>`key >= ${begin} and key < ${after(begin)}`
  const drawnPictures = sql<boolean>`(${isDrawn(POST_PICTURE)}) or (${isDrawn(PROFILE_PICTURE)} and key like ${`%${DRAWN}`})`

  return {
    liveJobs: () =>
      db
        .selectFrom('jobs')
        .select('id')
        .where('company_id', 'in', ofDemo())
        .where('state', 'in', ['waiting', 'running'])
        .execute(),

    /** Hashes of every blob that rows of the demo name. */
    blobs: async (): Promise<string[]> => {
      const [uploads, music, videos, reports, links, pictures] = await Promise.all([
        db.selectFrom('uploads').select('hash').where('company_id', 'in', ofDemo()).execute(),
        db.selectFrom('music').select('hash').where('company_id', 'in', ofDemo()).execute(),
        db.selectFrom('videos').select(['hash', 'cover_hash']).where('company_id', 'in', ofDemo()).execute(),
        db.selectFrom('reports').select(['html_hash', 'csv_hash']).where('company_id', 'in', ofDemo()).execute(),
        db.selectFrom('share_links').select('html_hash').where('company_id', 'in', ofDemo()).execute(),
        db.selectFrom('cached_images').select('hash').where(drawnPictures).execute(),
      ])
      const hashes = [...uploads, ...music, ...videos, ...pictures].map(({ hash }) => hash)
      const covers = videos.map(({ cover_hash }) => cover_hash)
      return [
        ...new Set([
          ...hashes,
          ...covers,
          ...reports.flatMap(({ html_hash, csv_hash }) => [html_hash, csv_hash]),
          ...links.flatMap(({ html_hash }) => html_hash ?? []),
        ]),
      ]
    },

    /** What no company owns by itself: before the companies and their accounts go. */
    removeTraces: async (kind: string) => {
      await db
        .deleteFrom('import_numbers')
        .where('import_id', 'in', db.selectFrom('metrics_imports').select('id').where('company_id', 'in', ofDemo()))
        .execute()
      await db.deleteFrom('videos').where('company_id', 'in', ofDemo()).execute()
      await db
        .deleteFrom('jobs')
        .where((row) => row.or([row('kind', '=', kind), row('company_id', 'in', ofDemo())]))
        .execute()
      // No other event of the installation itself has this kind.
      await db.deleteFrom('events').where('company_id', '=', 0).where('kind', '=', 'activity-changed').execute()
      await db.deleteFrom('cached_images').where(drawnPictures).execute()
    },
  }
}
