/** Whether what happens is heard as it happens. */
import { useSyncExternalStore } from 'react'

/** `polling`: the stream is unavailable, so what is shown is refetched at intervals. */
type Live = 'starting' | 'live' | 'polling'

let current: Live = 'starting'
const listeners = new Set<() => void>()

export function setLive(next: Live): void {
  if (next === current) return
  current = next
  for (const listener of listeners) listener()
}

export function useLive(): Live {
  return useSyncExternalStore(subscribe, () => current)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
