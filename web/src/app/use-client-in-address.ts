import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { hasClient, readId, rememberClient, useClient } from '#lib/client.ts'

/** Keeps the address and the memory in step while an administrator works. */
export function useClientInAddress(): void {
  const { clientId, choose } = useClient()
  const isMissing = useRouterState({
    select: ({ location }) => hasClient(location.pathname) && readId(location.search.client) === null,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: `choose` is made with each drawing
  useEffect(() => {
    if (clientId === null) return
    if (isMissing) choose(clientId)
    else rememberClient(clientId)
  }, [clientId, isMissing])
}
