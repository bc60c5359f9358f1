/** What colleagues say about items. It stays here: no synced table has it, and it makes no new version of an item. */
import type { TeamComment } from '@tangelo/contract'
import { TEAM_COMMENTS_MAX } from '@tangelo/contract/limits'
import { type AuditLog, type IdempotencyService, publishEvents, toKeyedRequest, visible } from '#features/core/index.ts'
import { momentToText } from '#platform/calendar.ts'
import type { Database, Queries } from '#platform/database/database.ts'
import { accessDenied, conflict, notFound } from '#platform/errors.ts'
import { truncate } from '#platform/truncate.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import type { ItemRow } from '../items/items.rules.ts'
import { lockItems, visibleItems } from '../items/service/item-writes.ts'
import { type TeamCommentRow, teamCommentsStore } from './team-comments.store.ts'

export type TeamCommentsService = ReturnType<typeof teamCommentsService>

export function teamCommentsService({
  database,
  clock,
  answers,
  audit,
}: {
  database: Database
  clock: Clock
  answers: IdempotencyService
  audit: AuditLog
}) {
  /** Throws `not_found` for an item of another company as for a missing one. */
  async function requireVisibleItem(viewer: Viewer, postId: string): Promise<ItemRow> {
    const item = (await visibleItems(database.queries, viewer, [postId])).get(postId)
    if (!item) throw notFound('Post')
    return item
  }

  /** The item stays locked until the transaction ends, so that its count is right. */
  async function lockItem(tx: Queries, viewer: Viewer, postId: string, what = 'Post'): Promise<ItemRow> {
    const item = (await lockItems({ queries: tx, engine: database.engine }, [postId])).get(postId)
    if (!item || item.is_gone === 1 || !visible(viewer, item)) throw notFound(what)
    return item
  }

  async function setCount(tx: Queries, item: ItemRow, comments: number): Promise<void> {
    await teamCommentsStore(tx).setCount(item.id, comments)
    await publishEvents(tx, [{ companyId: item.company_id, kind: 'content-changed' }], clock.now())
  }

  return {
    async list(viewer: Viewer, postId: string): Promise<TeamComment[]> {
      await requireVisibleItem(viewer, postId)
      const rows = await teamCommentsStore(database.queries).ofItem(postId)
      return rows.map((row) => asTeamComment(viewer, row))
    },

    /** Once for each `Idempotency-Key`. */
    async add(viewer: Viewer, postId: string, text: string, key: unknown): Promise<TeamComment> {
      const { company_id: companyId } = await requireVisibleItem(viewer, postId)
      const question = toKeyedRequest(viewer, companyId, key, { postId, comment: text })
      const { id } = await answers.once<{ id: number }>(question, ({ complete }) =>
        database.transaction(async (tx) => {
          const item = await lockItem(tx, viewer, postId)
          if (item.team_comments >= TEAM_COMMENTS_MAX)
            throw conflict('too_many_comments', `A post has at most ${TEAM_COMMENTS_MAX} comments: delete one first`)
          const row = { company_id: companyId, item_id: postId, user_id: viewer.userId, at: clock.now(), text }
          const id = await teamCommentsStore(tx).add(row)
          await setCount(tx, item, item.team_comments + 1)
          await complete(tx, { id })
          return { id }
        }),
      )
      const row = await teamCommentsStore(database.queries).find(postId, id)
      if (!row) throw notFound('Comment')
      return asTeamComment(viewer, row)
    },

    /** Throws `access_denied` for a comment of another user, unless an administrator asks. */
    remove: (viewer: Viewer, postId: string, commentId: number): Promise<void> =>
      database.transaction(async (tx) => {
        const item = await lockItem(tx, viewer, postId, 'Comment')
        const inside = teamCommentsStore(tx)
        const row = await inside.find(postId, commentId)
        if (!row) throw notFound('Comment')
        if (!mayDelete(viewer, row)) throw accessDenied('Only its author or an administrator can delete a comment')
        if (!(await inside.remove(commentId))) throw notFound('Comment')
        await setCount(tx, item, item.team_comments - 1)
        await audit.record(tx, viewer, {
          act: 'comment.deleted',
          object: { kind: 'post', id: postId, name: truncate(item.caption) },
          companyId: item.company_id,
          details: { by: row.username ?? null },
        })
      }),
  }
}

/** What a client said, in the transaction that has locked the item. An item that is full of comments goes without it. */
export async function addClientComment(
  tx: Queries,
  item: Pick<ItemRow, 'id' | 'company_id' | 'team_comments'>,
  { by, text, at }: { by: string; text: string; at: number },
): Promise<void> {
  if (item.team_comments >= TEAM_COMMENTS_MAX) return
  const store = teamCommentsStore(tx)
  await store.add({ company_id: item.company_id, item_id: item.id, user_id: null, by_name: by, at, text })
  await store.setCount(item.id, item.team_comments + 1)
}

const mayDelete = (viewer: Viewer, { user_id }: TeamCommentRow): boolean =>
  viewer.role === 'admin' || (user_id !== null && user_id === viewer.userId)

const asTeamComment = (viewer: Viewer, row: TeamCommentRow): TeamComment => ({
  id: row.id,
  at: momentToText(row.at),
  by: row.username ?? row.by_name,
  text: row.text,
  isDeletable: mayDelete(viewer, row),
})
