/** Pure decisions about videos: their addresses, the names of downloads, and what makes each file one of its own. */

export const videoAddress = (id: string): string => `/media/v/${id}`
export const coverAddress = (id: string): string => `${videoAddress(id)}/cover`

const ID = /^[A-Za-z0-9_-]{22}$/

export const isVideoId = (text: string): boolean => ID.test(text)

/**
 * Bytes to be added to an MP4 file: an empty box that players pass over. The same images and settings make the same file,
 * and blobs are kept once by what they are: without this, removing one video could take away another.
 */
export function ownMark(id: string): Uint8Array {
  const name = Buffer.from(id)
  const box = Buffer.alloc(8 + name.length)
  box.writeUInt32BE(box.length, 0)
  box.write('free', 4, 'latin1')
  name.copy(box, 8)
  return box
}

/** The same for a JPEG: a comment right after its beginning. */
export function ownCover(jpeg: Uint8Array, id: string): Uint8Array {
  const name = Buffer.from(id)
  const comment = Buffer.alloc(4 + name.length)
  comment.writeUInt16BE(0xfffe, 0)
  comment.writeUInt16BE(2 + name.length, 2)
  name.copy(comment, 4)
  return Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)])
}

const NAME_MAX_LENGTH = 80

/** `attachment` under a name that every system can keep, and that is no path. */
export function asDownload(wanted: string): string {
  const clean = wanted
    .toWellFormed()
    .replace(/\.mp4$/i, '')
    .replaceAll(/[\p{C}\\/:*?"<>|%]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[.\s]+|[.\s]+$/g, '')
  const name = Array.from(clean).slice(0, NAME_MAX_LENGTH).join('').trim() || 'reel'
  const plain =
    name
      .normalize('NFKD')
      .replaceAll(/[^\x20-\x7e]+/g, '')
      .trim() || 'reel'
  const encoded = encodeURIComponent(`${name}.mp4`).replaceAll(/['()*]/g, percent)
  return `attachment; filename="${plain}.mp4"; filename*=UTF-8''${encoded}`
}

const percent = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`
