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
import { toCopyOf } from '../rules/to-copy.ts'

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

    /** With its item and its steps, and what a person copies who posts it by hand. */
    async describePublication(row: PublicationRow): Promise<Publication> {
      const [item] = await readItems(database.queries, [row.item_id])
      const shown = asPublication(row, item, await store.steps(row.id))
      const isToPost = row.how === 'remind' && row.ended_at === null && row.state === 'planned' && shown.post !== null
      return isToPost && item ? Object.assign(shown, { toCopy: toCopyOf(row, item) }) : shown
    },
  }
}
