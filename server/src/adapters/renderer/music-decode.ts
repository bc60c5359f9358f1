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
import { type Sound, stereo, TRACK_RATE } from './music-sound.ts'
import { waveOf, waveSound } from './music-wave.ts'

/** Of a file, or of the floats that an encoder wrote: two channels at 48 kHz, sample by sample. */
export type Decodable = Exclude<MusicKind, 'aac' | 'm4a'> | 'floats'

interface Piece {
  readonly channelData: readonly Float32Array[]
  readonly sampleRate: number
}

const CHUNK_BYTES = 64 * 1024

/** As much as can be decoded of the first `seconds`, in two channels; no samples when there is none. */
export async function decodeMusic(kind: Decodable, bytes: Buffer, seconds: number): Promise<Sound> {
  if (kind === 'floats') return floats(bytes)
  if (kind === 'wav') {
    const wave = waveOf(bytes)
    return wave ? stereo(waveSound(wave, seconds), 'wave') : NOTHING
  }
  const order = kind === 'vorbis' ? 'vorbis' : 'wave'
  return stereo(await gathered(decoders[kind](bytes), seconds), order)
}

const NOTHING: Sound = { rate: TRACK_RATE, channels: [] }

function floats(bytes: Buffer): Sound {
  const frames = Math.floor(bytes.length / 8)
  const channel = (at: number) => Float32Array.from({ length: frames }, (_, frame) => bytes.readFloatLE(frame * 8 + at))
  return { rate: TRACK_RATE, channels: [channel(0), channel(4)] }
}

type Pieces = AsyncGenerator<Piece>
const decoders: Record<Exclude<Decodable, 'floats' | 'wav'>, (bytes: Buffer) => Pieces> = {
  async *mp3(bytes) {
    const decoder = new MPEGDecoder()
    await decoder.ready
    for (const chunk of chunksOf(bytes.subarray(afterTags(bytes)))) yield decoder.decode(chunk)
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

function* chunksOf(bytes: Buffer): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield new Uint8Array(bytes.subarray(at, at + CHUNK_BYTES))
}

/** Until there is enough. A decoder that gives up has given what it could; another rate or number of channels is passed over. */
async function gathered(pieces: Pieces, seconds: number): Promise<Sound> {
  const kept: Piece[] = []
  let frames = 0
  try {
    for await (const piece of pieces) {
      const [first] = piece.channelData
      if (!first?.length || piece.sampleRate <= 0) continue
      const like = kept[0] ?? piece
      if (piece.sampleRate !== like.sampleRate || piece.channelData.length !== like.channelData.length) continue
      kept.push(piece)
      frames += first.length
      if (frames >= seconds * piece.sampleRate) break
    }
  } catch (error) {
    // Every decoder has errors of its own for a file that is broken; without any sound it is told by what called.
    if (!(error instanceof Error)) throw error
  }
  const channels = kept[0]?.channelData.map((_, channel) =>
    joined(
      kept.map((piece) => piece.channelData[channel]),
      frames,
    ),
  )
  return { rate: kept[0]?.sampleRate ?? TRACK_RATE, channels: channels ?? [] }
}

function joined(parts: readonly (Float32Array | undefined)[], frames: number): Float32Array {
  const whole = new Float32Array(frames)
  let at = 0
  for (const part of parts) {
    if (!part) continue
    whole.set(part, at)
    at += part.length
  }
  return whole
}
