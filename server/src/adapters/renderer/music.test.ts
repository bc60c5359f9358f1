import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Encoder, findEncoder } from './encoder.ts'
import { judgeMusic, musicTrack } from './music.ts'

let folder = ''
let old: Encoder
let current: Encoder
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tangelo-music-'))
  old = await findEncoder({ ffmpegPath: null, searchPath: '' })
  // It can read what it has just written; which one is asked does not matter to how it is asked.
  current = { ...old, canDecode: true }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Named .txt throughout: names decide nothing. */
const pathOf = (name: string) => join(folder, `${name}.txt`)

/** A tone, written by the encoder of the optional package. */
async function aTone(name: string, output: string[], { seconds = 2, hertz = 440 } = {}): Promise<string> {
  const input = ['-nostdin', '-v', 'error', '-f', 'lavfi', '-i', `sine=${hertz}:r=44100:d=${seconds},volume=4`]
  await promisify(execFile)(old.path, [...input, ...output, '-y', pathOf(name)])
  return pathOf(name)
}

async function aFile(name: string, bytes: Uint8Array): Promise<string> {
  await writeFile(pathOf(name), bytes)
  return pathOf(name)
}

const order = (path: string, given: Partial<Parameters<typeof musicTrack>[0]> = {}) => ({
  path,
  seconds: 3,
  volume: 1,
  encoder: old,
  workPath: folder,
  signal: new AbortController().signal,
  ...given,
})

async function samplesOf(path: string) {
  const file = await readFile(path)
  expect(file.toString('latin1', 0, 4)).toBe('RIFF')
  expect([file.readUInt16LE(22), file.readUInt32LE(24), file.readUInt16LE(34)]).toEqual([2, 48_000, 16])
  expect(file.readUInt32LE(40)).toBe(file.length - 44)
  const frames = (file.length - 44) / 4
  const left = Array.from({ length: frames }, (_, frame) => file.readInt16LE(44 + frame * 4) / 32_768)
  const right = Array.from({ length: frames }, (_, frame) => file.readInt16LE(46 + frame * 4) / 32_768)
  return { left, right }
}

const peak = (samples: number[]) => samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
const hertzOf = (samples: number[]) =>
  samples.filter((sample, at) => sample >= 0 && (samples[at - 1] ?? 0) < 0).length / (samples.length / 48_000)

const FORMATS: [name: string, output: string[], type: string][] = [
  ['mp3', ['-c:a', 'libmp3lame', '-b:a', '128k', '-f', 'mp3'], 'audio/mpeg'],
  ['mp3 of changing rate', ['-c:a', 'libmp3lame', '-q:a', '4', '-ac', '2', '-f', 'mp3'], 'audio/mpeg'],
  ['mp3 at 22 kHz', ['-c:a', 'libmp3lame', '-ar', '22050', '-f', 'mp3'], 'audio/mpeg'],
  ['wav', ['-f', 'wav'], 'audio/wav'],
  ['wav of 24 bits', ['-c:a', 'pcm_s24le', '-ar', '96000', '-f', 'wav'], 'audio/wav'],
  ['wav of floats', ['-c:a', 'pcm_f32le', '-ac', '6', '-f', 'wav'], 'audio/wav'],
  ['vorbis', ['-c:a', 'libvorbis', '-ac', '2', '-f', 'ogg'], 'audio/ogg'],
  ['opus', ['-c:a', 'libopus', '-ac', '2', '-f', 'ogg'], 'audio/ogg'],
  ['flac', ['-c:a', 'flac', '-f', 'flac'], 'audio/flac'],
  ['m4a', ['-c:a', 'aac', '-f', 'ipod'], 'audio/mp4'],
  ['aac', ['-c:a', 'aac', '-f', 'adts'], 'audio/aac'],
]

