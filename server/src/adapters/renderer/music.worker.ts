/** A thread that makes one track under a reel of one file, and ends. */
import { readFile, writeFile } from 'node:fs/promises'
import { workerData } from 'node:worker_threads'
import { answerFromThread } from '#platform/thread.ts'
import { type Decodable, decodeMusic } from './music-decode.ts'
import { TRACK_RATE, track } from './music-sound.ts'
import { waveFile } from './music-wave.ts'

export interface MusicWork {
  readonly path: string
  readonly kind: Decodable
  readonly seconds: number
  /** 0 to 1. */
  readonly volume: number
  readonly outputPath: string
}

const work: MusicWork = workerData
// Decoders write a line about every damaged frame.
Object.assign(console, { error: () => undefined, warn: () => undefined })
// Whether anything is heard.
await answerFromThread(async () => {
  const sound = await decodeMusic(work.kind, await readFile(work.path), work.seconds)
  const made = track(sound, work)
  if (made) await writeFile(work.outputPath, waveFile(made.left, made.right, TRACK_RATE))
  return made !== null
})
