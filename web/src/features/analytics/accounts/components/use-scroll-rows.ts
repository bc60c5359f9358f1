/**
 * Which rows of one height are in sight of the box that scrolls them. A few lines instead of a library: this runs in
 * the frame of every page.
 */
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

const OVERSCAN = 8
const FIRST_ROWS = 40

interface ScrollRows {
  readonly list: RefObject<HTMLUListElement | null>
  readonly start: number
  readonly end: number
  /** Height of the rows left out, above and below. */
  readonly above: number
  readonly below: number
}

export function useScrollRows(count: number, rowHeight: number): ScrollRows {
  const list = useRef<HTMLUListElement>(null)
  const [range, setRange] = useState({ start: 0, end: FIRST_ROWS })

  useLayoutEffect(() => {
    const box = scrollBoxOf(list.current)
    if (!box) return
    const measure = (): void => {
      const start = Math.max(0, Math.floor(box.scrollTop / rowHeight) - OVERSCAN)
      const end = Math.ceil((box.scrollTop + box.clientHeight) / rowHeight) + OVERSCAN
      setRange((known) => (known.start === start && known.end === end ? known : { start, end }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    box.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      box.removeEventListener('scroll', measure)
    }
  }, [rowHeight])

  const start = Math.min(range.start, Math.max(0, count - FIRST_ROWS))
  const end = Math.min(count, Math.max(range.end, start + 1))
  return { list, start, end, above: start * rowHeight, below: (count - end) * rowHeight }
}

function scrollBoxOf(element: HTMLElement | null): HTMLElement | null {
  for (let box = element?.parentElement; box; box = box.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(box).overflowY)) return box
  }
  return null
}
