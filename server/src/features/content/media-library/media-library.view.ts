/** Uploads of a company as people look through them, and where they are used. */
import type { UploadUse } from '@tangelo/contract'
import { sql } from 'kysely'
import { contains } from '#platform/database/contains.ts'
import type { Queries } from '#platform/database/database.ts'
import { nameOfUse, type UploadRow } from './media-library.rules.ts'

/** Images and music alike, without those that were deleted. */
const KEPT = sql`(
  select id, company_id, user_id, hash, name, bytes, created_at, 'image' as kind,
    width, height, cast(null as double precision) as seconds
  from uploads where removed_at is null
  union all
  select id, company_id, user_id, hash, name, bytes, created_at, 'music' as kind,
    cast(null as integer) as width, cast(null as integer) as height, seconds
  from music where removed_at is null
) as upload`
/** A logo is in every report of a client: the latest are named. */
const REPORTS_NAMED_MAX = 20
const isLive = sql<boolean>`renders.state in ('waiting', 'running')`

interface PageOptions {
  companyId: number
  after: { value: number; id: string } | null
  limit: number
}

export function mediaLibraryView(db: Queries) {
  return {
    /** The latest first. */
    async page({ companyId, after, limit }: PageOptions): Promise<UploadRow[]> {
      const older = after ? sql`and (upload.created_at, upload.id) < (${after.value}, ${after.id})` : sql``
      const { rows } = await sql<UploadRow>`
        select upload.*, users.username from ${KEPT} left join users on users.id = upload.user_id
        where upload.company_id = ${companyId} ${older}
        order by upload.created_at desc, upload.id desc limit ${limit}`.execute(db)
      return rows
    },

    async count(companyId: number): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from ${KEPT} where upload.company_id = ${companyId}`.execute(db)
      return Number(rows[0]?.count ?? 0)
    },

    async find(id: string): Promise<Omit<UploadRow, 'username'> | undefined> {
      const { rows } = await sql<Omit<UploadRow, 'username'>>`
        select upload.* from ${KEPT} where upload.id = ${id}`.execute(db)
      return rows[0]
    },

    /** By upload. An id is in an address, and addresses are in what uses them. */
    async usesOf(companyId: number, ids: readonly string[], now: number): Promise<Map<string, UploadUse[]>> {
      const uses = new Map<string, UploadUse[]>(ids.map((id) => [id, []]))
      if (ids.length === 0) return uses
      const holds = (...columns: string[]) =>
        sql<boolean>`(${sql.join(
          columns.flatMap((column) => ids.map((id) => contains(column, id))),
          sql` or `,
        )})`
      const found = await Promise.all([
        db
          .selectFrom('content_items')
          .leftJoin('reels', 'reels.item_id', 'content_items.id')
          .select(['content_items.id', 'content_items.caption as name', 'media_key', 'image_url', 'images', 'settings'])
          .where('content_items.company_id', '=', companyId)
          .where('content_items.is_gone', '=', 0)
          .where(holds('image_url', 'images', 'settings'))
          .execute(),
        db
          .selectFrom('renders')
          .innerJoin('content_items', 'content_items.id', 'renders.item_id')
          .select(['renders.item_id as id', 'content_items.caption as name', 'renders.images', 'renders.settings'])
          .where('renders.company_id', '=', companyId)
          .where(isLive)
          .where(holds('renders.images', 'renders.settings'))
          .execute(),
        db
          .selectFrom('prompts')
          .select(['id', 'title as name', 'image_url'])
          // Of any company: an administrator gives prompts of others a picture of his own.
          .where(holds('image_url'))
          .execute(),
        db
          .selectFrom('attachments')
          .select(['record_id as id', 'name', 'image_url'])
          .where('company_id', '=', companyId)
          .where(holds('image_url'))
          .execute(),
        db
          .selectFrom('report_schedules')
          .select(['id', 'content'])
          .where('company_id', '=', companyId)
          .where(holds('content'))
          .execute(),
        db
          .selectFrom('reports')
          .select(['id', 'content'])
          .where('company_id', '=', companyId)
          .where(holds('content'))
          .orderBy('id', 'desc')
          .limit(REPORTS_NAMED_MAX)
          .execute(),
        db
          .selectFrom('share_links')
          .select(['id', 'target_name as name', 'scope'])
          .where('company_id', '=', companyId)
          // A frozen one has the bytes of its logo.
          .where('mode', '=', 'live')
          .where('revoked_at', 'is', null)
          .where((link) => link.or([link('expires_at', 'is', null), link('expires_at', '>', now)]))
          .where(holds('scope'))
          .orderBy('id', 'desc')
          .execute(),
      ])
      const [items, renders, prompts, files, schedules, reports, links] = found
      const note = (kind: UploadUse['kind'], { id, name, ...texts }: { id: string; name: string | null }) => {
        const text = Object.values(texts).join(' ')
        for (const upload of ids) if (text.includes(upload)) uses.get(upload)?.push({ kind, id, name: nameOfUse(name) })
      }
      for (const { media_key, ...item } of items) note(media_key === 'reel' ? 'reel' : 'post', item)
      for (const render of renders) note('render', render)
      for (const prompt of prompts) note('prompt', prompt)
      for (const schedule of schedules) note('schedule', asUse(schedule))
      for (const report of reports) note('report', asUse(report))
      for (const link of links) note('link', { ...link, id: String(link.id) })
      // A record that an item shows is listed as the item.
      const shown = new Set(items.map(({ id }) => id))
      for (const file of files) if (!shown.has(file.id)) note('table', file)
      return uses
    },
  }
}

/** Of a schedule or a report, which keep what they say as JSON. */
const asUse = ({ id, content }: { id: number; content: string }) => ({
  id: String(id),
  name: String(JSON.parse(content).title),
  content,
})
