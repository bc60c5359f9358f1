/** What may change in a draft: one at a time with everything that was touched, or many with one status. */
import type { DraftPost } from '@tangelo/contract'
import type { ContentStatus } from '@tangelo/contract/limits'
import type { Database } from '#platform/database/database.ts'
import { conflict, Failure, notFound } from '#platform/errors.ts'
import type { Page } from '#platform/http/paging.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import { asDraftPost, changesAnything, type ItemChange, type ItemRow } from '../items/items.rules.ts'
import { type ItemsService, noTables, type WriteThrough } from '../items/items.service.ts'
import { authorOf, type ItemWrite, lockItems, writeItems } from '../items/service/item-writes.ts'

export type DraftsService = ReturnType<typeof draftsService>

/** An item at the version that the client has; without one, at its present version. */
interface Seen {
  id: string
  version?: number | undefined
}

interface Outcome {
  changed: ItemRow[]
  refused: { id: string; failure: Failure }[]
}

export function draftsService({
  database,
  clock,
  content,
  writeThrough = noTables,
}: {
  database: Database
  clock: Clock
  content: Pick<ItemsService, 'list' | 'itemsOf'>
  writeThrough?: WriteThrough
}) {
  /**
   * Changes the items that can be changed, in one transaction, and gives a reason for each of the others. A value that
   * a table has accepted is stored whatever happened here meanwhile: both sides must agree.
   */
  async function changeAll(viewer: Viewer, wanted: readonly Seen[], change: ItemChange): Promise<Outcome> {
    const seen = await content.itemsOf(
      viewer,
      wanted.map(({ id }) => id),
    )
    const due = wanted.flatMap(({ id, version }) => {
      const row = seen.get(id)
      return row && changesAnything(row, change) && !refusal(row, version) ? [row] : []
    })
    const written = due.length > 0 ? await writeThrough.change(due, change) : new Map<string, never>()
    const now = clock.now()
    return database.transaction(async (tx) => {
      const into = { queries: tx, engine: database.engine }
      const rows = await lockItems(into, [...seen.keys()])
      const writes: ItemWrite[] = []
      const refused: Outcome['refused'] = []
      for (const { id, version } of wanted) {
        const row = rows.get(id)
        const accepted = written.get(id)
        if (accepted instanceof Failure) refused.push({ id, failure: accepted })
        else if (!row || row.is_gone === 1) refused.push({ id, failure: notFound('Post') })
        else {
          const failure = accepted || !changesAnything(row, change) ? null : refusal(row, version)
          if (failure) refused.push({ id, failure })
          else
            writes.push({
              before: row,
              change,
              at: now,
              tableChangedAt: accepted?.tableChangedAt,
              conflicts: accepted?.conflicts ?? [],
            })
        }
      }
      return { changed: await writeItems(into, writes, authorOf(viewer), now), refused }
    })
  }

  return {
    /** D20: what has the status Draft, newest first. */
    list: (viewer: Viewer, wish: Omit<Parameters<ItemsService['list']>[1], 'status'>): Promise<Page<string>> =>
      content.list(viewer, { ...wish, status: 'Draft' }),

    /**
     * Absent fields stay, null clears, empty is a value. Throws `changed_meanwhile` with the post as it is now when the
     * version is outdated, unless the post already has the requested values: then nothing is written.
     */
    async update(
      viewer: Viewer,
      id: string,
      { version, ...change }: ItemChange & { version?: number | undefined },
    ): Promise<DraftPost> {
      const {
        changed: [row],
        refused: [refused],
      } = await changeAll(viewer, [{ id, version }], change)
      if (!row) throw refused?.failure ?? notFound('Post')
      return asDraftPost(row)
    },

    /** An item that is named twice is changed once. */
    async updateMany(viewer: Viewer, { posts, status }: { posts: readonly Seen[]; status: ContentStatus }) {
      const once = [...new Map(posts.toReversed().map((post) => [post.id, post])).values()].toReversed()
      const { changed, refused } = await changeAll(viewer, once, { status })
      return {
        changed: changed.map(asDraftPost),
        refused: refused.map(({ id, failure }) => ({ id, error: failure.code, message: failure.message })),
      }
    },
  }
}

function refusal(row: ItemRow, version: number | undefined): Failure | null {
  if (version === undefined || version === row.version) return null
  return conflict(
    'changed_meanwhile',
    `This post has been changed meanwhile: you have version ${version}, it is at version ${row.version} now`,
    { current: asDraftPost(row) },
  )
}
