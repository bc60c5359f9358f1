/**
 * What people have uploaded to their company, listed with its uses, and deleted where it has none. A deleted upload is hidden at
 * once and forgotten an hour later: a person who put it into a draft at the same moment keeps it.
 */
import { PAGE_ROWS_MAX } from '@tangelo/contract/limits'
import type { AuditLog } from '#features/core/index.ts'
import { maySeeCompany, ownCompany, releaseBlobs, visible } from '#features/core/index.ts'
import { lockCompany } from '#features/identity/index.ts'
import type { Database } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import { cutPage, type PageRequest, readCursor } from '#platform/http/paging.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import { listNeeds, mayDelete, toUpload, uploadInUse } from './media-library.rules.ts'
import { mediaLibraryStore } from './media-library.store.ts'
import { mediaLibraryView } from './media-library.view.ts'

export type MediaLibrary = ReturnType<typeof mediaLibrary>

const PAGE_ROWS = 24
const HIDDEN_MS = 60 * 60_000
const FORGOTTEN_AT_ONCE = 100

export function mediaLibrary({ database, clock, audit }: { database: Database; clock: Clock; audit: AuditLog }) {
  const view = mediaLibraryView(database.queries)

  return {
    /** Throws `not_found` for a company that the viewer does not see. */
    async list(
      viewer: Viewer,
      { companyId: named, cursor, limit = PAGE_ROWS }: PageRequest & { companyId?: number | undefined },
    ) {
      const companyId = named ?? ownCompany(viewer)
      maySeeCompany(viewer, companyId)
      const after = cursor === undefined ? null : readCursor(cursor, 'integer', 'text')
      const found = await view.page({ companyId, after, limit: Math.min(limit, PAGE_ROWS_MAX) + 1 })
      const { page, nextCursor } = cutPage(found, limit, ({ created_at, id }) => [created_at, id])
      const uses = await view.usesOf(
        companyId,
        page.map(({ id }) => id),
        clock.now(),
      )
      return {
        rows: page.map((row) => toUpload(row, uses.get(row.id) ?? [])),
        nextCursor,
        total: after ? null : await view.count(companyId),
      }
    },

    /** Throws `not_found` for an upload of another company, and `upload_in_use` with where it is used. */
    async remove(viewer: Viewer, id: string): Promise<void> {
      await database.transaction(async (tx) => {
        const inside = mediaLibraryView(tx)
        const row = visible(viewer, await inside.find(id))
        if (!row) throw notFound('Upload')
        mayDelete(viewer, row)
        const { company_id: companyId, name } = row
        await lockCompany({ queries: tx, engine: database.engine }, companyId)
        const now = clock.now()
        const uses = listNeeds((await inside.usesOf(companyId, [id], now)).get(id) ?? [])
        if (uses.length > 0) throw uploadInUse(uses)
        await mediaLibraryStore(tx).hide(row, now)
        await audit.record(tx, viewer, { act: 'upload.deleted', object: { kind: 'upload', id, name }, companyId })
      })
    },

    /** Forgets what was deleted an hour ago, and brings back what is used after all. Safe to repeat. */
    async purge(): Promise<void> {
      const now = clock.now()
      for (;;) {
        const hidden = await mediaLibraryStore(database.queries).findHiddenBefore(now - HIDDEN_MS, FORGOTTEN_AT_ONCE)
        for (const row of hidden)
          await database.transaction(async (tx) => {
            const uses = (await mediaLibraryView(tx).usesOf(row.company_id, [row.id], now)).get(row.id) ?? []
            const inside = mediaLibraryStore(tx)
            if (listNeeds(uses).length > 0) return inside.bringBack(row)
            await inside.forget(row)
            return releaseBlobs(tx, [row.hash], now)
          })
        if (hidden.length < FORGOTTEN_AT_ONCE) return
      }
    },
  }
}
