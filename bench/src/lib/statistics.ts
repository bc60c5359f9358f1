/** Figures from complete samples: nothing is binned or averaged before it is requested. */

export const median = (values: readonly number[]): number => percentile(values.toSorted(ascending), 0.5)

/** The smallest sample that at least this share of all samples does not exceed. `sorted` ascends and is not empty. */
export function percentile(sorted: ArrayLike<number>, share: number): number {
  const value = sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)]
  if (value === undefined) throw new Error('There are no samples')
  return value
}

const ascending = (a: number, b: number) => a - b
