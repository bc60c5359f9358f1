import { useRef } from 'react'

/**
 * Gives the focus back to what had it when a layer opened. Radix does so only for a trigger of its own, and our layers are
 * opened from anywhere. A user who has moved to another page keeps the focus there.
 */
export function useReturnFocus(): { onCloseAutoFocus: (event: Event) => void } {
  const before = useRef<{ element: Element | null; path: string } | null>(null)
  // While rendering, not in an effect: a field inside may take the focus before any effect runs.
  before.current ??= { element: document.activeElement, path: window.location.pathname }
  return {
    onCloseAutoFocus: (event) => {
      event.preventDefault()
      const opener = before.current
      before.current = null
      if (opener?.element instanceof HTMLElement && opener.path === window.location.pathname) opener.element.focus()
    },
  }
}
