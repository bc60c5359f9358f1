/** What the encoder makes of sound, wherever it lies; pictures are in `local-renderer.test.ts`. */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { REEL_HEIGHT, REEL_WIDTH } from '@tangelo/contract/limits'
import { expect, test } from 'vitest'
import { findEncoder } from './encoder.ts'
import { encoderArguments } from './encoder-arguments.ts'
import { encoderProcess } from './encoder-process.ts'
import { waveFile } from './music-wave.ts'

const RATE = 48_000
const SECONDS = 0.2

test.each([
  ['the one that was found', {}],
  ['the one of the package, of 2018', { searchPath: '' }],
])('music is heard from a folder of any name, by %s', async (_which, places) => {
  const folder = await mkdtemp(join(tmpdir(), 'tangelo-sound-'))
  const odd = join(folder, `it's [a]; b\\c:d, %d "e"`)
  await mkdir(odd)
  const [audioPath, path] = [join(odd, 'music.wav'), join(odd, 'reel.mp4')]
  const tone = Float32Array.from({ length: SECONDS * RATE }, (_, at) => Math.sin(at / 20) / 2)
  await writeFile(audioPath, waveFile(tone, tone, RATE))
  const { path: program, canDecode: isRecent } = await findEncoder({ ffmpegPath: null, ...places })
  const encoder = encoderProcess(
    program,
    encoderArguments({ quality: 'standard', seconds: SECONDS, audioPath, path, isRecent }),
  )
  const black = new Uint8Array((REEL_WIDTH * REEL_HEIGHT * 3) / 2).fill(128).fill(16, 0, REEL_WIDTH * REEL_HEIGHT)
  for (let frame = 0; frame < 6; frame += 1) await encoder.write(black)
  expect(await encoder.finish()).toBe(6)
  const decoding = ['-loglevel', 'error', '-i', `file:${path}`, '-vn', '-f', 's16le', '-']
  const { stdout } = await promisify(execFile)(program, decoding, { encoding: 'buffer', maxBuffer: 1_000_000 })
  const heard = Int16Array.from({ length: stdout.length / 4 }, (_, at) => stdout.readInt16LE(at * 4))
  expect(heard.length / RATE).toBeCloseTo(SECONDS, 1)
  expect(Math.max(...heard)).toBeGreaterThan(12_000)
  await rm(folder, { recursive: true })
})
