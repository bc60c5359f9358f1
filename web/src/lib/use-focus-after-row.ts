import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react'

interface Place {
  readonly element: Element
  /** Among the rows that have a button which can be pressed. */
  readonly row: number
  /** Among those buttons of the row. */
  readonly button: number
}

const ROW = 'tbody > tr, :is(ul, ol) > li'
const BUTTON = 'button:enabled'

const findRows = (list: Element): Element[] =>
  [...list.querySelectorAll(ROW)].filter((row) => row.querySelector(BUTTON))

/**
 * When a row is removed that had the focus, because what it shows was deleted or answered, the focus moves to the row that takes its
 * place, or without one to `otherwise`, or to the first field of the list. It would fall to the top of the page.
 */
export function useFocusAfterRow(
  list: RefObject<HTMLElement | null>,
  otherwise?: RefObject<HTMLElement | null>,
): { onFocus: (event: FocusEvent) => void } {
  const last = useRef<Place | null>(null)
  useLayoutEffect(() => {
    const place = last.current
    if (!place || !list.current || place.element.isConnected || document.activeElement !== document.body) return
    last.current = null
    const rows = findRows(list.current)
    const buttons = rows[Math.min(place.row, rows.length - 1)]?.querySelectorAll<HTMLElement>(BUTTON)
    const target = buttons?.[place.button] ?? buttons?.[0] ?? otherwise?.current ?? list.current.querySelector('input')
    target?.focus({ preventScroll: true })
  })
  return {
    onFocus: ({ target, currentTarget }) => {
      // What is shown in a layer is inside only for React: it was opened from the place below it.
      if (!currentTarget.contains(target)) return
      const row = target.closest(ROW)
      last.current =
        row && currentTarget.contains(row)
          ? {
              element: target,
              row: findRows(currentTarget).indexOf(row),
              button: Array.from<Element>(row.querySelectorAll(BUTTON)).indexOf(target),
            }
          : null
    },
  }
}
