/** Finds the render that a video was made by: see `platform/database/tables/reels.ts`. */
import { sql } from 'kysely'
import type { Migration } from '#platform/database/migrate.ts'

export const rendersByVideo: Migration = {
  name: '0053-renders-by-video',
  file: import.meta.url,
  async up({ queries }) {
    await sql`create index renders_video on renders (video_id) where video_id is not null`.execute(queries)
  },
}
