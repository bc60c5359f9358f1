/** What needs attention, and what a user puts off. */
import type { RouteReply } from '@tangelo/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { showFailure, toast } from '#ui/toast.tsx'
import { texts } from './texts.ts'

type Attention = RouteReply<'GET /api/attention'>
export type AttentionItem = Attention['items'][number]

const attentionKey = ['attention'] as const
const EVERY_MS = 120_000

/** In one company, or in all that the user sees. */
export function attentionList(companyId: number | null) {
  return queryOptions({
    queryKey: [...attentionKey, companyId],
    queryFn: ({ signal }) =>
      call('GET /api/attention', { query: companyId === null ? {} : { companyId: String(companyId) } }, { signal }),
    refetchInterval: EVERY_MS,
  })
}

/** Gone at once; back where the server refuses. The toast is here because the cell is gone by then. */
export function usePutOff(companyId: number | null) {
  const client = useQueryClient()
  const bringBack = useBringBack()
  const { queryKey } = attentionList(companyId)
  return useMutation({
    mutationFn: ({ id, number }: AttentionItem) => call('POST /api/attention/later', { body: { id, number } }),
    onMutate: ({ id }) => {
      const before = client.getQueryData(queryKey)
      if (before)
        client.setQueryData(queryKey, {
          items: before.items.filter((item) => item.id !== id),
          later: { ...before.later, count: before.later.count + 1 },
        })
      return { at: before?.items.findIndex((item) => item.id === id) ?? 0 }
    },
    onSuccess: (_, { id }) =>
      toast({
        title: texts.putOff,
        description: texts.putOffDescription,
        action: { label: texts.undo, onAction: () => bringBack.mutate(id) },
      }),
    onError: (error, item, context) => {
      // Into what is listed now: others may have come or gone meanwhile.
      client.setQueryData(queryKey, (now) =>
        now === undefined || now.items.some(({ id }) => id === item.id)
          ? now
          : {
              items: now.items.toSpliced(Math.max(0, context?.at ?? 0), 0, item),
              later: { ...now.later, count: Math.max(0, now.later.count - 1) },
            },
      )
      showFailure(texts.laterFailed, error.message)
    },
    onSettled: () => client.invalidateQueries({ queryKey: attentionKey }),
  })
}

/** One thing, or null for all of them. */
export function useBringBack() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string | null) => call('DELETE /api/attention/later', id === null ? {} : { query: { id } }),
    onError: (error) => showFailure(texts.bringBackFailed, error.message),
    onSettled: () => client.invalidateQueries({ queryKey: attentionKey }),
  })
}
