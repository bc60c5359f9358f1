/** Publications as those of their company see them. */
import type { Publication } from '@tangelo/contract'
import { readItems } from '#features/content/index.ts'
import { visible } from '#features/core/index.ts'
import type { Database } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import type { Viewer } from '#platform/viewer.ts'
import { mayPublish } from '../../own-accounts/own-accounts.policy.ts'
import { asPublication } from '../publications.rules.ts'
import { type PublicationRow, publicationsStore } from '../publications.store.ts'

export function seenPublications(database: Database) {
  const store = publicationsStore(database.queries)
  return {
    /** Throws `not_found` for one of another company too. */
    async visibleTo(viewer: Viewer, id: string): Promise<PublicationRow> {
      mayPublish(viewer)
      const row = visible(viewer, await store.find(id))
      if (!row) throw notFound('Publication')
      return row
    },

    /** With its item and its steps. */
    async described(row: PublicationRow): Promise<Publication> {
      const [item] = await readItems(database.queries, [row.item_id])
      return asPublication(row, item, await store.steps(row.id))
    },
  }
}
