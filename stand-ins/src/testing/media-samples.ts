/** The beginnings of pictures and videos, as far as a service that judges them looks; the rest is zeros. */

import type { FetchMedia } from '../publishing/media-files.ts'

/** @param bytes of the whole file. */
function jpegOf(width: number, height: number, bytes = 2_000): Buffer {
  const frame = Buffer.alloc(19)
  frame.set([0xff, 0xd8, 0xff, 0xc0, 0, 17, 8])
  frame.writeUInt16BE(height, 7)
  frame.writeUInt16BE(width, 9)
  return Buffer.concat([frame, Buffer.alloc(Math.max(0, bytes - frame.length))])
}

export function mp4Of(seconds: number, { bytes = 4_000, isIndexFirst = true } = {}): Buffer {
  const header = Buffer.alloc(100)
  header.writeUInt32BE(1_000, 12)
  header.writeUInt32BE(Math.round(seconds * 1_000), 16)
  const index = box('moov', box('mvhd', header))
  const type = box('ftyp', Buffer.from('isom0000mp42', 'latin1'))
  const pictures = box('mdat', Buffer.alloc(Math.max(0, bytes - type.length - index.length - 8)))
  return Buffer.concat(isIndexFirst ? [type, index, pictures] : [type, pictures, index])
}

function box(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + content.length)
  head.write(name, 4, 'latin1')
  return Buffer.concat([head, content])
}

const samples: Readonly<Record<string, Buffer>> = {
  'a.jpg': jpegOf(1080, 1080),
  'b.jpg': jpegOf(1080, 1350),
  'tall.jpg': jpegOf(1080, 1920),
  'huge.jpg': jpegOf(1080, 1080, 9_000_000),
  'a.png': Buffer.from('\x89PNG\r\n'.padEnd(100, ' '), 'latin1'),
  'r.mp4': mp4Of(12),
  'short.mp4': mp4Of(2.9),
  'late.mp4': mp4Of(12, { isIndexFirst: false }),
}

export const sampleUrl = (name: string) => `https://media.example.test/${name}`

/** In place of the network; 404 for any other name. */
export const fetchSample: FetchMedia = async (url) => {
  const head = samples[url.split('/').at(-1) ?? '']
  return head ? { file: { head, bytes: head.length } } : { status: 404 }
}
