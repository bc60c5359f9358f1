/** When work comes round: pure decisions on the moment kept for a kind. */

/** How far a clock may have been ahead, when it set the moment, before the moment is taken for a mistake. */
const TOLERANCE_MS = 3_600_000

/** A round that never was is due at once, and so is one that a clock far ahead put off beyond all reason. */
export const isScheduleDue = (nextAt: number | null, everyMs: number, now: number): boolean =>
  nextAt === null || nextAt <= now || nextAt > now + everyMs + TOLERANCE_MS

/** Keeps step with the rounds before; rounds that were missed are not made up for. */
export const nextRun = (nextAt: number | null, everyMs: number, now: number): number =>
  nextAt !== null && nextAt <= now && nextAt + everyMs > now ? nextAt + everyMs : now + everyMs
