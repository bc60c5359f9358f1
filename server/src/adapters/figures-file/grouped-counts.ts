/**
 * Counts as spreadsheets show them: 48.248, 149,946 or 96 323 377. One such cell may be a decimal, so the whole column is looked
 * at: a mark stands between thousands where every value that has it fits groups of three, and no other mark does as well.
 */

const MARKS = ['.', ',', ' ', "'"] as const
export type Mark = (typeof MARKS)[number]

/** By the place of a column, the mark between its thousands. A column that is not in it has none. */
export type Grouping = ReadonlyMap<number, Mark>

/** Each mark with the forms in which programs write it. The first digit is not zero: 0.123 is a decimal. */
const GROUPS: Record<Mark, RegExp> = {
  '.': /^[1-9]\d{0,2}(?:\.\d{3}){1,6}$/,
  ',': /^[1-9]\d{0,2}(?:,\d{3}){1,6}$/,
  ' ': /^[1-9]\d{0,2}([ \u00a0\u202f])\d{3}(?:\1\d{3}){0,5}$/,
  "'": /^[1-9]\d{0,2}(['’])\d{3}(?:\1\d{3}){0,5}$/,
}
const BETWEEN_DIGITS: Record<Mark, RegExp> = {
  '.': /\d\.\d/,
  ',': /\d,\d/,
  ' ': /\d[ \u00a0\u202f]\d/,
  "'": /\d['’]\d/,
}
const SEVERAL_GROUPS = /^\d{1,3}\D\d{3}\D/
const DECIMAL = /^\d+([.,])\d+ ?%?$/

/** The digits of a count that is grouped by this mark; null where it is not. */
export function withoutGroups(text: string, mark: Mark): string | null {
  return GROUPS[mark].test(text) ? text.replaceAll(/\D/g, '') : null
}

/** Whether a cell is grouped by any mark, so that its column must be looked at. */
export function isGrouped(cell: string): boolean {
  const text = cell.trim()
  return MARKS.some((mark) => GROUPS[mark].test(text))
}

/** Where a table has what is looked at; -1 for a column that it lacks. */
export interface CountPlaces {
  counts: readonly number[]
  rate: number
  width: number
}

interface Seen {
  fits: boolean
  /** A value such as 1.234.567 can be no decimal. */
  isCertain: boolean
}

/** Looks at every row under a header, and then says how counts are grouped. */
export function groupingCollector() {
  const columns = new Map<number, Map<Mark, Seen>>()
  /** As the engagement rate has them: the same mark hardly stands between thousands beside it. */
  const decimalMarks = new Set<string>()

  function noteCount(seen: Map<Mark, Seen>, text: string): void {
    for (const mark of MARKS) {
      if (!BETWEEN_DIGITS[mark].test(text)) continue
      const { fits, isCertain } = seen.get(mark) ?? { fits: true, isCertain: false }
      const isWhole = GROUPS[mark].test(text)
      seen.set(mark, { fits: fits && isWhole, isCertain: isCertain || SEVERAL_GROUPS.test(text) })
    }
  }

  return {
    under({ counts, rate, width }: CountPlaces): (cells: readonly string[]) => void {
      for (const place of counts) if (place >= 0) columns.set(place, new Map())
      return (cells) => {
        if (cells.length !== width) return
        for (const [place, seen] of columns) noteCount(seen, (cells[place] ?? '').trim())
        const decimalMark = DECIMAL.exec((cells[rate] ?? '').trim())?.[1]
        if (decimalMark) decimalMarks.add(decimalMark)
      }
    },
    grouping(): Grouping {
      const found = new Map<number, Mark>()
      for (const [place, seen] of columns) {
        const [mark, other] = [...seen].flatMap(([mark, { fits, isCertain }]) =>
          fits && (isCertain || !decimalMarks.has(mark)) ? [mark] : [],
        )
        if (mark !== undefined && other === undefined) found.set(place, mark)
      }
      return found
    },
  }
}
