/**
 * What is to be seen in which frame of a reel: pure, and the same for the file and for its preview. Given settings and
 * picture sizes always give the same timeline.
 */
import type { ReelSettings } from '@tangelo/contract'
import { REEL_FPS } from '@tangelo/contract/limits'
import { type Way, waysOf, windowsOf } from './motion.ts'
import type { Size, Window } from './shapes.ts'

export type { Size, Window }

/** One picture while it can be seen, neighbours' transitions included. Scenes overlap by their transitions. */
export interface Scene {
  readonly picture: number
  readonly firstFrame: number
  readonly frames: number
  readonly way: Way
  readonly from: Window
  readonly to: Window
}

export interface Timeline {
  readonly frames: number
  readonly seconds: number
  readonly transition: ReelSettings['transition']['kind']
  /** One for each picture, in order. */
  readonly scenes: readonly Scene[]
}

export interface Sight {
  readonly picture: number
  readonly window: Window
}

/** What is drawn in one frame. `share` goes from 0 to 1 over a transition: the weight of `next`, or how far it slid in. */
export type FramePlan =
  | { readonly kind: 'one'; readonly sight: Sight }
  | { readonly kind: 'cross-fade' | 'slide'; readonly sight: Sight; readonly next: Sight; readonly share: number }

/** Throws a RangeError when there are no pictures, or not as many sizes as settings. */
export function timelineOf(settings: ReelSettings, sizes: readonly Size[]): Timeline {
  const { pictures, transition } = settings
  if (sizes.length === 0 || sizes.length !== pictures.length)
    throw new RangeError(`${sizes.length} pictures with settings for ${pictures.length}`)
  const holds = pictures.map(({ seconds }) => Math.max(1, Math.round(seconds * REEL_FPS)))
  const ways = waysOf(pictures, sizes)
  const scenes: Scene[] = []
  let firstFrame = 0
  for (const [index, size] of sizes.entries()) {
    const hold = holds[index] ?? 1
    const way = ways[index] ?? 'still'
    const { from, to } = windowsOf(way, pictures[index]?.strength ?? 0, size)
    scenes.push({ picture: index, firstFrame, frames: hold, way, from, to })
    firstFrame += hold - overlapOf(transition, hold, holds[index + 1] ?? 0)
  }
  return { frames: firstFrame, seconds: firstFrame / REEL_FPS, transition: transition.kind, scenes }
}

/** Never more than half of either picture, so that at most two are seen at once. */
function overlapOf({ kind, seconds }: ReelSettings['transition'], hold: number, nextHold: number): number {
  if (kind === 'cut') return 0
  return Math.min(Math.round(seconds * REEL_FPS), Math.floor(hold / 2), Math.floor(nextHold / 2))
}

/** `frame` counts from 0 and may lie between two; one outside of the reel is taken as the nearest inside. */
export function planOf(timeline: Timeline, frame: number): FramePlan {
  const at = Math.min(Math.max(0, frame), timeline.frames - 1)
  const seen = timeline.scenes.filter(({ firstFrame, frames }) => at >= firstFrame && at < firstFrame + frames)
  const [scene, next] = seen
  if (!scene) throw new RangeError(`No picture in frame ${frame}`)
  if (!next || timeline.transition === 'cut') return { kind: 'one', sight: sightOf(scene, at) }
  const overlap = scene.firstFrame + scene.frames - next.firstFrame
  // The frames of a transition lie between "all of this" and "all of that", and neither is among them.
  const share = (at - next.firstFrame + 1) / (overlap + 1)
  const eased = timeline.transition === 'slide' ? share * share * (3 - 2 * share) : share
  return { kind: timeline.transition, sight: sightOf(scene, at), next: sightOf(next, at), share: eased }
}

/** The frame that is shown at a moment; the nearest one for moments outside of the reel. */
export function frameAt({ frames }: Timeline, seconds: number): number {
  return Math.min(Math.max(0, Math.floor(seconds * REEL_FPS + 1e-6)), frames - 1)
}

function sightOf(scene: Scene, frame: number): Sight {
  const progress = scene.frames > 1 ? Math.min(1, (frame - scene.firstFrame) / (scene.frames - 1)) : 0
  return { picture: scene.picture, window: between(scene.from, scene.to, progress) }
}

/** Sizes change by a constant factor per frame and places by a constant distance: what the eye takes for an even pace. */
function between(from: Window, to: Window, progress: number): Window {
  const along = (a: number, b: number) => a + (b - a) * progress
  const factor = (to.width / from.width) ** progress
  const width = from.width * factor
  const height = from.height * factor
  const x = along(from.x + from.width / 2, to.x + to.width / 2) - width / 2
  const y = along(from.y + from.height / 2, to.y + to.height / 2) - height / 2
  return { x, y, width, height }
}
