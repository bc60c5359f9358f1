/** The rows of a comparison, each with its words: what the chart, its table and its evidence share. */
import type { Analysis } from '../queries/analysis.ts'
import { texts } from '../texts/panels.ts'
import { formatHour } from './words.ts'

export interface IntervalRow {
  readonly key: string
  readonly label: string
  readonly posts: number
  /** Null where too few posts are inside or outside. */
  readonly effect: number | null
  readonly low: number | null
  readonly high: number | null
  readonly significant: boolean
}

export function hourRows({ cells }: Analysis['posting']): IntervalRow[] {
  return cells
    .filter(({ family }) => family === 'hours')
    .map((cell) => ({
      ...cell,
      key: `hour-${cell.from}`,
      label: texts.posting.block(formatHour(cell.from), formatHour(cell.to)),
    }))
}

export function weekdayRows({ cells }: Analysis['posting']): IntervalRow[] {
  return cells
    .filter(({ family }) => family === 'weekdays')
    .map((cell) => ({ ...cell, key: `day-${cell.from}`, label: texts.posting.days[cell.from - 1] ?? '' }))
}

/** Formats that were never posted are not asked about. */
export function formatRows({ cells }: Analysis['formats']): IntervalRow[] {
  return cells
    .filter(({ posts }) => posts > 0)
    .map((cell) => ({ ...cell, key: cell.format, label: texts.formats.names[cell.format] }))
}

export function hashtagRows({ cells }: Analysis['hashtags']): IntervalRow[] {
  return cells.map((cell) => ({ ...cell, key: cell.tag, label: cell.tag.startsWith('#') ? cell.tag : `#${cell.tag}` }))
}
