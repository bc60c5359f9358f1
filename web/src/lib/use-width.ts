/** How wide an element is, measured before its first paint and whenever it changes; 0 until then. */
import { useLayoutEffect, useRef, useState } from 'react'
import { runBeforePaint } from './before-paint.ts'

export function useWidth<Box extends HTMLElement>() {
  const measure = useRef<Box>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const box = measure.current
    if (!box) return
    const read = (): void => setWidth(box.clientWidth)
    const callOff = runBeforePaint(read)
    const observer = new ResizeObserver(read)
    observer.observe(box)
    return () => {
      callOff()
      observer.disconnect()
    }
  }, [])
  return { measure, width }
}
