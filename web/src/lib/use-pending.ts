import { useDeferredValue } from 'react'

/**
 * Whether something is still to come, also while it is drawn for the first time: it is then drawn in short steps, between which the
 * page answers. What an answer of the server changes by itself is drawn in one go (docs/decisions/0060).
 */
export function usePending(isPending: boolean): boolean {
  const wasPending = useDeferredValue(isPending)
  return isPending || wasPending
}
