/** What the tracks of an MP4 or MOV file declare. Missing values are 0 or null. */
import { type PictureFormat, pictureFormat } from './h264-parameters.ts'
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

export interface VideoCodec {
  readonly name: string
  readonly profile: string | null
  readonly level: string | null
  readonly width: number
  readonly height: number
  readonly format: PictureFormat | null
}

export interface AudioCodec {
  readonly isAac: boolean
  readonly rate: number
  readonly channels: number
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

const H264_PROFILES: Record<number, string> = {
  66: 'Baseline',
  77: 'Main',
  88: 'Extended',
  100: 'High',
  110: 'High 10',
  122: 'High 4:2:2',
  244: 'High 4:4:4',
}

export function videoCodec({ codec, entry }: Mp4Track): VideoCodec {
  const fields = numbersOf(entry)
  const size = { width: fields.short(24), height: fields.short(26) }
  const inner = entry.subarray(78)
  const avc = /^avc[1-4]$/.test(codec) ? boxAt(inner, 'avcC') : null
  if (avc) {
    const set = avc.subarray(8, 8 + numbersOf(avc).short(6))
    const [profile, level] = [numbersOf(avc).byte(1), numbersOf(avc).byte(3)]
    return {
      name: 'H.264',
      profile: H264_PROFILES[profile] ?? `profile ${profile}`,
      level: (level / 10).toFixed(1),
      ...size,
      format: set.length > 4 ? pictureFormat(set) : null,
    }
  }
  const hevc = /^(hvc1|hev1)$/.test(codec) ? boxAt(inner, 'hvcC') : null
  if (hevc) {
    const told = numbersOf(hevc)
    const bitDepth = 8 + Math.max(told.byte(17) & 7, told.byte(18) & 7)
    const isProgressive = (told.byte(6) & 0x40) === 0
    return {
      name: 'HEVC',
      profile: null,
      level: (told.byte(12) / 30).toFixed(1),
      ...size,
      format: { chroma: told.byte(16) & 3, bitDepth, isProgressive },
    }
  }
  return { name: /^[\x20-\x7e]{4}$/.test(codec) ? codec : 'unknown', profile: null, level: null, ...size, format: null }
}

const RATES = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350]

/** By the stream's own description where there is one: the sample entry of AAC often differs. */
export function audioCodec({ codec, entry }: Mp4Track): AudioCodec {
  const fields = numbersOf(entry)
  const told = { rate: fields.word(24) >>> 16, channels: fields.short(16) }
  const config = codec === 'mp4a' ? decoderConfig(boxAt(entry.subarray(28), 'esds')) : null
  if (!config) return { isAac: false, ...told }
  const [first, second] = [numbersOf(config).byte(0), numbersOf(config).byte(1)]
  const channels = (second >> 3) & 15
  return {
    isAac: true,
    rate: RATES[((first & 7) << 1) | (second >> 7)] ?? told.rate,
    channels: channels === 7 ? 8 : channels || told.channels,
  }
}

/** ISO/IEC 14496-1: elementary stream (3) holds decoder config (4) of MPEG-4 audio (0x40), which holds specific info (5). */
function decoderConfig(esds: Buffer | null): Buffer | null {
  const stream = esds && descriptor(esds.subarray(4), 3)
  if (!stream) return null
  const flags = numbersOf(stream).byte(2)
  const optional = (flags & 0x80 ? 2 : 0) + (flags & 0x40 ? 1 + numbersOf(stream).byte(3) : 0) + (flags & 0x20 ? 2 : 0)
  const config = descriptor(stream.subarray(3 + optional), 4)
  return config && numbersOf(config).byte(0) === 0x40 ? descriptor(config.subarray(13), 5) : null
}

function descriptor(body: Buffer, tag: number): Buffer | null {
  if (body[0] !== tag) return null
  let bytes = 0
  for (let at = 1; at <= 4; at += 1) {
    const byte = body[at] ?? 0
    bytes = bytes * 128 + (byte & 127)
    if (byte < 128) return body.subarray(at + 1, at + 1 + bytes)
  }
  return null
}
