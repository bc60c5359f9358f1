/**
 * Renders reels on this machine: a thread draws the frames, an encoder of its own process makes the video of them, and this
 * thread only passes them on. A file has its name only when it is whole.
 */
import { readFile, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { REEL_HEIGHT, REEL_WIDTH } from '@tangelo/contract/limits'
import { compileKernel, type Size, type WasmModule } from '@tangelo/kernel'
import { cuttingOf } from '@tangelo/kernel/cutting'
import { frameAt, type Timeline, timelineOf } from '@tangelo/kernel/timeline'
import { type ReelOrder, type Renderer, RenderRefused } from '#ports/renderer.ts'
import { captionPicture } from './captions.ts'
import { drawnFrames, type FramesWanted } from './drawn-frames.ts'
import { findEncoder } from './encoder.ts'
import { encoderArguments } from './encoder-arguments.ts'
import { encoderProcess } from './encoder-process.ts'
import type { ReadPicture } from './frames.worker.ts'
import { judgeMusic, musicTrack } from './music.ts'
import { checkReel } from './reel-check.ts'
import { asJpeg, picturePixels, pictureSize } from './source-pictures.ts'

/** Progress is reported this often: ten times a second when it goes well. */
const PROGRESS_FRAMES = 10
/** A frame takes a second on the slowest machine, and so does the end of the file. */
const STALL_MS = 5 * 60_000
const STALL_LOOKS = 30
const REEL: Size = { width: REEL_WIDTH, height: REEL_HEIGHT }

/** `ffmpegPath` is FFMPEG_PATH, empty when it is not set. A render without progress for `stallMs` is given up. */
export function localRenderer({
  ffmpegPath,
  stallMs = STALL_MS,
}: {
  ffmpegPath: string | null | undefined
  stallMs?: number
}): Renderer {
  return {
    async render(order) {
      const { settings, signal, workPath } = order
      signal.throwIfAborted()
      const encoder = await findEncoder({ ffmpegPath })
      const sizes = await Promise.all(order.pictures.map(pictureSize))
      const timeline = timelineOf(settings, sizes)
      const { frames, seconds } = timeline
      const [{ picture: caption }, audioPath] = await Promise.all([
        captionPicture(settings.caption),
        settings.music && order.musicPath
          ? musicTrack({ path: order.musicPath, seconds, volume: settings.music.volume, encoder, workPath, signal })
          : null,
      ])
      const part = join(workPath, 'reel.part.mp4')
      const args = encoderArguments({
        quality: settings.quality,
        seconds,
        audioPath,
        path: part,
        isRecent: encoder.canDecode,
      })
      const drawing = {
        kernel: await kernelModule(),
        timeline,
        coverFrame: frameAt(timeline, settings.coverSeconds),
        caption,
        readPicture: (index: number) => readPicture(index, order.pictures, sizes, timeline),
      }
      // Nothing is awaited from here to where `encodeReel` listens: a signal that has been given is not given again.
      signal.throwIfAborted()
      const cover = await encodeReel(encoder.path, args, drawing, order, stallMs)
      const path = join(workPath, 'reel.mp4')
      await rename(part, path)
      const [{ size: bytes }, check] = await Promise.all([stat(path), checkReel(path)])
      return { path, bytes, frames, seconds, cover, check }
    },
    drawCaption: captionPicture,
    async encoder() {
      const { version, path, canDecode } = await findEncoder({ ffmpegPath })
      return { name: `ffmpeg ${version}`, path, canDecode }
    },
    judgeMusic: (path) => judgeMusic(path, { encoder: () => findEncoder({ ffmpegPath }) }),
  }
}

let compiled: WasmModule | undefined

/** Compiled for the first reel, and kept. */
async function kernelModule(): Promise<WasmModule> {
  const path = fileURLToPath(import.meta.resolve('@tangelo/kernel/kernel-shared.wasm'))
  compiled ??= await compileKernel(await readFile(path))
  return compiled
}

async function readPicture(
  index: number,
  pictures: readonly Uint8Array[],
  sizes: readonly Size[],
  { scenes }: Timeline,
): Promise<ReadPicture | null> {
  const [scene, bytes, picture] = [scenes[index], pictures[index], sizes[index]]
  if (!scene || !bytes || !picture) return null
  const cutting = cuttingOf(scene, picture, REEL)
  return { index, pixels: await picturePixels(bytes, index, cutting), origin: { picture, cutting } }
}

/** Returns the cover as a JPEG. Encoder and thread have been ended afterwards. */
async function encodeReel(
  encoderPath: string,
  args: readonly string[],
  drawing: Omit<FramesWanted, 'write'>,
  { signal, onProgress }: ReelOrder,
  stallMs: number,
): Promise<Buffer> {
  const { frames } = drawing.timeline
  const encoder = encoderProcess(encoderPath, args)
  const stall = stallWatch(stallMs)
  let done = 0
  const drawn = drawnFrames({
    ...drawing,
    async write(frame) {
      await encoder.write(frame)
      stall.noteProgress()
      done += 1
      if (done % PROGRESS_FRAMES === 0 || done === frames) onProgress(done, frames)
    },
  })
  const giveUp = () => {
    void encoder.end()
    void drawn.end()
  }
  signal.addEventListener('abort', giveUp, { once: true })
  async function whole(): Promise<Buffer> {
    const cover = drawn.cover.then((rgba) => asJpeg(rgba, REEL))
    // It is waited for below, unless something else fails before.
    cover.catch(() => undefined)
    await drawn.taken
    const taken = await encoder.finish()
    if (taken !== frames)
      throw new RenderRefused(
        'encoder_failed',
        `The video encoder took ${taken} of ${frames} frames. Generate the reel again.`,
      )
    return await cover
  }
  try {
    return await Promise.race([whole(), stall.stalled])
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    stall.end()
    signal.removeEventListener('abort', giveUp)
    await Promise.all([encoder.end(), drawn.end()])
  }
}

/** Looks now and then, and counts its looks: a machine that slept for long has not seen that nothing happened. */
function stallWatch(stallMs: number) {
  const stalled = Promise.withResolvers<never>()
  // Once the video is whole, no code awaits it any more.
  stalled.promise.catch(() => undefined)
  let looks = 0
  const timer = setInterval(() => {
    looks += 1
    if (looks < STALL_LOOKS) return
    const sentence = 'The video made no progress for five minutes and was given up. Generate the reel again.'
    stalled.reject(new RenderRefused('stalled', sentence))
  }, stallMs / STALL_LOOKS)
  return {
    stalled: stalled.promise,
    noteProgress() {
      looks = 0
    },
    end: () => clearInterval(timer),
  }
}
