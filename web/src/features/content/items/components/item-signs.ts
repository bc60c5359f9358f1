/** What another domain knows of an item of the calendar: that it is queued, when it goes out, and whether that can be moved. */
import { createContext, type ReactNode } from 'react'

export interface ItemSign {
  /** In the place of the item's own. */
  readonly icon: ReactNode
  readonly text: string
  /** When it goes out: its place, whatever date the item has. */
  readonly at: string
  readonly isMovable: boolean
}

interface Signs {
  readonly signOf: (itemId: string) => ItemSign | undefined
  /** What those signs mean, as further rows of the legend. */
  readonly legend: ReactNode
}

export const ItemSigns = /* @__PURE__ */ createContext<Signs>({ signOf: () => undefined, legend: null })
