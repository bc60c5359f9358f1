/** Videos in carousels, which may be uploaded: see `platform/database/tables/publications.ts`. */
import { sql } from 'kysely'
import type { Migration } from '#platform/database/migrate.ts'

export const carouselVideos: Migration = {
  name: '0046-carousel-videos',
  file: import.meta.url,
  async up({ queries }) {
    await sql`alter table publication_media add column upload_url text`.execute(queries)
  },
}
