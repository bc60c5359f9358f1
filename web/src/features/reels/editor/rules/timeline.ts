/** A reel along its timeline: where pictures begin, how loud it is, and where keys lead. */
import { REEL_FPS, REEL_HEIGHT, REEL_WIDTH } from '@tangelo/contract/limits'
import type { Timeline } from '@tangelo/kernel/timeline'

/** The size to draw at: even, of a reel's shape, as sharp as the screen, and no larger than can be drawn in time. */
export function computePreviewSize(shownWidth: number, pixelRatio: number): { width: number; height: number } {
  // Multiples of 18 by 32 are the even sizes of exactly this shape.
  const steps = Math.round((shownWidth * Math.min(pixelRatio, 2)) / STEP_WIDTH)
  const width = Math.min(PREVIEW_WIDTH_MAX, Math.max(PREVIEW_WIDTH_MIN, steps * STEP_WIDTH))
  return { width, height: (width * REEL_HEIGHT) / REEL_WIDTH }
}

const STEP_WIDTH = 18
const PREVIEW_WIDTH_MIN = 180
const PREVIEW_WIDTH_MAX = 540

/** How loud the music is at a moment: it fades out over the last second. */
export function computeVolume(volume: number, seconds: number, length: number): number {
  return volume * Math.min(1, Math.max(0, (length - seconds) / FADE_SECONDS))
}

const FADE_SECONDS = 1

interface Stretch {
  readonly from: number
  readonly length: number
}

/** Where one picture goes over into the next, in seconds. */
export function stripesOf({ scenes }: Timeline): Stretch[] {
  return scenes.slice(1).flatMap((scene, index) => {
    const before = scenes[index]
    const frames = before ? before.firstFrame + before.frames - scene.firstFrame : 0
    return frames > 0 ? [{ from: scene.firstFrame / REEL_FPS, length: frames / REEL_FPS }] : []
  })
}

/** The stretch of each picture, from the middle of one transition to the middle of the next: together the whole reel. */
export function tilesOf({ scenes, frames }: Timeline): (Stretch & { readonly key: string })[] {
  const starts = scenes.map((scene, index) => {
    const before = scenes[index - 1]
    return before ? (scene.firstFrame + before.firstFrame + before.frames) / 2 : 0
  })
  return scenes.map(({ picture }, index) => {
    const from = starts[index] ?? 0
    const to = starts[index + 1] ?? frames
    return { key: String(picture), from: from / REEL_FPS, length: (to - from) / REEL_FPS }
  })
}

/** The first moment at which nothing but this picture is to be seen. */
export function startOf({ scenes }: Timeline, index: number): number {
  const scene = scenes[index]
  const before = scenes[index - 1]
  if (!scene) return 0
  const first = before ? Math.max(scene.firstFrame, before.firstFrame + before.frames) : scene.firstFrame
  return first / REEL_FPS
}

interface PressedKey {
  readonly key: string
  readonly shiftKey: boolean
}

/** Where a key leads in the reel: a tenth of a second, a whole one with Shift, a picture with Page; null elsewhere. */
export function findSecondsAfterKey({ key, shiftKey }: PressedKey, seconds: number, timeline: Timeline): number | null {
  const step = shiftKey ? 1 : 0.1
  const starts = timeline.scenes.map((_, index) => startOf(timeline, index))
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return Math.min(timeline.seconds, Math.round((seconds + step) * 10) / 10)
    case 'ArrowLeft':
    case 'ArrowDown':
      return Math.max(0, Math.round((seconds - step) * 10) / 10)
    case 'PageDown':
      return starts.find((start) => start > seconds + 1e-6) ?? timeline.seconds
    case 'PageUp':
      return starts.findLast((start) => start < seconds - 1e-6) ?? 0
    case 'Home':
      return 0
    case 'End':
      return timeline.seconds
    default:
      return null
  }
}
