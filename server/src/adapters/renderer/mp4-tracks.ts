/** What the tracks of an MP4 or MOV file declare. Missing values are 0 or null. */

import { boxAt, boxesIn, numbersOf } from './mp4-boxes.ts'

export interface Mp4Track {
  /** 'vide', 'soun'… */
  readonly kind: string
  readonly seconds: number
  /** The four letters of the sample entry: 'avc1', 'mp4a'. */
  readonly codec: string
  readonly entry: Buffer
  readonly samples: number
  readonly bytes: number
  /** Between one sample and the next: shortest and longest, in seconds. */
  readonly shortest: number
  readonly longest: number
  /** The longest way from one picture that can be entered at to the next; null when every one can be. */
  readonly groupSeconds: number | null
  /** It has pictures that may be entered at although others before them are needed. */
  readonly hasOpenGroups: boolean
  /** What the edit list shows of the track, in seconds; empty when there is none. */
  readonly edits: readonly { readonly seconds: number; readonly from: number }[]
}

const TRACKS_MAX = 100
const EDITS_MAX = 1_000

export function tracksIn(moov: Buffer): Mp4Track[] {
  const header = numbersOf(boxAt(moov, 'mvhd') ?? Buffer.alloc(0))
  const movieScale = header.word(header.byte(0) === 1 ? 20 : 12)
  return [...boxesIn(moov)]
    .filter((box) => box.type === 'trak')
    .slice(0, TRACKS_MAX)
    .map((box) => trackOf(box.body, movieScale))
}

function trackOf(trak: Buffer, movieScale: number): Mp4Track {
  const media = boxAt(trak, 'mdia') ?? Buffer.alloc(0)
  const header = numbersOf(boxAt(media, 'mdhd') ?? Buffer.alloc(0))
  const isLong = header.byte(0) === 1
  const scale = header.word(isLong ? 20 : 12)
  const table = boxAt(media, 'minf', 'stbl') ?? Buffer.alloc(0)
  const [entry] = boxesIn((boxAt(table, 'stsd') ?? Buffer.alloc(0)).subarray(8))
  const seconds = scale ? (isLong ? header.long(24) : header.word(16)) / scale : 0
  const times = timesOf(boxAt(table, 'stts'), scale)
  return {
    kind: (boxAt(media, 'hdlr') ?? Buffer.alloc(0)).toString('latin1', 8, 12),
    seconds,
    codec: entry?.type ?? '',
    entry: entry?.body ?? Buffer.alloc(0),
    bytes: bytesOf(boxAt(table, 'stsz')),
    ...times,
    groupSeconds: groupSeconds(boxAt(table, 'stss'), times.samples, seconds),
    hasOpenGroups: [...boxesIn(table)].some(
      (box) => box.type === 'sgpd' && box.body.toString('latin1', 4, 8) === 'rap ',
    ),
    edits: editsOf(boxAt(trak, 'edts', 'elst'), movieScale, scale),
  }
}

function timesOf(body: Buffer | null, scale: number) {
  const table = numbersOf(body ?? Buffer.alloc(0))
  const rows = Math.min(table.word(4), Math.floor((table.bytes - 8) / 8))
  let samples = 0
  let shortest = Number.POSITIVE_INFINITY
  let longest = 0
  for (let row = 0; row < rows; row += 1) {
    const count = table.word(8 + row * 8)
    const time = scale ? table.word(12 + row * 8) / scale : 0
    samples += count
    // The last sample may be held for any time.
    if (row === rows - 1 && count === 1 && row > 0) break
    shortest = Math.min(shortest, time)
    longest = Math.max(longest, time)
  }
  return { samples, shortest: Number.isFinite(shortest) ? shortest : 0, longest }
}

function bytesOf(body: Buffer | null): number {
  const table = numbersOf(body ?? Buffer.alloc(0))
  const [each, count] = [table.word(4), table.word(8)]
  if (each > 0) return each * count
  let bytes = 0
  for (let at = 12; at + 4 <= Math.min(table.bytes, 12 + count * 4); at += 4) bytes += table.word(at)
  return bytes
}

/** Counted in pictures of usual length. */
function groupSeconds(body: Buffer | null, samples: number, seconds: number): number | null {
  if (!body) return null
  const table = numbersOf(body)
  const rows = Math.min(table.word(4), Math.floor((table.bytes - 8) / 4))
  let most = 0
  let before = 1
  for (let row = 0; row < rows; row += 1) {
    const sample = table.word(8 + row * 4)
    most = Math.max(most, sample - before)
    before = sample
  }
  return samples > 0 ? (Math.max(most, samples + 1 - before) * seconds) / samples : 0
}

function editsOf(body: Buffer | null, movieScale: number, scale: number) {
  const list = numbersOf(body ?? Buffer.alloc(0))
  const isLong = list.byte(0) === 1
  const rowBytes = isLong ? 20 : 12
  const rows = Math.min(list.word(4), Math.floor((list.bytes - 8) / rowBytes), EDITS_MAX)
  return Array.from({ length: Math.max(0, rows) }, (_, row) => {
    const at = 8 + row * rowBytes
    const from = isLong ? list.signedLong(at + 8) : list.signedWord(at + 4)
    return {
      seconds: movieScale ? (isLong ? list.long(at) : list.word(at)) / movieScale : 0,
      // -1: nothing is shown for so long.
      from: from < 0 ? from : scale ? from / scale : 0,
    }
  })
}
