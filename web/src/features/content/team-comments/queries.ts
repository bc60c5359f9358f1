/** What colleagues say about an item. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { idempotencyKeys } from '#lib/idempotency-keys.ts'
import { contentKey } from '../items/queries/overview.ts'

const commentsKey = [...contentKey, 'team-comments'] as const

/** Oldest first. */
export function teamComments(postId: string) {
  return queryOptions({
    queryKey: [...commentsKey, postId],
    queryFn: ({ signal }) => call('GET /api/content/posts/:postId/comments', { params: { postId } }, { signal }),
  })
}

const keys = idempotencyKeys()

/** Comments once for the same words until an answer has come. */
export function useAddComment() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ postId, text }: { readonly postId: string; readonly text: string }) => {
      const intention = JSON.stringify([postId, text])
      const comment = await call(
        'POST /api/content/posts/:postId/comments',
        { params: { postId }, body: { text } },
        { idempotencyKey: keys.keyOf(intention) },
      )
      keys.forget(intention)
      return comment
    },
    onSuccess: (comment, { postId }) => {
      client.setQueryData(teamComments(postId).queryKey, (known) => [...(known ?? []), comment])
    },
    // Not waited for: the next comment can be written meanwhile.
    onSettled: () => void client.invalidateQueries({ queryKey: contentKey }),
  })
}

export function useRemoveComment(postId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (commentId: number) =>
      call('DELETE /api/content/posts/:postId/comments/:commentId', { params: { postId, commentId } }),
    onSuccess: (_, commentId) => {
      client.setQueryData(teamComments(postId).queryKey, (known) => known?.filter(({ id }) => id !== commentId))
    },
    onSettled: () => client.invalidateQueries({ queryKey: contentKey }),
  })
}
