/**
 * Chance that comes from names: the same words give the same number on every machine, at any time and in any order of
 * asking. So a world needs no memory.
 */

/** A whole number from 0 to 2³²−1 for these words. Neighbouring words give numbers that have nothing in common. */
export function numberFor(...words: readonly (string | number)[]): number {
  let hash = 0x811c9dc5
  for (const word of words) {
    const text = String(word)
    for (let index = 0; index < text.length; index += 1) {
      hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
    }
    // Ends the word: ('ab', 'c') is not ('a', 'bc').
    hash = Math.imul(hash ^ 0xffff, 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** A share from 0 up to, never reaching, 1. */
export function shareFor(...words: readonly (string | number)[]): number {
  return numberFor(...words) / 2 ** 32
}

/** One of the list, each as likely as the others. */
export function oneOf<Item>(list: readonly [Item, ...Item[]], ...words: readonly (string | number)[]): Item {
  return list[numberFor(...words) % list.length] ?? list[0]
}
