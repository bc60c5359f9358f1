/** Gives a post another day: painted at once, with an undo in the toast, rolled back when it fails. */
import type { ContentItem, PlannedItem } from '@tangelo/contract'
import { readServerMessage } from '#lib/api.ts'
import { showFailure, toast } from '#ui/toast.tsx'
import { nameOf } from '../../items/rules/items.ts'
import { usePlanPost } from '../queries/changes.ts'
import { dateTimeText } from '../rules/dates.ts'
import { texts } from '../texts/drafts.ts'
import { texts as postTexts } from '../texts/post.ts'

export function usePlan(): (post: PlannedItem, publishDate: string | null, timeZone: string) => void {
  const { mutateAsync } = usePlanPost()
  const onError = (error: Error): void => {
    const description = [postTexts.dialog.failedDescription, readServerMessage(error)].filter(Boolean).join(' ')
    showFailure(postTexts.dialog.failed, description)
  }
  // A promise: the callbacks of `mutate` are dropped when another post is moved, or the page left, before the answer.
  const change = (post: PlannedItem, publishDate: string | null, onSuccess: (changed: ContentItem) => void): void =>
    void mutateAsync({ post, publishDate }).then(onSuccess, onError)

  return (post, publishDate, timeZone) => {
    const showPlannedToast = (changed: ContentItem, action?: { label: string; onAction: () => void }): void => {
      const what = nameOf(changed)
      const description =
        changed.publishDate === null
          ? texts.plan.cleared(what)
          : texts.plan.plannedFor(what, dateTimeText(changed.publishDate, timeZone))
      toast({ title: texts.plan.planned, description, ...(action ? { action } : {}) })
    }
    change(post, publishDate, (changed) =>
      showPlannedToast(changed, {
        label: texts.plan.undo,
        onAction: () => change(changed, post.publishDate, (restored) => showPlannedToast(restored)),
      }),
    )
  }
}
