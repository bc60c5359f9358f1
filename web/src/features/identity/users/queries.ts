/** Every question about users and every change to them. */
import type { RouteInput, User } from '@tangelo/contract'
import { USER_SORTS, type UserSort } from '@tangelo/contract/limits'
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, callPage, type Page } from '#lib/api.ts'

export type { User } from '@tangelo/contract'

const PAGE_ROWS = 100

const usersKey = ['users'] as const

export const USER_ORDERS = USER_SORTS

/** The users page by page; those of one company when one is named. Refetched on every visit. */
export function userPages(sort: UserSort, q: string, companyId: number | undefined) {
  return infiniteQueryOptions({
    queryKey: [...usersKey, 'list', { sort, q, companyId }],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) => {
      const query = { limit: PAGE_ROWS, sort, q: q || undefined, companyId, cursor: pageParam ?? undefined }
      return callPage('GET /api/users', { query }, { signal })
    },
    getNextPageParam: (page: Page<User[]>) => page.nextCursor,
    staleTime: 0,
  })
}

export function useCreateUser() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: RouteInput<'POST /api/users'>['body']) => call('POST /api/users', { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: usersKey }),
  })
}

export function useUpdateUser(userId: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: RouteInput<'PUT /api/users/:userId'>['body']) =>
      call('PUT /api/users/:userId', { params: { userId }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: usersKey }),
  })
}

export function useDeleteUser() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (userId: number) => call('DELETE /api/users/:userId', { params: { userId } }),
    onSettled: () => client.invalidateQueries({ queryKey: usersKey }),
  })
}
