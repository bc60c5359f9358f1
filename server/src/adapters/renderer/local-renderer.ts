/**
 * Renders reels on this machine: a thread draws the frames, an encoder of its own process makes the video of them, and this
 * thread only passes them on. A file has its name only when it is whole.
 */
import { readFile, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compiledKernel, type WasmModule } from '@tangelo/kernel'
import { timelineOf } from '@tangelo/kernel/timeline'
import { type ReelOrder, type Renderer, RenderRefused } from '#ports/renderer.ts'
import { captionPicture } from './captions.ts'
import { drawnFrames } from './drawn-frames.ts'
import { findEncoder } from './encoder.ts'
import { encoderArguments } from './encoder-arguments.ts'
import { encoderProcess } from './encoder-process.ts'
import { judgeMusic, musicTrack } from './music.ts'
import { checkReel } from './reel-check.ts'
import { pictureSize } from './source-pictures.ts'

/** Somebody is told this often: ten times a second when it goes well. */
const PROGRESS_FRAMES = 10

/** `ffmpegPath` is FFMPEG_PATH, empty when it is not set. */
export function localRenderer({ ffmpegPath }: { ffmpegPath: string | null | undefined }): Renderer {
  return {
    async render(order) {
      const { settings, signal, workPath } = order
      signal.throwIfAborted()
      const encoder = await findEncoder({ ffmpegPath })
      const sizes = await Promise.all(order.pictures.map(pictureSize))
      const { frames, seconds } = timelineOf(settings, sizes)
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
      const drawing = { kernel: await kernelModule(), pictures: order.pictures, sizes, settings, caption }
      const cover = await encoded(encoder.path, args, drawing, frames, order)
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

/** Answers the cover. Whatever happens, neither encoder nor thread is there any more afterwards. */
async function encoded(
  encoderPath: string,
  args: readonly string[],
  drawing: Parameters<typeof drawnFrames>[0],
  frames: number,
  { signal, onProgress }: ReelOrder,
): Promise<Uint8Array> {
  const encoder = encoderProcess(encoderPath, args)
  const drawn = drawnFrames(drawing)
  const giveUp = () => {
    void encoder.end()
    void drawn.end()
  }
  signal.addEventListener('abort', giveUp, { once: true })
  let done = 0
  try {
    const cover = await drawn.each(async (frame) => {
      await encoder.write(frame)
      done += 1
      if (done % PROGRESS_FRAMES === 0 || done === frames) onProgress(done, frames)
    })
    const taken = await encoder.finish()
    if (taken !== frames)
      throw new RenderRefused(
        'encoder_failed',
        `The video encoder took ${taken} of ${frames} frames. Generate the reel again.`,
      )
    return cover
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    signal.removeEventListener('abort', giveUp)
    await Promise.all([encoder.end(), drawn.end()])
  }
}
