/** GIFs that are large in pixels and small in bytes. */

const CLEAR = 4
const END = 5
const CODES_MAX = 4_096

/** A GIF of plain frames, each of another colour than the one before and restored to it afterwards. */
export function hugeGif({ width, height, frames }: { width: number; height: number; frames: number }): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt16LE(width)
  size.writeUInt16LE(height, 2)
  const palette = Buffer.from('000000ff000000ff000000ff', 'hex')
  const start = Buffer.concat([Buffer.from('GIF89a'), size, Buffer.of(0x81, 0, 0), palette])
  // Transparent, and restored to the frame before: what a decoder must keep most memory for.
  const control = Buffer.of(0x21, 0xf9, 4, 0x0d, 5, 0, 0, 0)
  const place = Buffer.concat([Buffer.of(0x2c, 0, 0, 0, 0), size, Buffer.of(0, 2)])
  const images = [1, 2].map((colour) =>
    Buffer.concat([control, place, asBlocks(compressPixels(colour, width * height))]),
  )
  const each = Array.from({ length: frames }, (_, at) => images[at % 2] ?? Buffer.alloc(0))
  return Buffer.concat([start, ...each, Buffer.of(0x3b)])
}

/** LZW of one colour: every code is one pixel longer than the one before, until the table is full. */
function compressPixels(colour: number, pixels: number): Buffer {
  const bytes: number[] = []
  let waiting = 0
  let bits = 0
  const write = (code: number, width: number) => {
    waiting |= code << bits
    for (bits += width; bits >= 8; bits -= 8) {
      bytes.push(waiting & 0xff)
      waiting >>>= 8
    }
  }
  let left = pixels
  let width = 3
  write(CLEAR, width)
  while (left > 0) {
    let next = END + 1
    width = 3
    write(colour, width)
    left -= 1
    for (let run = 2; left >= run && next < CODES_MAX - 1; run += 1) {
      // The decoder learns this code while it reads it.
      if (next === 1 << width) width += 1
      write(next, width)
      next += 1
      left -= run
    }
    if (next === 1 << width && width < 12) width += 1
    write(left > 0 ? CLEAR : END, width)
  }
  if (bits > 0) bytes.push(waiting & 0xff)
  return Buffer.from(bytes)
}

function asBlocks(data: Buffer): Buffer {
  const blocks: Buffer[] = []
  for (let at = 0; at < data.length; at += 255) {
    const block = data.subarray(at, at + 255)
    blocks.push(Buffer.of(block.length), block)
  }
  return Buffer.concat([...blocks, Buffer.of(0)])
}
