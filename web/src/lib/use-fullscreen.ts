/** Whether an element fills the screen, and the way there and back. */
import { useEffect, useState } from 'react'

export function useFullscreen(element: { readonly current: HTMLElement | null }) {
  const [isFull, setFull] = useState(false)
  useEffect(() => {
    const follow = (): void =>
      setFull(document.fullscreenElement !== null && document.fullscreenElement === element.current)
    document.addEventListener('fullscreenchange', follow)
    return () => document.removeEventListener('fullscreenchange', follow)
  }, [element])
  const toggle = (): void => {
    if (document.fullscreenElement) void document.exitFullscreen()
    else element.current?.requestFullscreen().catch(() => undefined)
  }
  return { isFull, toggle }
}
