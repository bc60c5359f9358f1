import { type ReactNode, useDeferredValue } from 'react'

/** What a layer holds: its frame with the title answers the press, and what takes longer to draw follows after that paint. */
export function Filling({ children }: { readonly children: ReactNode }): ReactNode {
  return useDeferredValue(true, false) ? children : null
}
