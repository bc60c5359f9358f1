/** What lists of rows share: which rows are in the page, and the report to the selection. */
import { useEffect } from 'react'
import { useWindowRows } from '#lib/use-window-rows.ts'

/** So many rows are all in the page, for the browser to find and to print. */
const WHOLE_ROWS_MAX = 200

interface Window {
  readonly count: number
  readonly rowHeight: number
  readonly loadMore: (() => void) | undefined
  /** Rows of all lists on the page. */
  readonly allRows: number
}

/** Short lists are whole. */
export function useListRows<Body extends HTMLElement>({ count, rowHeight, loadMore, allRows }: Window) {
  return useWindowRows<Body>({ count, rowHeight, loadMore, isWhole: allRows <= WHOLE_ROWS_MAX })
}

/** Tells the selection which rows a list shows. */
export function useReport<Row>(
  report: (list: string, rows: readonly Row[]) => void,
  name: string,
  rows: readonly Row[],
): void {
  useEffect(() => {
    report(name, rows)
    return () => report(name, [])
  }, [report, name, rows])
}
