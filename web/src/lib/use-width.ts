/**
 * How wide an element is, measured before its first paint and whenever it changes; 0 until then. Where pictures depend on it, it has to
 * be known at once: a browser fetches those of a wrong width before it paints.
 */
import { useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { runBeforePaint } from './before-paint.ts'

export function useWidth<Box extends HTMLElement>({ isAtOnce = false } = {}) {
  const measure = useRef<Box>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const box = measure.current
    if (!box) return
    let known = 0
    let callOff: (() => void) | undefined
    const read = (): void => {
      known = box.clientWidth
      setWidth(known)
    }
    const observer = new ResizeObserver(() => {
      if (known > 0 || box.clientWidth === 0) return read()
      // It was hidden until now, and is about to be painted. What it becomes by this is told from the next frame on: within one
      // a browser takes it for a loop.
      observer.disconnect()
      flushSync(read)
      callOff = runBeforePaint(() => observer.observe(box))
    })
    if (isAtOnce) read()
    else callOff = runBeforePaint(read)
    observer.observe(box)
    return () => {
      callOff?.()
      observer.disconnect()
    }
  }, [isAtOnce])
  return { measure, width }
}
