/** Every change to drafts. It paints at once and rolls back when it fails; a list that the user has scrolled far into is not refetched as a whole. */
import type { ContentItem, PlannedItem, RouteInput } from '@tangelo/contract'
import { CONTENT_PAGE_POSTS_MAX } from '@tangelo/contract/limits'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { idempotencyKeys } from '#lib/idempotency-keys.ts'
import { storeInCalendars } from '../../items/queries/changed-items.ts'
import { findCachedPost } from '../../items/queries/items.ts'
import { contentKey } from '../../items/queries/overview.ts'
import { refreshContent } from '../../items/queries/refresh.ts'
import { isDraft } from '../../items/rules/items.ts'
import { readCurrentPost } from '../rules/editing.ts'
import { storePosts } from './drafts.ts'

/** A post as it will probably be. Names of accounts and people come with the answer. */
function paint(post: ContentItem, changes: Changes): ContentItem {
  const { version: _, accountId: __, assigneeId: ___, needsApproval, ...fields } = changes
  const status = fields.status ?? post.status
  const asked = needsApproval === undefined ? post.approvalAskedAt : needsApproval ? new Date().toISOString() : null
  return { ...post, ...fields, status, approvalAskedAt: isDraft({ status }) ? asked : null }
}

type Changes = RouteInput<'PUT /api/airtable/posts/:postId'>['body']

interface Update {
  /** The post as it was when the change began: what a failure goes back to. */
  readonly post: ContentItem
  readonly changes: Changes
}

/** Changes one post; it refuses when another user has changed it since, unless `changes` names no version. */
export function useUpdatePost() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ post, changes }: Update) =>
      call('PUT /api/airtable/posts/:postId', { params: { postId: post.id }, body: changes }),
    onMutate: async ({ post, changes }) => {
      await client.cancelQueries({ queryKey: contentKey })
      storePosts(client, [paint(post, changes)])
    },
    onError: (error, { post }) => {
      storePosts(client, [readCurrentPost(error) ?? post])
      void refreshContent(client)
    },
    onSuccess: (post) => {
      storePosts(client, [post])
      void refreshContent(client)
    },
  })
}

interface Plan {
  readonly post: PlannedItem
  readonly publishDate: string | null
}

/** The last move of each item that is on its way. With a table elsewhere an answer takes its time. */
const moves = new Map<string, Promise<ContentItem>>()

/** Waits for the move before it: a second one is based on what that made, not in conflict with it. */
function movePost({ post, publishDate }: Plan): Promise<ContentItem> {
  const earlier = moves.get(post.id)?.catch(() => null)
  const move = Promise.resolve(earlier).then((moved) =>
    call('PUT /api/airtable/posts/:postId', {
      params: { postId: post.id },
      body: { publishDate, version: Math.max(post.version, moved?.version ?? 0) },
    }),
  )
  moves.set(post.id, move)
  const forget = (): void => {
    if (moves.get(post.id) === move) moves.delete(post.id)
  }
  move.then(forget, forget)
  return move
}

/** Gives an item another date. Of one that only calendars know, lists hear when the server has answered. */
export function usePlanPost() {
  const client = useQueryClient()
  const storePost = (post: PlannedItem): void => {
    const { publishDate, version } = post
    const known = findCachedPost(client, post.id)
    if (known) storePosts(client, [{ ...known, publishDate, version }])
    else storeInCalendars(client, post)
  }
  return useMutation({
    mutationFn: movePost,
    onMutate: async ({ post, publishDate }) => {
      await client.cancelQueries({ queryKey: contentKey })
      storePost({ ...post, publishDate })
    },
    onError: (error, { post }) => {
      // It has been moved on meanwhile, and stays there until that is answered.
      if (moves.has(post.id)) return
      const current = readCurrentPost(error)
      if (current) storePosts(client, [current])
      else storePost(post)
      void refreshContent(client)
    },
    onSuccess: (post) => {
      if (moves.has(post.id)) return
      storePosts(client, [post])
      void refreshContent(client)
    },
  })
}

type BulkChanges = Omit<RouteInput<'POST /api/content/posts/status'>['body'], 'posts'>

interface BulkChange extends BulkChanges {
  readonly posts: readonly ContentItem[]
}

interface StatusResult {
  readonly changed: readonly ContentItem[]
  readonly refused: readonly { readonly id: string; readonly message: string }[]
}

/** Gives many posts a status, a date, an account or an assignee in one action. What could not be changed goes back to its place, with a message. */
export function useChangeStatus() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ posts, ...changes }: BulkChange) => changeAll(posts, changes),
    onMutate: async ({ posts, ...changes }) => {
      await client.cancelQueries({ queryKey: contentKey })
      storePosts(
        client,
        posts.map((post) => paint(post, changes)),
      )
    },
    onSuccess: ({ changed, refused }, { posts }) => {
      const isRefused = new Set(refused.map(({ id }) => id))
      storePosts(client, [...changed, ...posts.filter(({ id }) => isRefused.has(id))])
    },
    onError: (_, { posts }) => storePosts(client, posts),
    onSettled: () => {
      void refreshContent(client)
    },
  })
}

/** In as few calls as the server allows. When one fails, what was changed before it stays changed and the rest is reported. */
async function changeAll(posts: readonly ContentItem[], changes: BulkChanges): Promise<StatusResult> {
  const changed: ContentItem[] = []
  const refused: StatusResult['refused'][number][] = []
  for (let first = 0; first < posts.length; first += CONTENT_PAGE_POSTS_MAX) {
    const some = posts.slice(first, first + CONTENT_PAGE_POSTS_MAX)
    try {
      const body = { posts: some.map(({ id, version }) => ({ id, version })), ...changes }
      const answer = await call('POST /api/content/posts/status', { body })
      changed.push(...answer.changed)
      refused.push(...answer.refused)
    } catch (error) {
      if (changed.length === 0) throw error
      const message = error instanceof Error ? error.message : ''
      refused.push(...posts.slice(first).map(({ id }) => ({ id, message })))
      break
    }
  }
  return { changed, refused }
}

const newDraftKeys = idempotencyKeys()

/** Makes a draft by hand, once for the same words until an answer has come. It is first in the list at once. */
export function useCreateDraft() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (body: RouteInput<'POST /api/content/posts'>['body']) => {
      const intention = JSON.stringify(body)
      const post = await call('POST /api/content/posts', { body }, { idempotencyKey: newDraftKeys.keyOf(intention) })
      newDraftKeys.forget(intention)
      return post
    },
    onSuccess: (post) => {
      storePosts(client, [post])
      void refreshContent(client)
    },
  })
}
