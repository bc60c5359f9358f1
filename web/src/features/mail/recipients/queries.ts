/** Where the viewer receives mail, and which; and what links in mails do. */
import type { MailRecipient, RouteInput } from '@tangelo/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

export type { MailRecipient } from '@tangelo/contract'

export function ownRecipient() {
  return queryOptions({
    queryKey: ['mail-address'],
    queryFn: ({ signal }) => call('GET /api/mail/address', {}, { signal }),
    staleTime: 0,
  })
}

function useChange<Input>(change: (input: Input) => Promise<MailRecipient>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (recipient) => client.setQueryData(ownRecipient().queryKey, recipient),
  })
}

export const useSetAddress = () =>
  useChange((body: RouteInput<'PUT /api/mail/address'>['body']) => call('PUT /api/mail/address', { body }))

export const useSendConfirmation = () => useChange((_: undefined) => call('POST /api/mail/address/confirmation'))

export const useTryAgain = () => useChange((_: undefined) => call('POST /api/mail/address/retry'))

/** Shown at once, saved one after the other: each sends all kinds that are stopped. As stored again where the server refuses. */
export function useChoose() {
  const client = useQueryClient()
  const { queryKey } = ownRecipient()
  return useMutation({
    mutationKey: queryKey,
    scope: { id: 'mail-preferences' },
    mutationFn: (body: RouteInput<'PUT /api/mail/preferences'>['body']) => call('PUT /api/mail/preferences', { body }),
    onMutate: async (choice) => {
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, (known) => known && { ...known, ...choice })
    },
    onSettled: (saved) => {
      // The answer to an earlier choice knows nothing of a later one.
      if (client.isMutating({ mutationKey: queryKey }) > 1) return
      if (saved) client.setQueryData(queryKey, saved)
      else void client.invalidateQueries({ queryKey })
    },
  })
}

export const confirmAddress = (token: string) => call('POST /api/mail/confirm', { body: { token } })

export const stopMails = (token: string) => call('POST /api/mail/unsubscribe/:token', { params: { token } })
