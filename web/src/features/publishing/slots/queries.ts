/** When accounts publish: their slots, how late a post may be, and whether they are paused. */
import type { RouteInput } from '@tangelo/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { contentKey, refreshContent } from '#features/content/index.ts'
import { call } from '#lib/api.ts'

export type { PublishingSlots } from '@tangelo/contract'

/** A publication takes a slot, so what refreshes those refreshes these. */
const slotsKey = [...contentKey, 'publishing-slots'] as const

/** Asked for on every visit: the next free slots are over when their time comes. */
export function publishingSlots(accountId: number) {
  return queryOptions({
    queryKey: [...slotsKey, accountId],
    queryFn: ({ signal }) => call('GET /api/accounts/:accountId/publishing', { params: { accountId } }, { signal }),
    staleTime: 0,
  })
}

interface SlotsChange {
  readonly accountId: number
  readonly change: RouteInput<'PUT /api/accounts/:accountId/publishing'>['body']
}

export function useChangeSlots() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ accountId, change }: SlotsChange) =>
      call('PUT /api/accounts/:accountId/publishing', { params: { accountId }, body: change }),
    onSuccess: (slots) => {
      client.setQueryData(publishingSlots(slots.accountId).queryKey, slots)
      void refreshContent(client)
    },
  })
}
