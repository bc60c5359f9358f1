/** What the sequence parameter set of an H.264 stream contains about its pictures (ITU-T H.264, 7.3.2.1). */

export interface PictureFormat {
  /** 0 grey, 1 4:2:0, 2 4:2:2, 3 4:4:4. */
  readonly chroma: number
  readonly bitDepth: number
  readonly isProgressive: boolean
}

/** Profiles whose parameter set has the format; all others are 4:2:0 of 8 bits. */
const TELLING_PROFILES = new Set([44, 83, 86, 100, 110, 118, 122, 128, 134, 135, 138, 139, 144, 244])
const EXPONENT_MAX = 31
const OFFSETS_MAX = 256

/** Null when it breaks off. `unit` begins with the byte of the NAL header. */
export function pictureFormat(unit: Buffer): PictureFormat | null {
  const bits = bitsOf(withoutEmulation(unit))
  try {
    bits.take(8)
    const profile = bits.take(8)
    bits.take(16)
    bits.number()
    let chroma = 1
    let bitDepth = 8
    if (TELLING_PROFILES.has(profile)) {
      chroma = bits.number()
      if (chroma === 3) bits.take(1)
      bitDepth = 8 + Math.max(bits.number(), bits.number())
      bits.take(1)
      passScalings(bits, chroma === 3 ? 12 : 8)
    }
    bits.number()
    passOrder(bits)
    bits.number()
    bits.take(1)
    bits.number()
    bits.number()
    return { chroma, bitDepth, isProgressive: bits.take(1) === 1 }
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

function passScalings(bits: Bits, lists: number): void {
  const areTold = bits.take(1) === 1
  for (let list = 0; areTold && list < lists; list += 1) {
    const isTold = bits.take(1) === 1
    if (isTold) passScaling(bits, list)
  }
}

function passScaling(bits: Bits, list: number): void {
  let last = 8
  for (let at = 0; at < (list < 6 ? 16 : 64); at += 1) {
    last = (last + bits.takeSigned() + 256) % 256
    if (last === 0) return
  }
}

function passOrder(bits: Bits): void {
  const kind = bits.number()
  if (kind === 0) bits.number()
  if (kind !== 1) return
  bits.take(1)
  bits.takeSigned()
  bits.takeSigned()
  const offsets = bits.number()
  if (offsets > OFFSETS_MAX) throw new RangeError('too many offsets')
  for (let at = 0; at < offsets; at += 1) bits.takeSigned()
}

/** A 3 after two zeros was put there so that no start code appears. */
function withoutEmulation(unit: Buffer): Uint8Array {
  return unit.filter((byte, at) => !(byte === 3 && unit[at - 1] === 0 && unit[at - 2] === 0))
}

type Bits = ReturnType<typeof bitsOf>

/** Throws a RangeError at the end. */
function bitsOf(bytes: Uint8Array) {
  let at = 0
  const take = (count: number): number => {
    let value = 0
    for (let taken = 0; taken < count; taken += 1, at += 1) {
      const byte = bytes[at >> 3]
      if (byte === undefined) throw new RangeError('the parameter set breaks off')
      value = value * 2 + ((byte >> (7 - (at & 7))) & 1)
    }
    return value
  }
  const number = (): number => {
    let zeros = 0
    while (take(1) === 0) if (++zeros > EXPONENT_MAX) throw new RangeError('no number')
    return 2 ** zeros - 1 + take(zeros)
  }
  const takeSigned = (): number => {
    const value = number()
    return value % 2 === 1 ? (value + 1) / 2 : -value / 2
  }
  return { take, number, takeSigned }
}
