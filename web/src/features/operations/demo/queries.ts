/** Whether there is a demo workspace, and how far it is; and the two changes: opening and removing it. */
import type { RouteReply } from '@tangelo/contract'
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call } from '#lib/api.ts'
import { showFailure } from '#ui/toast.tsx'
import { texts } from './texts.ts'

export type Demo = RouteReply<'GET /api/demo'>

/** While it is filled, or its reels are rendered, one looks on. */
const LOOK_EVERY_MS = 1_000

const isUnderWay = ({ state, reels }: Demo): boolean =>
  state === 'filling' || state === 'removing' || (state === 'filled' && reels.done < reels.total)

export const demoKey = ['demo'] as const

/** For administrators only. */
export function demoState() {
  return queryOptions({
    queryKey: demoKey,
    queryFn: ({ signal }) => call('GET /api/demo', {}, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? LOOK_EVERY_MS : false),
  })
}

/** It brings and takes companies, accounts, content and reels: whatever is on the screen looks again. */
const refreshAll = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== demoKey[0] })

/** The demo workspace, where the answer is known. What is on the screen looks again with each part that has come. */
export function useDemo(): Demo | undefined {
  const client = useQueryClient()
  const { data } = useQuery(demoState())
  const part = data && `${data.state} ${data.accounts.done} ${data.reels.done}`
  const before = useRef(part)
  useEffect(() => {
    if (before.current !== undefined && part !== before.current) void refreshAll(client)
    before.current = part
  }, [client, part])
  return data
}

export function useOpenDemo() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call('POST /api/demo'),
    onSuccess: (demo) => client.setQueryData(demoState().queryKey, demo),
    onError: (error) => showFailure(texts.openFailed, error.message),
  })
}

export function useRemoveDemo() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call('DELETE /api/demo'),
    onSuccess: (demo) => {
      client.setQueryData(demoState().queryKey, demo)
      // Not waited for: the button goes with the demo, and with it what its press was to do at the end.
      void refreshAll(client)
    },
    onError: () => client.invalidateQueries({ queryKey: demoState().queryKey }),
  })
}
