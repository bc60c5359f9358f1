/** What was done, to be undone and done again. Pure. */
import type { Edited } from '../rules/edited.ts'

export interface History {
  readonly past: readonly Edited[]
  readonly present: Edited
  readonly future: readonly Edited[]
  /** What the last step was, and when: more of the same a moment later belongs to it. */
  readonly last: { readonly step: string; readonly at: number } | null
}

/** A hand on a slider, or one at the keys, makes one step as long as it does not pause. */
const SAME_STEP_MS = 1_000
const STEPS_MAX = 200

export function historyOf(present: Edited): History {
  return { past: [], present, future: [], last: null }
}

/** `step` names what changed, such as 'strength of a': steps without a name are never joined. */
export function recordChange(history: History, present: Edited, { step, at }: { step?: string; at: number }): History {
  const { past, last } = history
  const goesOn = step !== undefined && last?.step === step && at - last.at < SAME_STEP_MS
  return {
    past: goesOn ? past : [...past, history.present].slice(-STEPS_MAX),
    present,
    future: [],
    last: step === undefined ? null : { step, at },
  }
}

export function undo({ past, present, future }: History): History {
  const before = past.at(-1)
  if (!before) return { past, present, future, last: null }
  return { past: past.slice(0, -1), present: before, future: [present, ...future], last: null }
}

export function redo({ past, present, future }: History): History {
  const [after, ...rest] = future
  if (!after) return { past, present, future, last: null }
  return { past: [...past, present], present: after, future: rest, last: null }
}
