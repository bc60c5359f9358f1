import type { Placed, Span, StrongHours } from '../rules/week.ts'
import type { DragToDay } from './use-drag-to-day.ts'

/** What every view of the calendar draws. */
export interface CalendarViewProps {
  readonly span: Span
  readonly days: readonly string[]
  readonly today: string
  /** Days of other months are quieter. */
  readonly month: string
  readonly placed: ReadonlyMap<string, readonly Placed[]>
  readonly carry: DragToDay
  readonly timeZone: string
  readonly strong: StrongHours | undefined
  readonly label: string
  readonly stale: boolean
}
