/** Answers to what waits for approval: painted at once, with an undo in the toast, rolled back when they fail. */
import type { ContentItem } from '@tangelo/contract'
import { useRef } from 'react'
import { showFailure, toast } from '#ui/toast.tsx'
import { useChangeStatus } from '../../drafts/queries/changes.ts'
import { useAddComment } from '../../team-comments/queries.ts'
import { texts } from '../texts.ts'

interface Answer {
  readonly approve: (posts: readonly ContentItem[]) => void
  /** `comment` says what should change; it may be empty. It is added to what was sent back, and remembered where that failed. */
  readonly sendBack: (posts: readonly ContentItem[], comment: string) => void
  readonly unsentComment: (postId: string) => string
}

type Outcome = Awaited<ReturnType<ReturnType<typeof useChangeStatus>['mutateAsync']>>

function showOutcome(
  { changed, refused }: Outcome,
  describeDone: (count: number) => string,
  undoing: Pick<Parameters<typeof toast>[0], 'action'> = {},
): void {
  const [first] = refused
  if (!first) toast({ title: describeDone(changed.length), ...undoing })
  else {
    const title = texts.approvals.refused(refused.length, changed.length + refused.length)
    toast({ title, description: first.message, tone: 'destructive', ...undoing })
  }
}

export function useAnswer(): Answer {
  const change = useChangeStatus()
  const addComment = useAddComment()
  const unsent = useRef(new Map<string, string>())
  // Promises: the callbacks of `mutate` are dropped when the next post is answered, or the page left, before the answer.
  const onError = (error: Error): void => showFailure(texts.approvals.failedChange, error.message)

  const answer = (
    posts: readonly ContentItem[],
    changes: { readonly status: 'Approved' } | { readonly needsApproval: false },
    describeDone: (count: number) => string,
  ): Promise<readonly ContentItem[]> =>
    change.mutateAsync({ posts, ...changes }).then(
      (outcome) => {
        const action = { label: texts.approvals.undo, onAction: () => undo(outcome.changed) }
        showOutcome(outcome, describeDone, outcome.changed.length > 0 ? { action } : {})
        return outcome.changed
      },
      (error: Error) => {
        onError(error)
        return []
      },
    )
  /** The row is gone by then: what could not be added is added again from the toast. */
  const addTo = (postId: string, text: string, onAdded = (): void => undefined): void =>
    void addComment.mutateAsync({ postId, text }).then(onAdded, ({ message }: Error) =>
      toast({
        title: texts.approvals.commentFailed,
        description: message,
        tone: 'destructive',
        action: {
          label: texts.tryAgain,
          onAction: () => addTo(postId, text, () => toast({ title: texts.approvals.commentAdded })),
        },
      }),
    )
  const undo = (posts: readonly ContentItem[]): void =>
    void change
      .mutateAsync({ posts, status: 'Draft', needsApproval: true })
      .then((outcome) => showOutcome(outcome, texts.approvals.undone), onError)

  return {
    approve: (posts) => void answer(posts, { status: 'Approved' }, texts.approvals.approved),
    sendBack: (posts, comment) => {
      for (const { id } of posts) unsent.current.set(id, comment)
      void answer(posts, { needsApproval: false }, texts.approvals.sentBack).then((changed) => {
        for (const { id } of changed) {
          unsent.current.delete(id)
          if (comment !== '') addTo(id, comment)
        }
      })
    },
    unsentComment: (postId) => unsent.current.get(postId) ?? '',
  }
}
