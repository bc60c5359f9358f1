/** Links that set a password: asked for, used, sent again. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

/** Whether the server sends such links; answered without a session too. */
export const areLinksOffered = async (signal?: AbortSignal): Promise<boolean> =>
  (await call('GET /api/auth/status', {}, signal ? { signal } : {})).sendsPasswordLinks

export function passwordLinksOffered() {
  return queryOptions({
    queryKey: ['password-links-offered'],
    queryFn: ({ signal }) => areLinksOffered(signal),
    staleTime: 60_000,
  })
}

export const requestLink = (username: string) => call('POST /api/auth/password-reset', { body: { username } })

export const setPasswordWith = (token: string, newPassword: string) =>
  call('POST /api/auth/password-reset/complete', { body: { token, newPassword } })

export function useInvite(userId: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call('POST /api/users/:userId/invitation', { params: { userId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['users'] }),
  })
}
