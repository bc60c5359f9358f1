/** What a picture is by its first bytes; null for anything a page should not show, such as HTML and SVG. */
import type { PictureType } from '#ports/pictures.ts'

const PNG = '\x89PNG\r\n\x1a\n'
/** ISO media files name their format and what else they are compatible with; AVIF is one of them, HEIC another. */
const AVIF_BRANDS = ['avif', 'avis']
const BRANDS_READ = 64

export function pictureType(bytes: Uint8Array): PictureType | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, BRANDS_READ)).toString('latin1')
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (head.startsWith(PNG)) return 'image/png'
  if (/^GIF8[79]a/.test(head)) return 'image/gif'
  if (/^RIFF.{4}WEBP/s.test(head)) return 'image/webp'
  return isAvif(head) ? 'image/avif' : null
}

function isAvif(head: string): boolean {
  if (head.slice(4, 8) !== 'ftyp') return false
  const length = Math.min(head.length, Buffer.from(head.slice(0, 4), 'latin1').readUInt32BE())
  // Between the main brand and the others stands a version.
  for (let at = 8; at + 4 <= length; at += at === 8 ? 8 : 4) {
    if (AVIF_BRANDS.includes(head.slice(at, at + 4))) return true
  }
  return false
}
