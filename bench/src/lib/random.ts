/** Chance that repeats itself: the same seed gives the same sequence on every machine. */

export interface Random {
  /** 0 up to, not including, 1. */
  next(): number
  /** A whole number from `from` to `to`, both included. */
  whole(from: number, to: number): number
  pick<Item>(items: readonly [Item, ...Item[]]): Item
}

/** Mulberry32: 32 bits of state, plenty for data that only has to look uneven. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  return { next, whole, pick: (items) => items[whole(0, items.length - 1)] ?? items[0] }
}
