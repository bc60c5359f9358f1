/** Reels rendered in earnest, as short as they may be; ffprobe says what became of them. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { ReelSettings } from '@tangelo/contract'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findEncoder } from './encoder.ts'
import { encoderProcess } from './encoder-process.ts'
import { localRenderer } from './local-renderer.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tangelo-renderer-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const SETTINGS: ReelSettings = {
  pictures: [{ seconds: 1, motion: 'calm', strength: 0.07 }],
  transition: { kind: 'cross-fade', seconds: 0.5 },
  caption: { isShown: true, text: 'Harbour', place: 'bottom', style: 'outline' },
  music: null,
  coverSeconds: 0.5,
  quality: 'standard',
}

const picture = (background: string, width = 600, height = 800) =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer()

const order = async (changes: object = {}) => ({
  pictures: [await picture('#c06020')],
  settings: SETTINGS,
  musicPath: null,
  workPath: folder,
  signal: new AbortController().signal,
  onProgress: () => undefined,
  ...changes,
})

const renderer = localRenderer({ ffmpegPath: null })
const { path: encoderPath } = await findEncoder({ ffmpegPath: null })
const hasProbe = await promisify(execFile)('ffprobe', ['-version']).then(
  () => true,
  () => false,
)

test('a reel is whole, as Instagram takes it, with its cover', async () => {
  const progress: [number, number][] = []
  const reel = await renderer.render(
    await order({ onProgress: (done: number, all: number) => progress.push([done, all]) }),
  )
  expect(reel).toMatchObject({ path: join(folder, 'reel.mp4'), frames: 30, seconds: 1 })
  const unmet = reel.check.points.filter(({ isMet }) => !isMet).map(({ name }) => name)
  // The encoder of 2018, which comes as a package, cannot do without an edit list; Instagram refuses none.
  expect(unmet.filter((name) => name !== 'Edit list')).toEqual(['Length'])
  expect(progress).toEqual([
    [10, 30],
    [20, 30],
    [30, 30],
  ])
  expect(await readdir(folder)).toEqual(['reel.mp4'])
  const cover = sharp(reel.cover)
  expect(await cover.metadata()).toMatchObject({ format: 'jpeg', width: 1_080, height: 1_920 })
  const { data: corner } = await cover
    .extract({ left: 0, top: 0, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect(Math.max(...[0xc0, 0x60, 0x20].map((wanted, at) => Math.abs((corner[at] ?? 0) - wanted)))).toBeLessThan(4)
  if (hasProbe) await judgeByProbe(reel.path)
})

async function judgeByProbe(path: string) {
  const { stdout } = await promisify(execFile)('ffprobe', [
    ...['-v', 'error', '-count_frames', '-show_streams', '-show_format', '-of', 'json', path],
  ])
  const { streams, format } = JSON.parse(stdout)
  expect(streams[0]).toMatchObject({
    codec_name: 'h264',
    profile: 'High',
    width: 1_080,
    height: 1_920,
    pix_fmt: 'yuv420p',
    color_range: 'tv',
    color_space: 'bt709',
    color_transfer: 'bt709',
    color_primaries: 'bt709',
    r_frame_rate: '30/1',
    nb_read_frames: '30',
  })
  expect(streams[1]).toMatchObject({ codec_name: 'aac', sample_rate: '48000', channels: 2 })
  expect(Number(format.duration)).toBeCloseTo(1, 1)
}

test('a cancelled render ends within two seconds, and leaves neither encoder nor thread', async () => {
  const cancelling = new AbortController()
  const settings = { ...SETTINGS, pictures: [{ seconds: 10, motion: 'zoom-in', strength: 0.07 }] }
  const rendering = renderer.render(
    await order({
      settings,
      signal: cancelling.signal,
      onProgress: () => cancelling.abort(new Error('not wanted any more')),
    }),
  )
  await once(cancelling.signal, 'abort')
  const since = performance.now()
  await expect(rendering).rejects.toThrow('not wanted any more')
  expect(performance.now() - since).toBeLessThan(2_000)
  expect(await encodersIn(folder)).toEqual([])
  expect(existsSync(join(folder, 'reel.mp4'))).toBe(false)
})

test('one that was cancelled before it began does nothing', async () => {
  await expect(renderer.render(await order({ signal: AbortSignal.abort(new Error('too late')) }))).rejects.toThrow(
    'too late',
  )
  expect(await readdir(folder)).toEqual([])
})

test('one that is cancelled right before its encoder starts ends there', async () => {
  const cancelling = new AbortController()
  const settings = {
    ...SETTINGS,
    /** What is read of the settings last. */
    get coverSeconds() {
      cancelling.abort(new Error('just now'))
      return 0.5
    },
  }
  await expect(renderer.render(await order({ settings, signal: cancelling.signal }))).rejects.toThrow('just now')
  expect(await readdir(folder)).toEqual([])
})

