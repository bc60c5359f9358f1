/** Which layer of the frame is open over the page: the palette, the list of shortcuts, what is asked before a sign-out, or none. */
import { useSyncExternalStore } from 'react'

export type FrameLayer = 'palette' | 'shortcuts' | 'sign-out'

const listeners = new Set<() => void>()
let open: FrameLayer | null = null

function setLayer(next: FrameLayer | null): void {
  open = next
  for (const listener of listeners) listener()
}

export const openPalette = (): void => setLayer('palette')
export const openShortcuts = (): void => setLayer('shortcuts')
export const askToSignOut = (): void => setLayer('sign-out')
export const closeFrameLayer = (): void => setLayer(null)

const onLayerChange = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useFrameLayer(): FrameLayer | null {
  return useSyncExternalStore(onLayerChange, () => open)
}
