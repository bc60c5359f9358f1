/**
 * Random numbers that a seed repeats (sfc32): the same data, method and seed give the same answer on every machine.
 * Returns numbers in [0, 1).
 */
export function seededRandom(seed: number): () => number {
  let a = seed | 0
  let b = 0x9e37_79b9
  let c = 0x243f_6a88
  let counter = 1
  const next = () => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    return (sum >>> 0) / 4_294_967_296
  }
  for (let round = 0; round < 12; round++) next()
  return next
}
