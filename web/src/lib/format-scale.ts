/** Labels of a scale, distinct with as few digits as it takes. */
import { formatWhole, UNITS } from './format.ts'

/**
 * Labels of a scale, distinct with as few digits as it takes: 190K, 196K; 1.25M, 1.5M; 204,880, 204,900.
 * All labels share one unit.
 */
export function formatScale(values: readonly number[]): string[] {
  const largest = Math.max(0, ...values.map(Math.abs))
  const step = Math.min(3, Math.max(0, Math.floor(Math.log10(largest || 1) / 3)))
  if (largest < 10_000) return values.map(formatWhole)
  for (let decimals = 0; decimals <= 2; decimals += 1) {
    const exact = values.every((value) => {
      const shown = (value / 1_000 ** step) * 10 ** decimals
      return Math.abs(shown - Math.round(shown)) < 1e-10
    })
    if (exact)
      return values.map((value) => (value === 0 ? '0' : `${(value / 1_000 ** step).toFixed(decimals)}${UNITS[step]}`))
  }
  return values.map(formatWhole)
}
