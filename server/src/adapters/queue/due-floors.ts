/**
 * From which job on a look reads those of a kind that have no turn yet. A busy kind leaves dead entries at the beginning of
 * PostgreSQL's index until the next vacuum, a minute later at best, and every look would read past all of them.
 */
import { idsSince, momentOf } from './time-ordered-id.ts'

/** A job may be committed so long after it was made, and is still met by the next look. */
const LATE_MS = 5_000

/** The first job of a kind that has no turn. */
export interface First {
  id: string
  /** Epoch milliseconds; 0 for what was to run at once. */
  dueAt: number
}

/** By kind: below all ids that are read. */
export type Floors = Readonly<Record<string, string>>

export interface DueFloors {
  /** Those that a look may begin at; the timer's begins nowhere, so it finds what came later than that. */
  at(by: 'timer' | 'wake'): Floors
  /** What a look found first of a kind; null when nothing was due: whatever comes then is looked for from the beginning. */
  note(kind: string, first: First | null): void
}

export function dueFloors(): DueFloors {
  const floors = new Map<string, string>()
  return {
    at: (by) => (by === 'timer' ? {} : Object.fromEntries(floors)),
    note(kind, first) {
      // What had to wait for its time stands behind all that is to run at once, and says nothing about it.
      if (first?.dueAt === 0) floors.set(kind, idsSince(momentOf(first.id) - LATE_MS))
      else floors.delete(kind)
    },
  }
}
