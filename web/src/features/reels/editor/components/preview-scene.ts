/**
 * What the preview shows: which pictures it has, which frame is due, and whether that can be drawn. Knows no worker and no
 * canvas; `preview-worker.ts` gives it both.
 */
import type { ReelSettings } from '@tangelo/contract'
import { REEL_FPS } from '@tangelo/contract/limits'
import type { Caption, Kernel, Painter } from '@tangelo/kernel'
import { type FramePlan, planOf, type Size, type Timeline, timelineOf } from '@tangelo/kernel/timeline'
import type { News, Order, PreparedPicture } from './preview-messages.ts'

interface SceneTools {
  readonly kernel: Kernel
  readonly put: (rgba: Uint8ClampedArray<ArrayBuffer>, size: Size) => void
  readonly tell: (news: News) => void
  /** Answers with `picture`, sooner or later. */
  readonly want: (image: string, output: Size) => void
  /** Milliseconds since 1970, with fractions. */
  readonly now: () => number
}

/** Sixty pictures a second. */
const BETWEEN_FRAMES = 2

/** Before the size of a picture is known: the shape of the reel itself. */
const UNKNOWN: Size = { width: 9, height: 16 }

export function previewScene({ kernel, put, tell, want, now }: SceneTools) {
  const prepared = new Map<string, PreparedPicture | null>()
  const wanted = new Set<string>()
  let images: readonly string[] = []
  let sizes: readonly (Size | null)[] = []
  let settings: ReelSettings | null = null
  let painter: Painter | null = null
  let timeline: Timeline | null = null
  let caption: Caption | null = null
  let clock: { seconds: number; since: number | null } = { seconds: 0, since: null }
  /** Which picture the painter has in which place. */
  const placed: (PreparedPicture | null)[] = []
  let lastFrame: number | null = null
  let hasDrawn = false

  function show(order: Extract<Order, { kind: 'show' }>): void {
    if (painter?.width !== order.output.width || painter.height !== order.output.height) {
      painter = kernel.painter(order.output)
      painter.setCaption(caption)
      placed.length = 0
      prepared.clear()
      wanted.clear()
    }
    images = order.images
    sizes = order.sizes
    settings = order.settings
    for (const image of new Set(images)) {
      if (!prepared.has(image) && !wanted.has(image)) requestPicture(image, order.output)
    }
    plan()
  }

  function requestPicture(image: string, output: Size): void {
    wanted.add(image)
    want(image, output)
  }

  function plan(): void {
    lastFrame = null
    timeline =
      settings && images.length > 0
        ? timelineOf(
            settings,
            images.map((image, index) => prepared.get(image)?.origin.picture ?? sizes[index] ?? UNKNOWN),
          )
        : null
  }

  function take(image: string, output: Size, picture: PreparedPicture | null): void {
    if (painter?.width !== output.width || painter.height !== output.height) return
    wanted.delete(image)
    prepared.set(image, picture)
    tell({ kind: 'size', image, size: picture?.origin.picture ?? null })
    plan()
  }

  function retry(): void {
    for (const [image, picture] of prepared) {
      if (picture || !painter || !images.includes(image)) continue
      prepared.delete(image)
      requestPicture(image, { width: painter.width, height: painter.height })
    }
  }

  /** Whether all pictures of the frame are there; those that are new to the painter are handed to it. */
  function hasPictures(of: Painter, frame: FramePlan): boolean {
    const seen = frame.kind === 'one' ? [frame.sight] : [frame.sight, frame.next]
    return seen.every(({ picture: index }) => {
      const picture = prepared.get(images[index] ?? '')
      if (!picture) return false
      if (placed[index] !== picture) of.setPicture(index, picture.pixels, picture.origin)
      placed[index] = picture
      return true
    })
  }

  return {
    take(order: Exclude<Order, { kind: 'open' }>): void {
      if (order.kind === 'show') show(order)
      else if (order.kind === 'picture') take(order.image, order.output, order.picture)
      else if (order.kind === 'caption') {
        caption = order.caption
        painter?.setCaption(caption)
        lastFrame = null
      } else if (order.kind === 'retry') retry()
      else clock = { seconds: order.seconds, since: order.kind === 'run' ? order.since : null }
    },
    isRunning: (): boolean => clock.since !== null,
    /** Draws the frame that is due, where it is another one than the last and its pictures are there. */
    draw(): void {
      if (!painter || !timeline) return
      const { seconds, since } = clock
      const at = seconds + (since === null ? 0 : Math.max(0, now() - since) / 1_000)
      // While it runs, the screen also gets the moments between the frames of the file.
      const steps = since === null ? 1 : BETWEEN_FRAMES
      const frame = Math.min(timeline.frames - 1, Math.max(0, Math.floor(at * REEL_FPS * steps + 1e-6) / steps))
      if (frame === lastFrame) return
      const due = planOf(timeline, frame)
      if (!hasPictures(painter, due)) return
      painter.paint(due)
      put(painter.toRgba(), { width: painter.width, height: painter.height })
      lastFrame = frame
      if (!hasDrawn) tell({ kind: 'drawn' })
      hasDrawn = true
    },
  }
}
