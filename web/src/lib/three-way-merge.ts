/** Three-way merge of a value that two users edit at once, part by part, and the conflict response that leads to it. */
import { ApiError } from './api.ts'

export interface Merge<Value, Part extends keyof Value> {
  /** Theirs, with every part that was changed here. */
  readonly merged: Value
  /** Changed differently on both sides: the user chooses. */
  readonly conflicts: Part[]
}

export function mergeVersions<Value extends object, Part extends keyof Value>(
  { base, mine, theirs }: { base: Value; mine: Value; theirs: Value },
  findDifferences: (one: Value, other: Value) => Part[],
): Merge<Value, Part> {
  const touchedHere = findDifferences(base, mine)
  const apart = findDifferences(mine, theirs)
  const merged = { ...theirs }
  for (const part of touchedHere) merged[part] = mine[part]
  return {
    merged,
    conflicts: findDifferences(base, theirs).filter((part) => touchedHere.includes(part) && apart.includes(part)),
  }
}

/** The version another user saved, from a conflict response; null for any other failure. */
export function readCurrentVersion<Value>(error: unknown, isValue: (value: unknown) => value is Value): Value | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null
  const { body } = error
  if (typeof body !== 'object' || body === null || !('error' in body) || body.error !== 'changed_meanwhile') return null
  return 'current' in body && isValue(body.current) ? body.current : null
}

/** Whether what was sent may be stored, although the call failed: its answer was lost, or the server broke off. */
export const mayBeStored = (error: unknown): boolean => !(error instanceof ApiError && error.status < 500)
