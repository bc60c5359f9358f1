/** Where a layer stands beside its anchor, in pixels of the window. Pure. */

export type Side = 'top' | 'bottom'

interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

interface Size {
  readonly width: number
  readonly height: number
}

interface Wanted {
  readonly side?: Side | undefined
  readonly align: 'start' | 'center' | 'end'
}

export interface PopoverPlace {
  readonly left: string
  /** One of them is `auto`: what grows does so away from the anchor. */
  readonly top: string
  readonly bottom: string
  readonly maxHeight: string
}

/** To the anchor. */
const GAP = 8
/** To the edge of the window. */
const MARGIN = 12
const MAX_HEIGHT = 560

/** On the wanted side, or else where there is more room; on the other one when it fits only there. Never beyond the window. */
export function placeBeside(anchor: Box, layer: Size, { side, align }: Wanted, view: Size): PopoverPlace {
  const room = { top: anchor.top - GAP - MARGIN, bottom: view.height - anchor.bottom - GAP - MARGIN }
  const roomier = room.top > room.bottom ? 'top' : 'bottom'
  const at = side === undefined || layer.height > room[side] ? roomier : side
  const lefts = {
    start: anchor.left,
    center: (anchor.left + anchor.right - layer.width) / 2,
    end: anchor.right - layer.width,
  }
  const left = Math.max(MARGIN, Math.min(lefts[align], view.width - MARGIN - layer.width))
  return {
    left: `${Math.round(left)}px`,
    top: at === 'bottom' ? `${Math.round(anchor.bottom + GAP)}px` : 'auto',
    bottom: at === 'top' ? `${Math.round(view.height - anchor.top + GAP)}px` : 'auto',
    maxHeight: `${Math.max(0, Math.min(MAX_HEIGHT, Math.floor(room[at])))}px`,
  }
}