test('a picture that breaks off is named', async () => {
  const whole = await sharp({
    create: {
      width: 900,
      height: 900,
      channels: 3,
      background: '#fff',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .jpeg()
    .toBuffer()
  const pictures = [await picture('#111'), whole.subarray(0, whole.length / 2)]
  const settings = {
    ...SETTINGS,
    pictures: [SETTINGS.pictures[0], SETTINGS.pictures[0]],
    transition: { kind: 'cut', seconds: 0.5 },
  }
  await expect(renderer.render(await order({ pictures, settings }))).rejects.toMatchObject({
    kind: 'bad_picture',
    message: 'Image 2 can no longer be read. Remove it and upload it again.',
  })
  expect(await encodersIn(folder)).toEqual([])
})

test('an encoder that is ended from outside is a failure, not a short reel', async () => {
  const settings = { ...SETTINGS, pictures: [{ seconds: 10, motion: 'zoom-in', strength: 0.07 }] }
  const rendering = renderer.render(
    await order({
      settings,
      onProgress: async () => {
        for (const id of await encodersIn(folder)) process.kill(id, 'SIGTERM')
      },
    }),
  )
  await expect(rendering).rejects.toMatchObject({ kind: 'encoder_failed' })
  expect(existsSync(join(folder, 'reel.mp4'))).toBe(false)
})

test('an encoder that hangs midway is given up and ended', async () => {
  const settings = { ...SETTINGS, pictures: [{ seconds: 10, motion: 'zoom-in', strength: 0.07 }] }
  const impatient = localRenderer({ ffmpegPath: null, stallMs: 1_500 })
  const rendering = impatient.render(
    await order({
      settings,
      onProgress: async () => {
        for (const id of await encodersIn(folder)) process.kill(id, 'SIGSTOP')
      },
    }),
  )
  await expect(rendering).rejects.toMatchObject({
    kind: 'stalled',
    message: 'The video made no progress for five minutes and was given up. Generate the reel again.',
  })
  expect(await encodersIn(folder)).toEqual([])
  expect(existsSync(join(folder, 'reel.mp4'))).toBe(false)
})

test('an encoder that takes no frame at all is given up, and a slow one is not', async () => {
  const hanging = join(folder, 'hanging-ffmpeg')
  const asked = `case "$1" in -encoders) exec ${encoderPath} -encoders ;; *) exec sleep 600 ;; esac`
  await writeFile(hanging, `#!/bin/sh\n${asked}\n`, { mode: 0o755 })
  const hung = localRenderer({ ffmpegPath: hanging, stallMs: 600 })
  await expect(hung.render(await order())).rejects.toMatchObject({ kind: 'stalled' })
  const slow = join(folder, 'slow-ffmpeg')
  const late = `case "$1" in -encoders) ;; *) sleep 1 ;; esac; exec ${encoderPath} "$@"`
  await writeFile(slow, `#!/bin/sh\n${late}\n`, { mode: 0o755 })
  const patient = localRenderer({ ffmpegPath: slow, stallMs: 10_000 })
  expect(await patient.render(await order())).toMatchObject({ frames: 30 })
})

test.skipIf(!existsSync('/dev/full'))('a full disk is said to be full', async () => {
  const encoder = encoderProcess(encoderPath, small('/dev/full'))
  const writing = (async () => {
    for (let frame = 0; frame < 300; frame += 1)
      await encoder.write(new Uint8Array(64 * 64 * 1.5).map(() => Math.random() * 255))
    return encoder.finish()
  })()
  await expect(writing).rejects.toMatchObject({
    kind: 'disk_full',
    message: 'There is no room left on the disk of this server for the video. Free some, then generate the reel again.',
  })
})

test('an encoder that cannot be started is a failure', async () => {
  const encoder = encoderProcess(join(folder, 'no-such-program'), [])
  await expect(encoder.finish()).rejects.toMatchObject({ kind: 'encoder_failed' })
})

test('when the program is killed, the encoder ends by itself', async () => {
  const script = join(folder, 'parent.ts')
  const [module, output] = [join(import.meta.dirname, 'encoder-process.ts'), join(folder, 'out.mp4')]
  await writeFile(
    script,
    `import { encoderProcess } from ${JSON.stringify(module)}
     const encoder = encoderProcess(${JSON.stringify(encoderPath)}, ${JSON.stringify(small(output))})
     for (;;) { await encoder.write(new Uint8Array(6144)); process.stdout.write('.') }`,
  )
  const parent = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(parent.stdout, 'data')
  expect(await encodersIn(folder)).toHaveLength(1)
  parent.kill('SIGKILL')
  await vi.waitFor(async () => expect(await encodersIn(folder)).toEqual([]), { timeout: 10_000, interval: 50 })
})

/** Raw frames of 64 by 64 into `path`. */
const small = (path: string) => [
  ...['-loglevel', 'error', '-y', '-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-s', '64x64', '-i', 'pipe:0'],
  ...['-c:v', 'libx264', '-f', 'mp4', path],
]

/** Ids of encoders that write into a folder. */
async function encodersIn(path: string): Promise<number[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const lines = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')))
  return ids.filter((_, at) => lines[at]?.startsWith(encoderPath) && lines[at]?.includes(path))
}
