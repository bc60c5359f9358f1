/** Orders a publication: what goes out now is shown step by step, what is planned is confirmed where the person is. */
import type { ContentItem } from '@tangelo/contract'
import { useNavigate } from '@tanstack/react-router'
import { toast } from '#ui/toast.tsx'
import { usePublish } from '../queries.ts'
import { nameOf, whenText } from '../rules/publication.ts'
import { texts } from '../texts/publish.ts'

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
        onSuccess: ({ id, plannedAt }) => {
          onClose()
          if (!order.at) return show(id)
          toast({
            title: texts.order.planned,
            description: texts.order.plannedFor(nameOf({ post }), whenText(plannedAt, timeZone)),
            action: { label: texts.order.open, onAction: () => show(id) },
          })
        },
      }),
  }
}
