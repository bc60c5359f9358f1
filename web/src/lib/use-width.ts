/**
 * How wide an element is, measured before its first paint and whenever it changes; 0 until then. `isAtOnce` measures as soon as it is
 * drawn, for grids of pictures: a browser begins to fetch pictures before it paints.
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
      // It was hidden until now, and is about to be painted. It is observed again from the next frame on: a change of size within
      // this one would count as a loop.
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
