/** How many columns of cards there are, and how wide a card is; measured before the first drawing. */
import { useWidth } from '#lib/use-width.ts'
import { countColumns } from '../rules/grid.ts'

const CARD_WIDTH_MIN = 160
/** Where as many columns are shown as fit. */
const CARD_WIDTH_COMFORTABLE = 200
const CARD_WIDTH_LARGE = 230
const WIDTH_LARGE_MIN = 1500
const COLUMNS_MAX = 12
const GAPS = { wide: 16, narrow: 12 }
const WIDTH_WIDE_MIN = 500

/** The chosen number of columns, or as many as fit; measured before the first drawing. */
export function useColumns(wanted: number | undefined, fixedGap?: number) {
  const { measure, width } = useWidth<HTMLDivElement>({ isAtOnce: true })
  const gap = fixedGap ?? (width >= WIDTH_WIDE_MIN ? GAPS.wide : GAPS.narrow)
  const comfortable = width >= WIDTH_LARGE_MIN ? CARD_WIDTH_LARGE : CARD_WIDTH_COMFORTABLE
  const columns =
    wanted === undefined
      ? countColumns(width, COLUMNS_MAX, gap, comfortable)
      : width === 0
        ? wanted
        : countColumns(width, wanted, gap, CARD_WIDTH_MIN)
  const cardWidth = Math.max(CARD_WIDTH_MIN, (width - gap * (columns - 1)) / columns)
  return { measure, columns, cardWidth, gap }
}
