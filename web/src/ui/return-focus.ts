import { useLayoutEffect, useRef } from 'react'

interface Opener {
  readonly element: Element | null
  readonly path: string
  /** Of the layer that was open then: a question may take the place of another, and what opened it goes with that one. */
  readonly earlier: Opener | undefined
}

/** Of the layers in the page, the last one on top. */
const openers: Opener[] = []

/**
 * Gives the focus back to what had it when a layer opened. Radix does so only for a trigger of its own, and our layers are
 * opened from anywhere. A user who has moved to another page, or to anything else meanwhile, keeps the focus there.
 */
export function useReturnFocus(): { onCloseAutoFocus: (event: Event) => void } {
  const before = useRef<Opener | null>(null)
  // While rendering, not in an effect: a field inside may take the focus before any effect runs.
  before.current ??= {
    element: document.activeElement,
    path: window.location.pathname,
    earlier: openers.at(-1),
  }
  useLayoutEffect(() => {
    const own = before.current
    if (!own) return
    openers.push(own)
    return () => void openers.splice(openers.indexOf(own), 1)
  }, [])
  return {
    onCloseAutoFocus: (event) => {
      event.preventDefault()
      const opener = findInPage(before.current)
      before.current = null
      if (document.activeElement !== null && document.activeElement !== document.body) return
      if (opener?.path === window.location.pathname) opener.element.focus()
    },
  }
}

function findInPage(last: Opener | null): { element: HTMLElement; path: string } | null {
  for (let opener = last ?? undefined; opener; opener = opener.earlier) {
    const { element, path } = opener
    if (element instanceof HTMLElement && element !== document.body && element.isConnected) return { element, path }
  }
  return null
}
