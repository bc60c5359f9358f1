/** The columns and the small lines that the window has room for, now and when it changes. */
import { useSyncExternalStore } from 'react'
import { type Column, usualColumns } from '../rules/columns.ts'

const STEPS = [900, 1_100, 1_360, 2_440] as const

function subscribe(listener: () => void): () => void {
  const lists = STEPS.map((width) => window.matchMedia(`(min-width: ${width}px)`))
  for (const list of lists) list.addEventListener('change', listener)
  return () => {
    for (const list of lists) list.removeEventListener('change', listener)
  }
}

/** The widest step that the window reaches; 0 below all of them. */
export function useWidthStep(): number {
  return useSyncExternalStore(subscribe, () => STEPS.findLast((width) => window.innerWidth >= width) ?? 0)
}

const known = new Map<number, readonly Column[]>()

/** The same list for the same step. */
export function columnsAt(step: number): readonly Column[] {
  const columns = known.get(step) ?? usualColumns(step)
  known.set(step, columns)
  return columns
}

export const lineWidthAt = (step: number): number => (step >= 2_440 ? 168 : step >= 900 ? 72 : 0)
