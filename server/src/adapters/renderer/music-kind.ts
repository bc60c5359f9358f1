/** The format and length of a music file, by its content: names and types from a browser are ignored. */
import { type Mp4Outline, mp4Outline } from './mp4-boxes.ts'
import { tracksIn } from './mp4-tracks.ts'
import { afterTags, readFramedSeconds } from './music-frames.ts'
import { RATE_MAX } from './music-sound.ts'
import { waveOf } from './music-wave.ts'

export type MusicKind = 'mp3' | 'aac' | 'm4a' | 'wav' | 'vorbis' | 'opus' | 'flac'

export interface Music {
  readonly kind: MusicKind
  readonly seconds: number
}

/** Why it is none: the rest of a sentence that begins with 'This file '. */
export interface NoMusic {
  readonly because: string
}

const CHANNELS_MAX = 8

const BROKEN: NoMusic = { because: 'is damaged: its length cannot be read.' }
const A_VIDEO: NoMusic = { because: 'is a video. Bring its sound alone, as mp3 or m4a.' }
const OTHER: NoMusic = {
  because: 'is not a music file that can be read. Use MP3, M4A, AAC, WAV, OGG or FLAC.',
}
const A_ZIP: NoMusic = {
  because: 'is a ZIP archive, not music. Unpack it and bring one file: mp3, m4a, aac, wav, ogg and flac can be used.',
}

export async function musicIn(path: string, bytes: Buffer): Promise<Music | NoMusic> {
  const text = (from: number, to: number) => bytes.toString('latin1', from, to)
  if (text(0, 2) === 'PK' && [3, 5, 7].includes(bytes[2] ?? 0)) return A_ZIP
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WAVE') return wave(bytes)
  if (text(0, 4) === 'RIFF') return text(8, 12) === 'AVI ' ? A_VIDEO : OTHER
  if (text(0, 4) === 'OggS') return ogg(bytes)
  if (text(4, 8) === 'ftyp') return mp4(await mp4Outline(path))
  if (text(0, 4) === '\x1aE\xdf\xa3') return A_VIDEO
  const tagsEnd = afterTags(bytes)
  if (text(tagsEnd, tagsEnd + 4) === 'fLaC') return flac(bytes, tagsEnd)
  return readFramedSeconds(bytes) ?? OTHER
}

function wave(bytes: Buffer): Music | NoMusic {
  const found = waveOf(bytes)
  if (found) return { kind: 'wav', seconds: found.frames / found.rate }
  return { because: 'is a WAV whose sound is compressed or damaged. Save it as PCM, or as mp3.' }
}

function mp4({ moov }: Mp4Outline): Music | NoMusic {
  const tracks = moov ? tracksIn(moov) : []
  if (tracks.some((track) => track.kind === 'vide')) return A_VIDEO
  const sound = tracks.find((track) => track.kind === 'soun')
  if (!sound) return BROKEN
  if (sound.codec !== 'mp4a' && sound.codec !== 'alac') return OTHER
  return sound.seconds > 0 ? { kind: 'm4a', seconds: sound.seconds } : BROKEN
}

/** The first block has it: 18 bytes on, rate (20 bits), channels (3), depth (5), samples (36). */
function flac(bytes: Buffer, start: number): Music | NoMusic {
  const info = start + 8
  if (bytes.length < info + 18 || ((bytes[start + 4] ?? 0) & 127) !== 0) return BROKEN
  const rate = bytes.readUIntBE(info + 10, 3) >> 4
  const samples = ((bytes[info + 13] ?? 0) & 15) * 2 ** 32 + bytes.readUInt32BE(info + 14)
  if (rate > RATE_MAX) return OTHER
  return rate > 0 && samples > 0 ? { kind: 'flac', seconds: samples / rate } : BROKEN
}

const PAGE_HEADER_BYTES = 27
const FIRST_PAGES_MAX = 20
const LAST_PAGES_MAX = 1_000
const NO_POSITION = 0xffff_ffff_ffff_ffffn

/** The first pages name what is inside; the position of the last page is the length. Those between are not looked at. */
function ogg(bytes: Buffer): Music | NoMusic {
  let sound: { kind: 'vorbis' | 'opus'; serial: number; rate: number; channels: number; skipped: number } | null = null
  for (const { serial, body } of firstPages(bytes)) {
    const name = body.toString('latin1', 0, 8)
    if (name.startsWith('\x80theora') || name.startsWith('BBCD')) return A_VIDEO
    if (!sound && name.startsWith('\x01vorbis') && body.length >= 30)
      sound = { kind: 'vorbis', serial, rate: body.readUInt32LE(12), channels: body.readUInt8(11), skipped: 0 }
    if (!sound && name === 'OpusHead' && body.length >= 19)
      sound = { kind: 'opus', serial, rate: 48_000, channels: body.readUInt8(9), skipped: body.readUInt16LE(10) }
  }
  if (!sound || sound.rate > RATE_MAX || sound.channels > CHANNELS_MAX) return OTHER
  const seconds = (lastPosition(bytes, sound.serial) - sound.skipped) / sound.rate
  return Number.isFinite(seconds) && seconds > 0 ? { kind: sound.kind, seconds } : BROKEN
}

/** Every stream begins with one of its own, before anything else. */
function* firstPages(bytes: Buffer) {
  let at = 0
  for (let count = 0; count < FIRST_PAGES_MAX && at + PAGE_HEADER_BYTES <= bytes.length; count += 1) {
    const isFirst = bytes.toString('latin1', at, at + 4) === 'OggS' && ((bytes[at + 5] ?? 0) & 2) !== 0
    if (!isFirst) return
    const table = bytes.subarray(at + PAGE_HEADER_BYTES, at + PAGE_HEADER_BYTES + (bytes[at + 26] ?? 0))
    const start = at + PAGE_HEADER_BYTES + table.length
    const end = start + table.reduce((sum, segment) => sum + segment, 0)
    yield { serial: bytes.readUInt32LE(at + 14), body: bytes.subarray(start, end) }
    at = end
  }
}

function lastPosition(bytes: Buffer, serial: number): number {
  let at = bytes.lastIndexOf('OggS')
  for (let count = 0; count < LAST_PAGES_MAX && at > 0; count += 1) {
    const isWhole = at + PAGE_HEADER_BYTES <= bytes.length
    const position = isWhole && bytes.readUInt32LE(at + 14) === serial ? bytes.readBigUInt64LE(at + 6) : NO_POSITION
    if (position !== NO_POSITION) return Number(position)
    at = bytes.lastIndexOf('OggS', at - 1)
  }
  return 0
}
