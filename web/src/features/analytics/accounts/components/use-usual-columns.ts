/** The columns and the small lines that the window has room for, now and when it changes. */
import { useMediaQuery } from '#lib/use-media-query.ts'
import { type Column, usualColumns } from '../rules/columns.ts'

const STEPS = [900, 1_100, 1_360, 2_440]

/** The widest step that the window reaches; 0 below all of them. */
export function useWidthStep(): number {
  // Not `innerWidth`, which forces a layout after every render.
  const reached = [
    useMediaQuery('(min-width: 900px)'),
    useMediaQuery('(min-width: 1100px)'),
    useMediaQuery('(min-width: 1360px)'),
    useMediaQuery('(min-width: 2440px)'),
  ]
  return STEPS[reached.lastIndexOf(true)] ?? 0
}

const known = new Map<number, readonly Column[]>()

/** The same list for the same step. */
export function columnsAt(step: number): readonly Column[] {
  const columns = known.get(step) ?? usualColumns(step)
  known.set(step, columns)
  return columns
}

export const lineWidthAt = (step: number): number => (step >= 2_440 ? 168 : step >= 900 ? 72 : 0)
