/** How the pictures and the sound of a track are coded, by its sample entry. Missing values are 0 or null. */
import { type PictureFormat, pictureFormat } from './h264-parameters.ts'
import { boxAt, numbersOf } from './mp4-boxes.ts'
import type { Mp4Track } from './mp4-tracks.ts'

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
    const config = numbersOf(hevc)
    const bitDepth = 8 + Math.max(config.byte(17) & 7, config.byte(18) & 7)
    const isProgressive = (config.byte(6) & 0x40) === 0
    return {
      name: 'HEVC',
      profile: null,
      level: (config.byte(12) / 30).toFixed(1),
      ...size,
      format: { chroma: config.byte(16) & 3, bitDepth, isProgressive },
    }
  }
  return { name: /^[\x20-\x7e]{4}$/.test(codec) ? codec : 'unknown', profile: null, level: null, ...size, format: null }
}

const RATES = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350]

/** By the stream's own description where there is one: the sample entry of AAC often differs. */
export function audioCodec({ codec, entry }: Mp4Track): AudioCodec {
  const fields = numbersOf(entry)
  const track = { rate: fields.word(24) >>> 16, channels: fields.short(16) }
  const config = codec === 'mp4a' ? decoderConfig(boxAt(entry.subarray(28), 'esds')) : null
  if (!config) return { isAac: false, ...track }
  const [first, second] = [numbersOf(config).byte(0), numbersOf(config).byte(1)]
  const channels = (second >> 3) & 15
  return {
    isAac: true,
    rate: RATES[((first & 7) << 1) | (second >> 7)] ?? track.rate,
    channels: channels === 7 ? 8 : channels || track.channels,
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
