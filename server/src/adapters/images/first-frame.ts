/**
 * The first frame of a GIF as a GIF of its own. The decoder keeps a second whole picture for a frame that is to be undone
 * afterwards, and reads the frames that are never shown; with one plain frame it does neither.
 */

const EXTENSION = 0x21
const IMAGE = 0x2c
const TRAILER = 0x3b
const GRAPHIC_CONTROL = 0xf9
/** How a frame is undone before the next one: bits 2 to 4 of the flags. */
const DISPOSAL_BITS = 0x1c
const COLOURS_OF_SCREEN_AT = 10
const SCREEN_ENDS_AT = 13
const DESCRIPTOR_BYTES = 10

/** The bytes as they are where they do not follow the format: what is wrong with them is the decoder's to say. */
export function firstFrameOf(gif: Uint8Array): Uint8Array {
  const view = Buffer.from(gif)
  let at = SCREEN_ENDS_AT + coloursBytes(view[COLOURS_OF_SCREEN_AT])
  while (view[at] === EXTENSION) {
    if (view[at + 1] === GRAPHIC_CONTROL) view[at + 3] = (view[at + 3] ?? 0) & ~DISPOSAL_BITS
    at = endOfBlocks(view, at + 2)
  }
  if (view[at] !== IMAGE) return gif
  const dataAt = at + DESCRIPTOR_BYTES + coloursBytes(view[at + DESCRIPTOR_BYTES - 1])
  const end = endOfBlocks(view, dataAt + 1)
  return end > view.length ? gif : Buffer.concat([view.subarray(0, end), Buffer.of(TRAILER)])
}

/** Of the colour table that these flags announce. */
function coloursBytes(flags = 0): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1)
}

/** Behind the empty block that ends a row of blocks; beyond the end of the file where there is none. */
function endOfBlocks(view: Buffer, from: number): number {
  let at = from
  while (at < view.length) {
    const length = view[at] ?? 0
    at += 1 + length
    if (length === 0) return at
  }
  return view.length + 1
}
