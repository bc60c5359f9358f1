/** What is left of a period, in money, by the second: prorated as Stripe does. */

const SECOND_MS = 1_000

interface ChangeAmounts {
  /** Below zero: what was paid for the rest of the period. */
  givenBackCents: number
  restCents: number
}

/** What a change at this moment gives back of the old plan, and what the new one costs until the period ends. */
export function changeAmounts(
  { start, end }: { start: number; end: number },
  at: number,
  { oldCents, newCents }: { oldCents: number; newCents: number },
): ChangeAmounts {
  const whole = seconds(end) - seconds(start)
  const left = Math.min(Math.max(seconds(end) - seconds(at), 0), whole)
  const share = (cents: number) => Math.round((cents * left) / whole)
  return { givenBackCents: -share(oldCents) || 0, restCents: share(newCents) }
}

const seconds = (ms: number) => Math.floor(ms / SECOND_MS)
