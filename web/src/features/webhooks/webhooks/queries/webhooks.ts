/** Every question about webhooks and what was sent to them, and every change. */
import type { RouteReply, Webhook, WebhookDelivery } from '@tangelo/contract'
import type { DeliveryState } from '@tangelo/contract/limits'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, call, callPage } from '#lib/api.ts'
import { refreshWebhooks, webhooksKey } from './switched-off.ts'

export type { Webhook, WebhookDelivery }
export type NewSecret = RouteReply<'POST /api/webhooks/:userId/secret'>

const PAGE_ROWS = 25
/** Automatic deliveries go on while the list is open. */
const LOOK_AGAIN_MS = 10_000

/** Null for a user without a webhook. */
export function ownWebhook(userId: number) {
  return queryOptions({
    queryKey: [...webhooksKey, 'of', userId],
    queryFn: async ({ signal }) => {
      try {
        return await call('GET /api/webhooks/:userId', { params: { userId } }, { signal })
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }
    },
    staleTime: 0,
  })
}

/** Newest first, page by page; for administrators. */
export function deliveryList(state: DeliveryState | 'all') {
  return infiniteQueryOptions({
    queryKey: [...webhooksKey, 'deliveries', state],
    queryFn: ({ pageParam, signal }) =>
      callPage(
        'GET /api/webhooks/deliveries',
        { query: { limit: PAGE_ROWS, state: state === 'all' ? undefined : state, cursor: pageParam ?? undefined } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    staleTime: 0,
    refetchInterval: LOOK_AGAIN_MS,
  })
}

export function delivery(deliveryId: number) {
  return queryOptions({
    queryKey: [...webhooksKey, 'delivery', deliveryId],
    queryFn: ({ signal }) => call('GET /api/webhooks/deliveries/:deliveryId', { params: { deliveryId } }, { signal }),
    staleTime: 0,
  })
}

/** A change of a webhook or a delivery; afterwards everything about them is refetched. */
function useChange<Reply>(change: (id: number) => Promise<Reply>) {
  const client = useQueryClient()
  return useMutation({ mutationFn: change, onSettled: () => refreshWebhooks(client) })
}

export const useSendTest = () => useChange((userId) => call('POST /api/webhooks/:userId/test', { params: { userId } }))

export const useRenewSecret = () =>
  useChange((userId) => call('POST /api/webhooks/:userId/secret', { params: { userId } }))

export const useSwitchOn = () =>
  useChange((userId) => call('POST /api/webhooks/:userId/switch-on', { params: { userId } }))

export const useResend = () =>
  useChange((deliveryId) => call('POST /api/webhooks/deliveries/:deliveryId/resend', { params: { deliveryId } }))