test.each(FORMATS)('%s is known by its content, and the same tone comes out', async (name, output, type) => {
  const path = await aTone(name, output)
  const judged = await judgeMusic(path)
  expect(judged.type).toBe(type)
  expect(judged.seconds).toBeGreaterThan(1.99)
  expect(judged.seconds).toBeLessThan(2.15)
  const { left, right } = await samplesOf(await musicTrack(order(path, { seconds: 1.5, encoder: current })))
  expect(left.length).toBe(72_000)
  expect(right.length).toBe(72_000)
  for (const channel of [left, right]) {
    expect(Math.abs(hertzOf(channel.slice(2_400, 45_600)) - 440)).toBeLessThan(2)
    expect(peak(channel)).toBeGreaterThan(0.2)
    expect(peak(channel)).toBeLessThan(0.9)
  }
})

test('it is exactly as long as the reel: cut, or repeated without a click', async () => {
  const path = await aTone('loop', ['-f', 'wav'], { seconds: 2 })
  const cut = await samplesOf(await musicTrack(order(path, { seconds: 0.7 })))
  expect(cut.left.length).toBe(33_600)
  const { left } = await samplesOf(await musicTrack(order(path, { seconds: 15.5 })))
  expect(left.length).toBe(744_000)
  expect(peak(left.slice(14 * 48_000, 14 * 48_000 + 9_600))).toBeGreaterThan(0.3)
  const steps = left.slice(1).map((sample, at) => Math.abs(sample - (left[at] ?? 0)))
  // A tone of 440 Hz at this loudness goes no faster.
  expect(Math.max(...steps.slice(0, 100_000))).toBeLessThan(0.06)
  expect(peak(left.slice(90_000, 102_000))).toBeGreaterThan(0.3)
})

test('it comes in within 20 ms and goes out over the last second', async () => {
  const { left } = await samplesOf(await musicTrack(order(await aTone('fade', ['-f', 'wav'], { seconds: 4 }))))
  expect(Math.abs(left[0] ?? 1)).toBe(0)
  expect(peak(left.slice(0, 96))).toBeLessThan(0.1)
  const full = peak(left.slice(1_000, 90_000))
  expect(peak(left.slice(119_000, 121_000))).toBeGreaterThan(full * 0.4)
  expect(peak(left.slice(119_000, 121_000))).toBeLessThan(full * 0.6)
  expect(Math.abs(left.at(-1) ?? 1)).toBe(0)
})

test('volume is kept to, and nothing goes over -1 dB', async () => {
  const path = await aTone('volume', ['-c:a', 'pcm_f32le', '-af', 'volume=20', '-f', 'wav'])
  expect(peak((await samplesOf(await musicTrack(order(path)))).left)).toBeCloseTo(0.891, 2)
  const quiet = await aTone('quiet', ['-f', 'wav'])
  const loudness = async (volume: number) => peak((await samplesOf(await musicTrack(order(quiet, { volume })))).left)
  expect((await loudness(0.5)) / (await loudness(0.25))).toBeCloseTo(2, 1)
  expect(await loudness(0)).toBe(0)
})

const toRefusal = (message: string) => ({ name: 'RenderRefused', kind: 'bad_music', message })

test('what is no music is refused with a sentence', async () => {
  const zip = await aFile(
    'zip',
    Buffer.concat([Buffer.from('PK\u0003\u0004'), await readFile(await aTone('in-zip', ['-f', 'mp3']))]),
  )
  await expect(judgeMusic(zip)).rejects.toMatchObject(
    toRefusal(
      'This file is a ZIP archive, not music. Unpack it and bring one file: mp3, m4a, aac, wav, ogg and flac can be used.',
    ),
  )
  const none = toRefusal('This file is not a music file that can be read. Use MP3, M4A, AAC, WAV, OGG or FLAC.')
  for (const [at, other] of [
    Buffer.alloc(0),
    Buffer.from('<html>'),
    Buffer.alloc(200_000, 0xff),
    Buffer.from('OggS'),
  ].entries())
    await expect(judgeMusic(await aFile(`other-${at}`, other))).rejects.toMatchObject(none)
  const tagged = Buffer.from('ID3\u0004\u0000\u0000\u0000\u0000\u0000\u0010and nothing behind it', 'latin1')
  await expect(judgeMusic(await aFile('tag', tagged))).rejects.toMatchObject(none)
})

