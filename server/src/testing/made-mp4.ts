/** Videos as far as a service that judges them looks: an index, and noise. */

/** The index of a video of 1080 by 1920, and noise. */
export function mp4Of(seconds: number, bytes: number, seed = 1): Uint8Array {
  const header = Buffer.alloc(100)
  header.writeUInt32BE(1_000, 12)
  header.writeUInt32BE(Math.round(seconds * 1_000), 16)
  const track = Buffer.alloc(84)
  track.writeUInt32BE(1_080 * 65_536, 76)
  track.writeUInt32BE(1_920 * 65_536, 80)
  const index = box('moov', Buffer.concat([box('mvhd', header), box('trak', box('tkhd', track))]))
  const type = box('ftyp', Buffer.from('isom0000mp42', 'latin1'))
  const rest = Buffer.alloc(Math.max(0, bytes - type.length - index.length - 8))
  for (let at = 0; at < rest.length; at += 1) rest[at] = (at * 31 + seed * 7 + (at >> 8)) & 0xff
  return new Uint8Array(Buffer.concat([type, index, box('mdat', rest)]))
}

function box(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + content.length)
  head.write(name, 4, 'latin1')
  return Buffer.concat([head, content])
}
