/** How wide an element is, in whole pixels, measured before the first paint and whenever it changes; 0 until then. */
import { useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

export function useWidth<Box extends HTMLElement>() {
  const measure = useRef<Box>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const box = measure.current
    if (!box) return
    // It tells once the page is laid out: to read the width here would have it laid out once more. What depends on it is drawn
    // at once, or the page would be painted without it.
    const observer = new ResizeObserver(([entry]) =>
      flushSync(() => setWidth(Math.floor(entry?.contentRect.width ?? 0))),
    )
    observer.observe(box)
    return () => observer.disconnect()
  }, [])
  return { measure, width }
}
