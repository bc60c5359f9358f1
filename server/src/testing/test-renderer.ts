/**
 * A renderer for tests: quick, always the same, and as obedient as a test needs it. What it makes is no video, but it is made
 * in the work folder, frame by frame, and what is not finished lies there as a part file.
 */
import { createHash } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ReelOrder, type Renderer, RenderRefused } from '#ports/renderer.ts'

/** What becomes of a render: it is done at once, fails, or goes on frame by frame as the test says. */
export type Fate = 'done' | Error | Steps

export interface Steps {
  /** Resolves when a render has begun. */
  begun: Promise<void>
  /** Tells that so many frames are written. */
  advance(framesDone: number): void
  end(error?: Error): void
}

export interface TestRenderer extends Renderer {
  /** What it was asked for, in order. */
  orders: ReelOrder[]
  /** The next renders end so, one after the other; those after them are done at once. */
  expect(...fates: Fate[]): void
}

export const FRAMES = 90
/** What counts as music: this, and how many seconds. */
const MUSIC = /^music of (\d+(?:\.\d+)?) seconds/
const COVER = new Uint8Array([0xff, 0xd8, 0xff, 0xd9])

export function steps(): Steps & { follow(order: ReelOrder): Promise<void> } {
  const begun = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  let order: ReelOrder | undefined
  return {
    begun: begun.promise,
    advance: (framesDone) => order?.onProgress(framesDone, FRAMES),
    end: (error) => (error ? ended.reject(error) : ended.resolve()),
    follow(taken) {
      order = taken
      begun.resolve()
      const { signal } = taken
      const aborted = Promise.withResolvers<never>()
      signal.addEventListener('abort', () => aborted.reject(signal.reason), { once: true })
      if (signal.aborted) aborted.reject(signal.reason)
      return Promise.race([ended.promise, aborted.promise])
    },
  }
}

export function testRenderer(): TestRenderer {
  const orders: ReelOrder[] = []
  const fates: Fate[] = []
  return {
    orders,
    expect: (...next) => void fates.push(...next),
    async render(order) {
      orders.push(order)
      const fate = fates.shift() ?? 'done'
      const path = join(order.workPath, 'reel.mp4')
      const what = createHash('sha256').update(JSON.stringify(order.settings))
      for (const picture of order.pictures) what.update(picture)
      if (order.musicPath) what.update(await readFile(order.musicPath))
      const bytes = Buffer.from(`video ${what.digest('hex')}`)
      await writeFile(`${path}.part`, bytes)
      if (fate instanceof Error) throw fate
      if (fate !== 'done') await (fate as ReturnType<typeof steps>).follow(order)
      order.onProgress(FRAMES, FRAMES)
      await rename(`${path}.part`, path)
      const points = [{ name: 'Video codec', found: 'H.264 High', wanted: 'H.264 or HEVC', isMet: true }]
      const check = { isFit: true, points }
      return { path, bytes: bytes.length, frames: FRAMES, seconds: FRAMES / 30, cover: COVER, check }
    },
    async encoder() {
      return { name: 'ffmpeg 7.1.2', path: '/usr/bin/ffmpeg', canDecode: true }
    },
    async drawCaption({ isShown, text }) {
      if (!isShown || text.trim() === '') return { picture: null, isCut: false }
      const [width, height] = [8, 4]
      const rgba = new Uint8Array(width * height * 4).fill(255)
      return { picture: { x: 60, y: 1_400, width, height, rgba }, isCut: text.length > 200 }
    },
    async judgeMusic(path) {
      const seconds = MUSIC.exec(await readFile(path, 'latin1'))?.[1]
      if (seconds === undefined) throw new RenderRefused('bad_music', 'This file is not a music file that can be read.')
      return { seconds: Number(seconds), type: 'audio/mpeg' }
    },
  }
}
