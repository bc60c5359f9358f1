/** All calls about two-factor sign-in. Calls that return a secret are made once and never cached. */
import type { RouteReply } from '@tangelo/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { beginSession, currentSession, endSession } from '#lib/session.ts'
import type { IdentityProof } from '../re-authentication/components/confirm-identity.tsx'

export type Beginning = RouteReply<'POST /api/auth/two-factor'>

export function twoFactorState() {
  return queryOptions({
    queryKey: ['two-factor'],
    queryFn: ({ signal }) => call('GET /api/auth/two-factor', {}, { signal }),
    staleTime: 0,
  })
}

export const beginTwoFactor = (body: IdentityProof): Promise<Beginning> => call('POST /api/auth/two-factor', { body })

/** Answers the recovery codes. */
export async function turnTwoFactorOn(code: string): Promise<readonly string[]> {
  return (await call('PUT /api/auth/two-factor', { body: { code } })).recoveryCodes
}

export async function turnTwoFactorOff(body: IdentityProof): Promise<void> {
  await call('POST /api/auth/two-factor/off', { body })
}

export async function renewRecoveryCodes(body: IdentityProof): Promise<readonly string[]> {
  return (await call('POST /api/auth/two-factor/recovery-codes', { body })).recoveryCodes
}

/** It was due, and is done: the pages open; or the sign-in page, where the session ended while the codes were on the screen. */
export function continueSignedIn(): void {
  const { token, user } = currentSession()
  if (token && user) beginSession(token, user)
  else endSession()
}

/** Of another user; for administrators. */
export function twoFactorOf(userId: number) {
  return queryOptions({
    queryKey: ['two-factor', userId],
    queryFn: ({ signal }) => call('GET /api/users/:userId/two-factor', { params: { userId } }, { signal }),
    staleTime: 0,
  })
}

export function useResetTwoFactor(userId: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call('DELETE /api/users/:userId/two-factor', { params: { userId } }),
    onSettled: () => client.invalidateQueries({ queryKey: twoFactorOf(userId).queryKey }),
  })
}

export function useRequireOfAdmins() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (isRequiredOfAdmins: boolean) =>
      call('PUT /api/auth/two-factor/rule', { body: { isRequiredOfAdmins } }),
    onSettled: () => client.invalidateQueries({ queryKey: twoFactorState().queryKey }),
  })
}
