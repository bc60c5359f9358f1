/** Every question about requests for approval, and every change to them. */
import type { ApprovalRequest, PostApproval, RouteInput } from '@tangelo/contract'
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { contentKey } from '#features/content/index.ts'
import { call, callPage, type Page } from '#lib/api.ts'
import { idempotencyKeys } from '#lib/idempotency-keys.ts'

export type { ApprovalRequest, PostApproval } from '@tangelo/contract'
export type NewRequest = RouteInput<'POST /api/approvals'>['body']

const PAGE_ROWS = 20
/** Among what shows content: an edit voids an approval, so what refreshes that refreshes this. */
const approvalsKey = [...contentKey, 'approvals'] as const

export function approvalRequests(companyId: number | undefined) {
  return infiniteQueryOptions({
    queryKey: [...approvalsKey, 'list', companyId],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) => {
      const query = { limit: PAGE_ROWS, cursor: pageParam ?? undefined, companyId }
      return callPage('GET /api/approvals', { query }, { signal })
    },
    getNextPageParam: (page: Page<ApprovalRequest[]>) => page.nextCursor,
    staleTime: 0,
  })
}

/** Of up to a page of posts; those that no client was asked about are not in the answer. */
export function postApprovals(ids: readonly string[]) {
  return queryOptions({
    queryKey: [...approvalsKey, 'posts', ids],
    queryFn: ({ signal }): Promise<PostApproval[]> =>
      call('GET /api/approvals/posts', { query: { ids: ids.join(',') } }, { signal }),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

const keys = idempotencyKeys()

/** Once for the same request until an answer has come, which holds the address: it is kept nowhere else. */
export function useSendForApproval() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (body: NewRequest) => {
      const intention = JSON.stringify(body)
      const sent = await call('POST /api/approvals', { body }, { idempotencyKey: keys.keyOf(intention) })
      keys.forget(intention)
      return sent
    },
    gcTime: 0,
    onSuccess: () => client.invalidateQueries({ queryKey: approvalsKey }),
  })
}

export function useWithdrawRequest() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (approvalId: number) => call('DELETE /api/approvals/:approvalId', { params: { approvalId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: approvalsKey }),
  })
}
