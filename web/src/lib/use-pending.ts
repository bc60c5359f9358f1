import { useDeferredValue } from 'react'

/**
 * Whether something is still to come: also while it is drawn for the first time. Drawn like that it takes many short steps, between
 * which the page answers; an answer of the server is drawn in one.
 */
export function usePending(isPending: boolean): boolean {
  const wasPending = useDeferredValue(isPending)
  return isPending || wasPending
}
