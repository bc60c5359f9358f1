/** A set of whole numbers up to 2^53 outside of the heap of a thread: 16 bytes each where a `Set` takes 50. */

import { hash } from 'node:crypto'

const SLOTS_AT_FIRST = 1 << 12
const SLOTS_MAX = 1 << 24
const FULL = 0.7

export function numberSet() {
  let slots = new Float64Array(SLOTS_AT_FIRST)
  let size = 0

  function place(key: number): number {
    let at = (key % 4_294_967_291) & (slots.length - 1)
    while (slots[at] !== 0 && slots[at] !== key) at = (at + 1) & (slots.length - 1)
    return at
  }

  function grow(): void {
    const before = slots
    slots = new Float64Array(before.length * 2)
    for (const key of before) if (key !== 0) slots[place(key)] = key
  }

  return {
    /** True where the number is new. Beyond 11 million a new one is forgotten again. */
    add(number: number): boolean {
      const key = number + 1
      const at = place(key)
      if (slots[at] === key) return false
      if (size >= slots.length * FULL && slots.length === SLOTS_MAX) return true
      slots[at] = key
      size += 1
      if (size >= slots.length * FULL && slots.length < SLOTS_MAX) grow()
      return true
    },
  }
}

/** Two numbers up to 2^53 and one up to 2^32 as one up to 2^53: equal ones give equal ones, others hardly ever. */
export function mixNumbers(first: number, second: number, third: number): number {
  const low = mixHalf(first >>> 0, second >>> 0, third, 0x9e3779b1)
  const high = mixHalf(upper(first) ^ low, upper(second) + (first >>> 0), third ^ (second >>> 0), 0x85ebca6b)
  return (high & 0x1fffff) * 0x1_0000_0000 + low
}

const upper = (number: number) => Math.floor(number / 0x1_0000_0000) >>> 0

function mixHalf(one: number, two: number, three: number, seed: number): number {
  let mix = seed
  for (const part of [one, two, three]) {
    mix = Math.imul(mix ^ part, 0xcc9e2d51)
    mix ^= mix >>> 15
    mix = Math.imul(mix, 0x1b873593)
    mix ^= mix >>> 13
  }
  return mix >>> 0
}

/** A text as a number up to 2^52. */
export const numberOf = (text: string): number => Number.parseInt(hash('sha1', text).slice(0, 13), 16)
