/**
 * What stands on the page, said at its root for styles elsewhere: `[data-has-layer] .toasts`. With `body:has(.scrim)` the browser
 * would look through the whole page whenever something opens.
 */
import { useLayoutEffect } from 'react'

/**
 * `selection-bar`: the bar of what is selected floats at the foot of the window. `layer`: something is open over the page, `aside`:
 * beside it. `toast`: a message is shown. `work`: the pill of running work is there.
 */
type PageMark = 'selection-bar' | 'layer' | 'aside' | 'toast' | 'work'

const counts = new Map<PageMark, number>()

export function usePageMark(mark: PageMark, isOn = true): void {
  useLayoutEffect(() => {
    if (!isOn) return
    countMark(mark, 1)
    return () => countMark(mark, -1)
  }, [mark, isOn])
}

function countMark(mark: PageMark, by: 1 | -1): void {
  const count = (counts.get(mark) ?? 0) + by
  counts.set(mark, count)
  document.documentElement.toggleAttribute(`data-has-${mark}`, count > 0)
}
