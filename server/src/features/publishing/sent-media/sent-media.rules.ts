/** Which media of an item are sent, and what they are by their first bytes. Pure. */
import type { PublicationOptions } from '@tangelo/contract'
import type { PublicationKind } from '@tangelo/contract/limits'
import type { ItemRow } from '#features/content/index.ts'
import type { MediaFacts } from '../rehearsal/rules/picture-fit.ts'

type Shown = Pick<ItemRow, 'image_url' | 'images' | 'video_url' | 'media_key'>

type Chosen = Pick<PublicationOptions, 'as' | 'carouselVideo'>

/** Videos are reels on Instagram, and several pictures are a carousel; so is a video with pictures, where that was chosen. */
export function kindOf(item: Shown, { as, carouselVideo }: Chosen): PublicationKind {
  if (as !== undefined) return as
  if (carouselVideo !== undefined && item.video_url !== null && picturesOf(item).length > 0) return 'carousel'
  if (item.media_key === 'reel' || item.media_key === 'video') return 'reel'
  if (item.media_key === null && item.video_url !== null) return 'reel'
  if (item.media_key === 'carousel') return 'carousel'
  if (item.media_key === 'story' || item.media_key === 'stories') return 'story'
  return picturesOf(item).length > 1 ? 'carousel' : 'image'
}

/** In order, as addresses on this server. */
export function mediaOf(item: Shown, kind: PublicationKind, { carouselVideo }: Chosen = {}): string[] {
  if (kind === 'reel') return item.video_url === null ? [] : [item.video_url]
  if (kind === 'story' && item.video_url !== null) return [item.video_url]
  const pictures = picturesOf(item)
  if (kind !== 'carousel') return pictures.slice(0, 1)
  const video = carouselVideo === undefined || item.video_url === null ? [] : [item.video_url]
  return carouselVideo === 'first' ? [...video, ...pictures] : [...pictures, ...video]
}

function picturesOf({ image_url, images }: Shown): string[] {
  const list: string[] = images === null ? [] : JSON.parse(images)
  return list.length > 0 ? list : image_url === null ? [] : [image_url]
}

/** What a file is by its head; `bytes` of all of it. Format 'unknown' with sides of 0 where the head does not say. */
export function factsOf(head: Uint8Array, bytes: number): MediaFacts {
  const view = Buffer.from(head.buffer, head.byteOffset, head.byteLength)
  const none = { bytes, seconds: null, width: 0, height: 0 }
  if (view.toString('latin1', 4, 8) === 'ftyp')
    return {
      type: 'video',
      format: view.toString('latin1', 8, 10) === 'qt' ? 'mov' : 'mp4',
      bytes,
      ...sidesOfVideo(view),
      seconds: secondsOf(view),
    }
  if (view[0] === 0xff && view[1] === 0xd8) return { type: 'image', format: 'jpeg', ...none, ...sidesOfJpeg(view) }
  if (view.toString('latin1', 1, 4) === 'PNG' && view.length >= 24)
    return { type: 'image', format: 'png', ...none, width: view.readUInt32BE(16), height: view.readUInt32BE(20) }
  if (view.toString('latin1', 0, 3) === 'GIF' && view.length >= 10)
    return { type: 'image', format: 'gif', ...none, width: view.readUInt16LE(6), height: view.readUInt16LE(8) }
  if (view.toString('latin1', 8, 12) === 'WEBP') return { type: 'image', format: 'webp', ...none, ...sidesOfWebp(view) }
  return { type: 'image', format: 'unknown', ...none }
}

const nothing = { width: 0, height: 0 }

function sidesOfJpeg(view: Buffer) {
  let at = 2
  while (at + 9 <= view.length && view[at] === 0xff) {
    const marker = view[at + 1] ?? 0
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { height: view.readUInt16BE(at + 5), width: view.readUInt16BE(at + 7) }
    at += 2 + view.readUInt16BE(at + 2)
  }
  return nothing
}

function sidesOfWebp(view: Buffer) {
  if (view.length < 30) return nothing
  switch (view.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { width: view.readUInt16LE(26) & 0x3fff, height: view.readUInt16LE(28) & 0x3fff }
    case 'VP8L': {
      const bits = view.readUInt32LE(21)
      return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 }
    }
    case 'VP8X':
      return { width: view.readUIntLE(24, 3) + 1, height: view.readUIntLE(27, 3) + 1 }
  }
  return nothing
}

/** Of the movie header; null where it is not in the head. */
function secondsOf(view: Buffer): number | null {
  const at = view.indexOf('mvhd', 8, 'latin1')
  const isLong = view[at + 4] === 1
  const scaleAt = at + (isLong ? 24 : 16)
  if (at < 0 || scaleAt + 12 > view.length) return null
  const scale = view.readUInt32BE(scaleAt)
  const length = isLong ? Number(view.readBigUInt64BE(scaleAt + 4)) : view.readUInt32BE(scaleAt + 4)
  return scale > 0 ? length / scale : null
}

/** Of the first track that has a size: sound has none. */
function sidesOfVideo(view: Buffer) {
  for (let at = view.indexOf('tkhd', 8, 'latin1'); at >= 0; at = view.indexOf('tkhd', at + 4, 'latin1')) {
    const sizeAt = at + (view[at + 4] === 1 ? 92 : 80)
    if (sizeAt + 8 > view.length) break
    const sides = { width: view.readUInt32BE(sizeAt) >>> 16, height: view.readUInt32BE(sizeAt + 4) >>> 16 }
    if (sides.width > 0) return sides
  }
  return nothing
}
