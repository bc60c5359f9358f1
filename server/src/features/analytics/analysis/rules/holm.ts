/**
 * Which of several probabilities are small enough together (Holm): the smallest of m is held against alpha / m, the next
 * against alpha / (m − 1), until one is too large. Null where nothing was tested.
 */
export function judgeByHolm(probabilities: readonly (number | null)[], alpha: number): boolean[] {
  const shown = probabilities.map(() => false)
  const tested = probabilities.flatMap((p, at) => (p === null ? [] : [{ p, at }])).sort((a, b) => a.p - b.p)
  for (const [rank, { p, at }] of tested.entries()) {
    if (p > alpha / (tested.length - rank)) break
    shown[at] = true
  }
  return shown
}
