/**
 * Rows of one height that scroll with the window: only those in sight, and some around them, are in the page. Asks for
 * more rows long before the end is reached. Print and the browser's search take every row that is loaded. A few lines instead of a library: this is in the first script of the product.
 */
import { startTransition, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { runBeforePaint } from './before-paint.ts'

const OVERSCAN = 12
/** Of the first drawing: the other rows follow in short steps, between which the page answers. */
const FIRST_OVERSCAN = 1
const AHEAD = 60
/** More rows than these would hold up the search of the browser: it then finds those in sight. */
const FOUND_MAX = 1_000

interface WindowRows {
  readonly count: number
  /** With the gap to the next one. */
  readonly rowHeight: number
  /** Absent when there are no more rows, or they are on their way. */
  readonly loadMore: (() => void) | undefined
  /** Rows kept in the page above and below those in sight. */
  readonly overscan?: number
  /** How many rows before the end the next page is fetched. */
  readonly ahead?: number
  /** All rows are in the page, in sight or not: the browser finds and prints them. For lists that are short anyway. */
  readonly isWhole?: boolean
}

export function useWindowRows<Body extends HTMLElement>({
  count,
  rowHeight,
  loadMore,
  overscan = OVERSCAN,
  ahead = AHEAD,
  isWhole = false,
}: WindowRows) {
  const body = useRef<Body>(null)
  const top = useRef(0)
  const [isPrinting, setIsPrinting] = useState(false)
  const [isSearched, setIsSearched] = useState(false)
  const [isDrawn, setIsDrawn] = useState(false)
  const [inSight, setInSight] = useState(() => ({ first: 0, last: Math.ceil(window.innerHeight / rowHeight) }))

  const measureTop = useCallback((): void => {
    if (body.current) top.current = Math.round(body.current.getBoundingClientRect().top + window.scrollY)
  }, [])

  useLayoutEffect(() => {
    const updateWindow = (): void => {
      const first = Math.floor((window.scrollY - top.current) / rowHeight)
      const last = Math.max(first, Math.ceil((window.scrollY + window.innerHeight - top.current) / rowHeight))
      setInSight((known) => (known.first === first && known.last === last ? known : { first, last }))
    }
    const measure = (): void => {
      measureTop()
      updateWindow()
    }
    // In the frame of the scrolling itself: a frame later the reader would see a gap.
    const onScroll = (): void => flushSync(updateWindow)
    const onPrint = ({ type }: Event): void => flushSync(() => setIsPrinting(type === 'beforeprint'))
    // Before the browser opens its search. It does not say when that is over: a press on the page does.
    const onKeyDown = (event: KeyboardEvent): void => {
      if (isFindKey(event)) flushSync(() => setIsSearched(true))
    }
    const onPress = (): void => setIsSearched(false)
    const callOff = runBeforePaint(measure)
    // Content above the rows may grow or shrink at any time.
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    window.addEventListener('scroll', onScroll, { passive: true })
    window.addEventListener('resize', measure)
    window.addEventListener('keydown', onKeyDown, true)
    window.addEventListener('pointerdown', onPress)
    window.addEventListener('beforeprint', onPrint)
    window.addEventListener('afterprint', onPrint)
    return () => {
      callOff()
      observer.disconnect()
      window.removeEventListener('scroll', onScroll)
      window.removeEventListener('resize', measure)
      window.removeEventListener('keydown', onKeyDown, true)
      window.removeEventListener('pointerdown', onPress)
      window.removeEventListener('beforeprint', onPrint)
      window.removeEventListener('afterprint', onPrint)
    }
  }, [rowHeight, measureTop])

  useEffect(() => startTransition(() => setIsDrawn(true)), [])

  // Of a list that is far above or below the window no row is in the page.
  const hasAll = (isWhole && isDrawn) || isPrinting || (isSearched && count <= FOUND_MAX)
  const around = isDrawn ? overscan : FIRST_OVERSCAN
  const firstInSight = Math.max(0, Math.min(inSight.first - around, count))
  const lastInSight = Math.min(count, Math.max(firstInSight, inSight.last + around + 1))
  const start = hasAll ? 0 : firstInSight
  const end = hasAll ? count : lastInSight
  const isNearEnd = !isPrinting && count > 0 && (isWhole ? count : lastInSight) > count - ahead
  useEffect(() => {
    if (isNearEnd) loadMore?.()
  }, [isNearEnd, loadMore])

  return {
    body,
    indexes: Array.from({ length: Math.max(0, end - start) }, (_, index) => start + index),
    /** Height of the rows that are not in the page, above and below. */
    above: start * rowHeight,
    below: Math.max(0, count - end) * rowHeight,
    /** Brings a row into the page, and into the middle of the window. */
    scrollTo: useCallback(
      (index: number): void => {
        measureTop()
        window.scrollTo({ top: top.current + (index + 0.5) * rowHeight - window.innerHeight / 2 })
      },
      [rowHeight, measureTop],
    ),
  }
}

/** Ctrl or Command and F: what browsers search the page with. */
export const isFindKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'f'
