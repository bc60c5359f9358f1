/** How mail goes, and what administrators do about it. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

export type { BouncedAddress, MailProblem, MailStatus } from '@tangelo/contract'

const LOOK_EVERY_MS = 10_000

export function mailStatus() {
  return queryOptions({
    queryKey: ['mail-status'],
    queryFn: ({ signal }) => call('GET /api/mail', {}, { signal }),
    staleTime: 0,
    refetchInterval: LOOK_EVERY_MS,
  })
}

function useAct<Input, Answer>(act: (input: Input) => Promise<Answer>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSettled: () => client.invalidateQueries({ queryKey: mailStatus().queryKey }),
  })
}

export const useSendTest = () => useAct((address: string) => call('POST /api/mail/test', { body: { address } }))

export const useRetryMail = () =>
  useAct((mailId: number) => call('POST /api/mail/:mailId/retry', { params: { mailId } }))

export const useRetryAddress = () =>
  useAct((recipientId: number) => call('POST /api/mail/recipients/:recipientId/retry', { params: { recipientId } }))
