/**
 * Rows of one height that scroll with the window: only those in sight, and some around them, are in the page.
 * Asks for more rows long before the end is reached.
 */
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'

const OVERSCAN = 12
const AHEAD = 60

interface WindowRows {
  readonly count: number
  readonly rowHeight: number
  /** Absent when there are no more rows, or they are on their way. */
  readonly loadMore: (() => void) | undefined
}

export function useWindowRows<Body extends HTMLElement>({ count, rowHeight, loadMore }: WindowRows) {
  const body = useRef<Body>(null)
  const [scrollMargin, setScrollMargin] = useState(0)

  useLayoutEffect(() => {
    const measure = (): void => {
      if (body.current) setScrollMargin(Math.round(body.current.getBoundingClientRect().top + window.scrollY))
    }
    measure()
    // What stands above the rows may grow or shrink at any time.
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])

  const virtualizer = useWindowVirtualizer({ count, estimateSize: () => rowHeight, overscan: OVERSCAN, scrollMargin })

  const items = virtualizer.getVirtualItems()
  const first = items[0]
  const last = items.at(-1)
  const isNearEnd = last !== undefined && last.index >= count - AHEAD
  useEffect(() => {
    if (isNearEnd) loadMore?.()
  }, [isNearEnd, loadMore])

  return {
    body,
    indexes: items.map((item) => item.index),
    /** Height of the rows that are not in the page, above and below. */
    above: first ? first.start - scrollMargin : 0,
    below: last ? Math.max(0, virtualizer.getTotalSize() - (last.end - scrollMargin)) : 0,
  }
}

/** Up and Down move between the links of neighbouring rows; Home, End and the page keys scroll as everywhere. */
export function moveBetweenRows(event: { key: string; target: EventTarget; preventDefault: () => void }): void {
  const step =
    event.key === 'ArrowDown' ? 'nextElementSibling' : event.key === 'ArrowUp' ? 'previousElementSibling' : null
  if (!step || !(event.target instanceof HTMLAnchorElement)) return
  const neighbour = event.target.closest('[data-row]')?.[step]
  const link = neighbour?.querySelector<HTMLAnchorElement>('a[href]')
  if (!link) return
  event.preventDefault()
  link.focus()
}
