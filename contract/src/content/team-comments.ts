import * as z from 'zod'
import { route } from '../base/route.ts'
import { Done, Moment, PathId, RecordId } from '../base/shared.ts'
import { TEAM_COMMENT_MAX_LENGTH } from './limits.ts'

/** What a colleague says about an item. It stays here: no table and no network takes it. */
export const TeamComment = z.object({
  id: z.int(),
  at: Moment,
  /** Null for a user who is gone. */
  by: z.string().nullable(),
  text: z.string(),
  /** The viewer wrote it, or is an administrator. */
  isDeletable: z.boolean(),
})
export type TeamComment = z.infer<typeof TeamComment>

const params = z.strictObject({ postId: RecordId })

export const teamComments = {
  list: route({
    method: 'GET',
    path: '/api/content/posts/:postId/comments',
    access: 'signedIn',
    summary: 'List what colleagues say about an item, oldest first',
    params,
    reply: z.array(TeamComment),
  }),
  /** Once for an `Idempotency-Key`. 409 `too_many_comments` for an item that has 500. */
  add: route({
    method: 'POST',
    path: '/api/content/posts/:postId/comments',
    access: 'signedIn',
    summary: 'Comment on an item, in plain text',
    params,
    body: z.strictObject({
      text: z
        .string('A comment needs a text')
        .trim()
        .min(1, 'A comment needs a text')
        .max(TEAM_COMMENT_MAX_LENGTH, `A comment has at most ${TEAM_COMMENT_MAX_LENGTH} characters`),
    }),
    takesKey: true,
    reply: TeamComment,
    status: 201,
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/content/posts/:postId/comments/:commentId',
    access: 'signedIn',
    summary: "Delete a comment of one's own; administrators delete any",
    params: params.extend({ commentId: PathId }),
    reply: Done,
  }),
}