test('a video is refused, an album picture is not', async () => {
  const video = ['-f', 'lavfi', '-i', 'testsrc2=s=64x64:d=1', '-c:v', 'libx264', '-c:a', 'aac', '-f', 'mp4']
  await expect(judgeMusic(await aTone('video', video))).rejects.toMatchObject(
    toRefusal('This file is a video. Bring its sound alone, as mp3 or m4a.'),
  )
  const music = await readFile(await aTone('plain', ['-c:a', 'libmp3lame', '-f', 'mp3', '-id3v2_version', '0']))
  const picture = Buffer.alloc(300_000, 0xd8)
  const size = [21, 14, 7, 0].map((shift) => (picture.length >> shift) & 127)
  const tag = Buffer.concat([Buffer.from('ID3\u0003\u0000\u0000'), Buffer.from(size), picture])
  expect((await judgeMusic(await aFile('album', Buffer.concat([tag, music])))).seconds).toBeGreaterThan(1.9)
})

test('longer than a quarter of an hour, without sound, or too large is refused', async () => {
  const wave = await readFile(await aTone('short', ['-f', 'wav'], { seconds: 0.05 }))
  await expect(judgeMusic(pathOf('short'))).rejects.toMatchObject(
    toRefusal('This file holds no music that could be heard.'),
  )
  const slow = Buffer.concat([wave, Buffer.alloc(2_000_000)])
  slow.writeUInt32LE(1_000, 24)
  slow.writeUInt32LE(slow.length - 44, slow.indexOf('data') + 4)
  await expect(judgeMusic(await aFile('long', slow))).rejects.toMatchObject(
    toRefusal('This file is longer than 15 minutes.'),
  )
  await expect(judgeMusic(await aFile('large', Buffer.alloc(20 * 1024 * 1024 + 1)))).rejects.toMatchObject(
    toRefusal('This file is larger than 20 MB.'),
  )
})

test('m4a and aac need a current ffmpeg, and the error says so', async () => {
  const path = await aTone('m4a-alone', ['-c:a', 'aac', '-f', 'ipod'])
  const sentence = toRefusal(
    'This file is m4a or aac, which needs ffmpeg 5 or later on the server (on Debian and Ubuntu: apt-get install ffmpeg). Bring it as mp3, wav, ogg or flac, or install that.',
  )
  await expect(judgeMusic(path, { encoder: async () => old })).rejects.toMatchObject(sentence)
  await expect(musicTrack(order(path))).rejects.toMatchObject(sentence)
  expect(await judgeMusic(path, { encoder: async () => current })).toMatchObject({ type: 'audio/mp4' })
})

const ONE_OF_EACH = FORMATS.filter(([name]) => !/ (of|at) /.test(name))

test.each(ONE_OF_EACH)(
  '%s that is damaged gives what it holds or a sentence, and leaves nothing',
  async (name, output) => {
    const bytes = await readFile(await aTone(name, output))
    const shortened = Buffer.from(bytes.subarray(0, Math.floor(bytes.length / 3)))
    const noisy = Buffer.from(bytes)
    for (let at = 200; at < noisy.length; at += 7) noisy[at] = (at * 2_654_435_761) & 255
    for (const [round, broken] of [shortened, noisy].entries()) {
      const path = await aFile(`${name} ${round}`, broken)
      const made = await musicTrack(order(path, { seconds: 0.5, encoder: current })).catch((error: unknown) => error)
      if (typeof made === 'string') expect((await samplesOf(made)).left.length).toBe(24_000)
      else expect(made).toMatchObject({ kind: 'bad_music', message: expect.stringMatching(/^This file .+\.$/) })
    }
    expect(await readdir(folder)).not.toContain('music.floats')
  },
)

test('a cancelled render ends the decoder at once', async () => {
  const path = await aTone('cancelled', ['-c:a', 'flac', '-f', 'flac'], { seconds: 60 })
  const controller = new AbortController()
  const reason = new Error('cancelled')
  const atOnce = musicTrack(order(path, { seconds: 60, signal: controller.signal }))
  controller.abort(reason)
  await expect(atOnce).rejects.toBe(reason)
  // The whole takes a second.
  await expect(musicTrack(order(path, { seconds: 60, signal: AbortSignal.timeout(150) }))).rejects.toMatchObject({
    name: 'TimeoutError',
  })
})
