/** Chance that is the same each time: the demo of one day looks alike everywhere. */

export interface Random {
  /** From `least` up to, but without, `most`. */
  between(least: number, most: number): number
  whole(least: number, most: number): number
  pick<const Items extends readonly [unknown, ...unknown[]]>(from: Items): Items[number]
  /** Normally distributed, with a scatter of 1. */
  normal(): number
}

export function randomFor(seed: string): Random {
  let state = 0x811c9dc5
  for (let at = 0; at < seed.length; at += 1) state = Math.imul(state ^ seed.charCodeAt(at), 0x01000193)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    between: (least, most) => least + (most - least) * next(),
    whole: (least, most) => Math.floor(least + (most - least + 1) * next()),
    pick: (from) => from[Math.floor(next() * from.length)] ?? from[0],
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  }
}
