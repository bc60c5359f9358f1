/**
 * Music that a user has uploaded: judged when it comes, made into a track when a reel is rendered. mp3, wav, ogg and flac are
 * decoded here; m4a and aac by a current ffmpeg (docs/decisions/0010). Decoders get limits of time and are ended when they
 * exceed them or the render is cancelled.
 */
import { execFile } from 'node:child_process'
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { MUSIC_BYTES_MAX } from '@tangelo/contract/limits'
import { answerOf } from '#platform/thread.ts'
import { RenderRefused } from '#ports/renderer.ts'
import type { Encoder } from './encoder.ts'
import type { MusicWork } from './music.worker.ts'
import { type Music, type MusicKind, musicIn } from './music-kind.ts'
import { TRACK_RATE } from './music-sound.ts'
import { waveFile } from './music-wave.ts'

const SECONDS_MIN = 0.1
const SECONDS_MAX = 15 * 60
/** A minute of the slowest format takes two seconds on an idle core. */
const DECODING_MS_MAX = 60_000
/** Pieces of sound die young: with little room for these, a minute of Ogg takes 160 MB less. */
const DECODER_HEAP = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 4 }
const DECODER_ALLOCATION_BYTES_MAX = 64 * 1024 * 1024

const TYPES: Record<MusicKind, string> = {
  mp3: 'audio/mpeg',
  aac: 'audio/aac',
  m4a: 'audio/mp4',
  wav: 'audio/wav',
  vorbis: 'audio/ogg',
  opus: 'audio/ogg',
  flac: 'audio/flac',
}

interface TrackOrder {
  readonly path: string
  readonly seconds: number
  /** 0 to 1. */
  readonly volume: number
  readonly encoder: Encoder
  /** A folder for the track and what leads to it. */
  readonly workPath: string
  readonly signal: AbortSignal
}

/**
 * Length and media type of a file, by its content. Throws `RenderRefused` `bad_music` with a sentence for the person who
 * brought it. `encoder` is asked only for what it would have to decode.
 */
export async function judgeMusic(
  path: string,
  { encoder }: { encoder?: () => Promise<Encoder> } = {},
): Promise<{ seconds: number; type: string }> {
  const { kind, seconds } = await inspectMusic(path)
  if (encoder && isForeign(kind)) mustDecode(await encoder())
  return { seconds, type: TYPES[kind] }
}

async function inspectMusic(path: string): Promise<Music> {
  const { size } = await stat(path)
  if (size > MUSIC_BYTES_MAX) throw bad(`is larger than ${MUSIC_BYTES_MAX / 1024 / 1024} MB.`)
  const music = await musicIn(path, await readFile(path))
  if ('because' in music) throw bad(music.because)
  if (music.seconds < SECONDS_MIN) throw bad('holds no music that could be heard.')
  if (music.seconds > SECONDS_MAX) throw bad(`is longer than ${SECONDS_MAX / 60} minutes.`)
  return music
}

const bad = (because: string, options?: ErrorOptions) => new RenderRefused('bad_music', `This file ${because}`, options)
const isForeign = (kind: MusicKind): kind is 'aac' | 'm4a' => kind === 'aac' || kind === 'm4a'

function mustDecode({ canDecode }: Encoder): void {
  if (canDecode) return
  throw bad(
    'is m4a or aac, which needs ffmpeg 5 or later on the server (on Debian and Ubuntu: apt-get install ffmpeg). Bring it as mp3, wav, ogg or flac, or install that.',
  )
}

/**
 * A WAV of 48 kHz, stereo, 16 bits and exactly `seconds`: the music from its beginning, again from there where it ends too
 * early, 20 ms faded in and 1 s out, never louder than -1 dB. Throws `RenderRefused`, or the signal's reason.
 */
export async function musicTrack(order: TrackOrder): Promise<string> {
  const { path, seconds, volume, workPath, signal } = order
  signal.throwIfAborted()
  const outputPath = join(workPath, 'music.wav')
  if (volume === 0) {
    const silence = new Float32Array(Math.round(seconds * TRACK_RATE))
    await writeFile(outputPath, waveFile(silence, silence, TRACK_RATE)).catch(refuseIfFull)
    return outputPath
  }
  const { kind } = await inspectMusic(path)
  const source = isForeign(kind) ? { path: await foreignFloats(kind, order), kind: 'floats' as const } : { path, kind }
  try {
    const isHeard = await inThread({ ...source, seconds, volume, outputPath }, signal).catch((error: unknown) => {
      signal.throwIfAborted()
      throw isFull(error) ? full() : bad('could not be decoded.', { cause: error })
    })
    if (!isHeard) throw bad('gives no sound. It may be damaged.')
    return outputPath
  } finally {
    if (source.kind === 'floats') await rm(source.path, { force: true })
  }
}

const full = () => new RenderRefused('disk_full', 'The disk of the server is full. Make room and render again.')

function refuseIfFull(error: unknown): never {
  throw isFull(error) ? full() : error
}

const isFull = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOSPC'

async function inThread(work: MusicWork, signal: AbortSignal): Promise<boolean> {
  signal.throwIfAborted()
  const thread = new Worker(new URL('./music.worker.ts', import.meta.url), {
    workerData: work,
    resourceLimits: DECODER_HEAP,
  })
  const limit = AbortSignal.any([signal, AbortSignal.timeout(DECODING_MS_MAX)])
  const ended = new Promise<never>((_, reject) => limit.addEventListener('abort', () => reject(limit.reason)))
  try {
    return await Promise.race([answerOf<boolean>(thread, 'The decoder'), ended])
  } finally {
    await thread.terminate()
  }
}

/** As floats, by ffmpeg: with the demuxer that the content calls for, from this one file, and no more than is wanted. */
async function foreignFloats(kind: 'aac' | 'm4a', { path, seconds, encoder, workPath, signal }: TrackOrder) {
  mustDecode(encoder)
  const floatsPath = join(workPath, 'music.floats')
  const limits = ['-nostdin', '-hide_banner', '-loglevel', 'error', '-max_alloc', `${DECODER_ALLOCATION_BYTES_MAX}`]
  const input = [
    '-protocol_whitelist',
    'file',
    '-f',
    kind === 'aac' ? 'aac' : 'mov',
    '-threads',
    '1',
    '-i',
    `file:${path}`,
  ]
  const form = ['-map', '0:a:0', '-vn', '-sn', '-dn', '-ac', '2', '-ar', `${TRACK_RATE}`, '-t', `${seconds}`]
  const output = ['-threads', '1', '-f', 'f32le', '-y', `file:${floatsPath}`]
  const options = { signal, timeout: DECODING_MS_MAX, killSignal: 'SIGKILL', maxBuffer: 1_000_000 } as const
  const failure = await new Promise<string | null>((resolve) => {
    execFile(encoder.path, [...limits, ...input, ...form, ...output], options, (error, _, stderr) =>
      resolve(error ? stderr || error.message : null),
    )
  })
  if (failure === null) return floatsPath
  await rm(floatsPath, { force: true })
  signal.throwIfAborted()
  if (/no space left/i.test(failure)) throw full()
  throw bad('could not be decoded. It may be damaged.', { cause: failure })
}
