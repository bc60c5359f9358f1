/** Orders a publication or a reminder: one of now is shown step by step, a planned one is confirmed where the person is. */
import type { ContentItem } from '@tangelo/contract'
import { useNavigate } from '@tanstack/react-router'
import { toast } from '#ui/toast.tsx'
import { usePublish } from '../queries.ts'
import { nameOf, whenText } from '../rules/publication.ts'
import { texts } from '../texts/publish.ts'
import { texts as remindTexts } from '../texts/remind.ts'

interface OrderOptions {
  readonly post: ContentItem
  readonly timeZone: string
  readonly onClose: () => void
}

export function useOrder({ post, timeZone, onClose }: OrderOptions) {
  const publish = usePublish()
  const navigate = useNavigate()
  const show = (publicationId: string): void => {
    void navigate({ to: '/planning', search: { publication: publicationId } })
  }
  return {
    isBusy: publish.isPending,
    refusal: publish.error,
    start: (order: Parameters<typeof publish.mutate>[0]): void =>
      publish.mutate(order, {
        onSuccess: ({ id, plannedAt, how }) => {
          onClose()
          if (!order.at) return show(id)
          const words = how === 'remind' ? remindTexts.order : texts.order
          toast({
            title: words.planned,
            description: words.plannedFor(nameOf({ post }), whenText(plannedAt, timeZone)),
            action: { label: texts.order.open, onAction: () => show(id) },
          })
        },
      }),
  }
}
