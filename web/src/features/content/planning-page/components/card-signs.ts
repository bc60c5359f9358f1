/** A sign that another domain puts on the cards of a list, and the posts that it is asked about. */
import { createContext, type ReactNode } from 'react'

interface Signs {
  readonly signOf: (postId: string) => ReactNode
  readonly onShown: (ids: readonly string[]) => void
}

export const CardSigns = createContext<Signs>({ signOf: () => null, onShown: () => undefined })
