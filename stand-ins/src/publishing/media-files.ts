/** Pictures and videos as the service judges them: by the first bytes and the size. Nothing is decoded. */
import type { Answer } from '../http/send.ts'
import { publishingErrors } from './publishing-errors.ts'

/** A file as far as it is judged. */
export interface MediaFile {
  /** At least the first 64 KB, or all of it. */
  head: Buffer
  bytes: number
}

/** What an address gave: a file, or the status with which it gave none; 0 where nothing answered, -1 where it was too slow. */
export type Fetched = { file: MediaFile; status?: undefined } | { status: number; file?: undefined }

export type FetchMedia = (url: string) => Promise<Fetched>

export const headBytes = 64 * 1024
const imageBytesMax = 8 * 1024 * 1024
const videoBytesMax = { REELS: 300_000_000, VIDEO: 300_000_000, STORIES: 100_000_000 } as const
const secondsOf = { REELS: [3, 900], VIDEO: [3, 900], STORIES: [3, 60] } as const
const fetchMs = 20_000
const slowStatus = -1

/** Over the network, each time anew, without keeping more than is judged. */
export async function fetchMedia(url: string): Promise<Fetched> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(fetchMs) })
    if (!answer.ok || !answer.body) {
      await answer.body?.cancel()
      return { status: answer.status }
    }
    let head = Buffer.alloc(0)
    let bytes = 0
    for await (const chunk of answer.body) {
      if (head.length < headBytes) head = Buffer.concat([head, chunk])
      bytes += chunk.length
    }
    return { file: { head, bytes } }
  } catch (error) {
    return { status: error instanceof Error && error.name === 'TimeoutError' ? slowStatus : 0 }
  }
}

/** Why a picture is refused at once; undefined for one that is taken. Stories may have any ratio. */
export function imageRefusal({ head, bytes }: MediaFile, isStory: boolean): Answer | undefined {
  if (bytes > imageBytesMax) return publishingErrors.imageTooLarge()
  if (!(head[0] === 0xff && head[1] === 0xd8)) return publishingErrors.imageFormat(nameOf(head))
  const size = jpegSize(head)
  if (!size) return publishingErrors.imageFormat('unknown')
  const ratio = size.width / size.height
  // 4:5 to 1.91:1, with a pixel of rounding.
  const isFitting = ratio >= 0.8 - 1 / size.height && ratio <= 1.91 + 1 / size.height
  return isStory || isFitting ? undefined : publishingErrors.imageRatio(ratio.toFixed(3))
}

/** The subcode with which a container of this video ends; undefined for one that is taken. */
export function videoFault({ head, bytes }: MediaFile, kind: keyof typeof videoBytesMax): number | undefined {
  const format = 2207026
  if (head.toString('latin1', 4, 8) !== 'ftyp' || bytes > videoBytesMax[kind]) return format
  // The index has to come before the pictures.
  const [index, pictures] = [head.indexOf('moov', 8, 'latin1'), head.indexOf('mdat', 8, 'latin1')]
  if (pictures >= 0 && (index < 0 || index > pictures)) return format
  const seconds = videoSeconds(head)
  const [least, most] = secondsOf[kind]
  return seconds !== undefined && (seconds < least || seconds > most) ? format : undefined
}

/** As the index says; undefined where it is not among the first bytes. */
export function videoSeconds(head: Buffer): number | undefined {
  const at = head.indexOf('mvhd', 8, 'latin1')
  // Version and flags, two times, the scale, the length: of 32 bits each in version 0, longer in version 1.
  const isLong = head[at + 4] === 1
  const scaleAt = at + (isLong ? 24 : 16)
  if (at < 0 || scaleAt + 12 > head.length) return undefined
  const scale = head.readUInt32BE(scaleAt)
  const length = isLong ? Number(head.readBigUInt64BE(scaleAt + 4)) : head.readUInt32BE(scaleAt + 4)
  return scale > 0 ? length / scale : undefined
}

function nameOf(head: Buffer): string {
  if (head.toString('latin1', 1, 4) === 'PNG') return 'PNG'
  return head.toString('latin1', 8, 12) === 'WEBP' ? 'WEBP' : 'unknown'
}

/** From the frame header; undefined where there is none among the first bytes. */
function jpegSize(head: Buffer): { width: number; height: number } | undefined {
  let at = 2
  while (at + 9 <= head.length && head[at] === 0xff) {
    const marker = head[at + 1] ?? 0
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { height: head.readUInt16BE(at + 5), width: head.readUInt16BE(at + 7) }
    at += 2 + head.readUInt16BE(at + 2)
  }
  return undefined
}
