/** Where an account lies among others, and how sure that is. */
import { sayNumber } from './words.ts'

/** With fewer others a place says very little. */
const FEWEST_PEERS = 8
const LEVEL = 0.95

/**
 * `low` and `high`: the ends of the exact 95 % interval of the share of such accounts that lie below, null with fewer than
 * eight others. `share`: the share of these others that lie below. `median`: of the others.
 */
export interface Place {
  share: number | null
  low: number | null
  high: number | null
  median: number | null
  n: number
}

/** Others with the same value count as below for the upper end and as above for the lower one. */
export function placeAmong(own: number, others: readonly number[]): Place {
  const values = others.filter(Number.isFinite).sort((a, b) => a - b)
  const n = values.length
  const median = n === 0 ? null : ((values[(n - 1) >> 1] ?? 0) + (values[n >> 1] ?? 0)) / 2
  if (n < FEWEST_PEERS || !Number.isFinite(own)) return { share: null, low: null, high: null, median, n }
  const below = values.filter((value) => value < own).length
  const equal = values.filter((value) => value === own).length
  return {
    share: (below + equal / 2) / n,
    low: lowEnd(below, n),
    high: 1 - lowEnd(n - below - equal, n),
    median,
    n,
  }
}

/**
 * The lower end: an account is one of its kind, so before counting, every percentile is equally likely for it; with `below` of n
 * others below, its percentile follows Beta(below + 1, n − below + 1), of which 2.5 % lie under this end. Open where no other is
 * below. Exact for every n, where Clopper–Pearson covers 99 % and mid-p 97 % with eight others.
 */
function lowEnd(below: number, n: number): number {
  if (below === 0) return 0
  let low = 0
  let high = 1
  for (let step = 0; step < 40; step++) {
    const p = (low + high) / 2
    if (binomialTail(below + 1, n + 1, p) < (1 - LEVEL) / 2) low = p
    else high = p
  }
  return (low + high) / 2
}

/** P(X ≥ count) of a binomial distribution: the share of Beta(count, n − count + 1) below p. Summed in logarithms. */
function binomialTail(count: number, n: number, p: number): number {
  const odds = Math.log(p / (1 - p))
  let log = n * Math.log1p(-p)
  let sum = 0
  for (let k = 0; k <= n; k++) {
    if (k >= count) sum += Math.exp(log)
    log += Math.log((n - k) / (k + 1)) + odds
  }
  return sum
}

/** In words: "between the 40th and 75th percentile of 22 similar accounts", or that there are too few. */
export function sayPlace({ low, high, n }: Place, whom = 'similar accounts'): string {
  if (low === null || high === null) return `Too few ${whom} to compare: ${sayNumber(n)} of the ${FEWEST_PEERS} needed.`
  const [from, to] = [Math.floor(low * 100), Math.ceil(high * 100)]
  const of = `percentile of ${sayNumber(n)} ${whom}`
  if (from <= 0) return `below the ${sayOrdinal(to)} ${of}`
  if (to >= 100) return `above the ${sayOrdinal(from)} ${of}`
  return `between the ${sayOrdinal(from)} and ${sayOrdinal(to)} ${of}`
}

function sayOrdinal(number: number): string {
  const teen = number % 100 >= 11 && number % 100 <= 13
  const ending = teen ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th')
  return `${number}${ending}`
}
