/**
 * Renders reels on this machine: a thread draws the frames, an encoder of its own process makes the video of them, and this
 * thread only passes them on. A file has its name only when it is whole.
 */
import { readFile, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { REEL_HEIGHT, REEL_WIDTH } from '@tangelo/contract/limits'
import { compiledKernel, type Size, type WasmModule } from '@tangelo/kernel'
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
const REEL: Size = { width: REEL_WIDTH, height: REEL_HEIGHT }

/** `ffmpegPath` is FFMPEG_PATH, empty when it is not set. */
export function localRenderer({ ffmpegPath }: { ffmpegPath: string | null | undefined }): Renderer {
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
      signal.throwIfAborted()
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
      const cover = await encoded(encoder.path, args, drawing, order)
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
  compiled ??= await compiledKernel(await readFile(path))
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

/** Returns the cover as a JPEG. Encoder and thread have always ended afterwards. */
async function encoded(
  encoderPath: string,
  args: readonly string[],
  drawing: Omit<FramesWanted, 'write'>,
  { signal, onProgress }: ReelOrder,
): Promise<Buffer> {
  const { frames } = drawing.timeline
  const encoder = encoderProcess(encoderPath, args)
  let done = 0
  const drawn = drawnFrames({
    ...drawing,
    async write(frame) {
      await encoder.write(frame)
      done += 1
      if (done % PROGRESS_FRAMES === 0 || done === frames) onProgress(done, frames)
    },
  })
  const giveUp = () => {
    void encoder.end()
    void drawn.end()
  }
  signal.addEventListener('abort', giveUp, { once: true })
  try {
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
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    signal.removeEventListener('abort', giveUp)
    await Promise.all([encoder.end(), drawn.end()])
  }
}
