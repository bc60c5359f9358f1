/**
 * Decodes music by programs in WebAssembly, which can do no more than compute, and only as much of it as is wanted. Runs in
 * the music worker: some take seconds, and a damaged file may keep one busy for ever.
 */
import { FLACDecoder } from '@wasm-audio-decoders/flac'
import { OggVorbisDecoder } from '@wasm-audio-decoders/ogg-vorbis'
import CodecParser, { type OggPage, type OpusHeader } from 'codec-parser'
import { MPEGDecoder } from 'mpg123-decoder'
import { OpusDecoder } from 'opus-decoder'
import { afterTags } from './music-frames.ts'
import type { MusicKind } from './music-kind.ts'
import { RATE_MAX, type Sound, stereo, TRACK_RATE } from './music-sound.ts'
import { waveOf, waveSound } from './music-wave.ts'

/** Of a file, or of the floats that an encoder wrote: two channels at 48 kHz, sample by sample. */
export type Decodable = Exclude<MusicKind, 'aac' | 'm4a'> | 'floats'

interface Chunk {
  readonly channelData: readonly Float32Array[]
  readonly sampleRate: number
}

/** What a decoder is given at once. Of the other formats a few bytes may stand for many samples of silence. */
const MP3_BYTES = 64 * 1024
const OTHER_BYTES = 1024

/** As much as can be decoded of the first `seconds`, in two channels; no samples when there is none. */
export async function decodeMusic(kind: Decodable, bytes: Buffer, seconds: number): Promise<Sound> {
  if (kind === 'floats') return floats(bytes)
  if (kind === 'wav') {
    const wave = waveOf(bytes)
    return wave ? stereo(waveSound(wave, seconds), 'wave') : NOTHING
  }
  return await gatherSound(decoders[kind](bytes), { seconds, order: kind === 'vorbis' ? 'vorbis' : 'wave' })
}

const NOTHING: Sound = { rate: TRACK_RATE, channels: [] }

function floats(bytes: Buffer): Sound {
  const frames = Math.floor(bytes.length / 8)
  const channel = (at: number) => Float32Array.from({ length: frames }, (_, frame) => bytes.readFloatLE(frame * 8 + at))
  return { rate: TRACK_RATE, channels: [channel(0), channel(4)] }
}

type Chunks = AsyncGenerator<Chunk>
const decoders: Record<Exclude<Decodable, 'floats' | 'wav'>, (bytes: Buffer) => Chunks> = {
  async *mp3(bytes) {
    const decoder = new MPEGDecoder()
    await decoder.ready
    for (const chunk of chunksOf(bytes.subarray(afterTags(bytes)), MP3_BYTES)) yield decoder.decode(chunk)
  },
  async *flac(bytes) {
    const decoder = new FLACDecoder()
    await decoder.ready
    for (const chunk of chunksOf(bytes.subarray(afterTags(bytes)))) yield await decoder.decode(chunk)
    yield await decoder.flush()
  },
  async *vorbis(bytes) {
    const decoder = new OggVorbisDecoder()
    await decoder.ready
    for (const chunk of chunksOf(bytes)) yield await decoder.decode(chunk)
    yield await decoder.flush()
  },
  async *opus(bytes) {
    const parser = new CodecParser<OggPage>('application/ogg', { enableFrameCRC32: false })
    let decoder: OpusDecoder | null = null
    for (const chunk of chunksOf(bytes))
      for (const page of all(parser.parseChunk(chunk))) {
        const [first] = page.codecFrames
        if (!first) continue
        decoder ??= opusDecoder(first.header as OpusHeader)
        await decoder.ready
        yield decoder.decodeFrames(page.codecFrames.map((frame) => frame.data))
      }
  },
}

/** Opus makes stereo of any number of channels itself. */
function opusDecoder({ channels, streamCount, coupledStreamCount, channelMappingTable, preSkip }: OpusHeader) {
  return new OpusDecoder({ channels, streamCount, coupledStreamCount, channelMappingTable, preSkip, forceStereo: true })
}

/** The parser's type names an iterator; what it gives is walked over. */
const all = <T>(iterator: Iterator<T>): Iterable<T> => ({ [Symbol.iterator]: () => iterator })

function* chunksOf(bytes: Buffer, size = OTHER_BYTES): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield new Uint8Array(bytes.subarray(at, at + size))
}

/** Until there is enough. A decoder that fails has returned what it could; a part of another rate is skipped. */
async function gatherSound(
  chunks: Chunks,
  { seconds, order }: { seconds: number; order: 'wave' | 'vorbis' },
): Promise<Sound> {
  let whole = { rate: 0, left: new Float32Array(0), right: new Float32Array(0) }
  let frames = 0
  try {
    for await (const { channelData, sampleRate: rate } of chunks) {
      const [left, right] = stereo({ rate, channels: channelData }, order).channels
      if (!left?.length || !right || rate <= 0 || rate > RATE_MAX) continue
      // Room for all of it at once: thousands of small chunks would hold much more.
      if (whole.rate === 0) whole = roomFor(rate, seconds)
      if (rate !== whole.rate) continue
      const room = whole.left.length - frames
      whole.left.set(left.subarray(0, room), frames)
      whole.right.set(right.subarray(0, room), frames)
      frames += Math.min(room, left.length)
      if (frames === whole.left.length) break
    }
  } catch (error) {
    // Every decoder has errors of its own for a broken file; without any sound the caller reports it.
    if (!(error instanceof Error)) throw error
  }
  return { rate: whole.rate, channels: [whole.left.subarray(0, frames), whole.right.subarray(0, frames)] }
}

function roomFor(rate: number, seconds: number) {
  const frames = Math.ceil(seconds * rate)
  return { rate, left: new Float32Array(frames), right: new Float32Array(frames) }
}
