import { useRouterState } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { hasClient, readId, rememberClient, useClient } from '#lib/client.ts'

/** Keeps the address and the memory in step while an administrator works. */
export function useClientInAddress(): void {
  const { clientId, choose } = useClient()
  const isMissing = useRouterState({
    select: ({ location }) => hasClient(location.pathname) && readId(location.search.client) === null,
  })
  const nameClient = useEffectEvent(choose)
  useEffect(() => {
    if (clientId === null) return
    if (isMissing) nameClient(clientId)
    else rememberClient(clientId)
  }, [clientId, isMissing])
}
