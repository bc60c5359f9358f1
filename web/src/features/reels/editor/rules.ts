/** Decisions about a reel being edited: what its parts are, how they move, and what happens when two people change it. */
import type { Reel, ReelSettings, RouteInput } from '@tangelo/contract'
import {
  HOLD_SECONDS,
  MOTION_STRENGTH,
  REEL_FPS,
  REEL_HEIGHT,
  REEL_IMAGES_MAX,
  REEL_WIDTH,
} from '@tangelo/contract/limits'
import type { Timeline } from '@tangelo/kernel/timeline'
import { ApiError, readServerMessage } from '#lib/api.ts'
import { texts } from './texts.ts'

type PictureSettings = ReelSettings['pictures'][number]

/** One picture of a reel, with how it is shown. */
export interface EditedPicture extends PictureSettings {
  /** Stays the same while it is moved about; two pictures may have one address. */
  readonly key: string
  readonly url: string
}

/** What is edited: all that is kept with a reel. */
export interface Edited extends Omit<ReelSettings, 'pictures'> {
  readonly pictures: readonly EditedPicture[]
}

const USUAL: PictureSettings = {
  seconds: HOLD_SECONDS.usual,
  motion: 'calm',
  strength: MOTION_STRENGTH.usual,
}

export function toEdited({ images, settings: { pictures, ...settings } }: Reel): Edited {
  return { ...settings, pictures: addKeys(images.map((url, index) => ({ ...(pictures[index] ?? USUAL), url }))) }
}

function addKeys(pictures: readonly (PictureSettings & { url: string })[]): EditedPicture[] {
  const seen = new Map<string, number>()
  return pictures.map((picture) => {
    const times = (seen.get(picture.url) ?? 0) + 1
    seen.set(picture.url, times)
    return { ...picture, key: `${picture.url} ${times}` }
  })
}

type Body = RouteInput<'PUT /api/reels/:reelId/settings'>['body']

/** As it crosses the wire. */
export function toBody({ pictures, ...settings }: Edited): Omit<Body, 'version'> & { settings: ReelSettings } {
  return {
    images: pictures.map(({ url }) => url),
    settings: {
      ...settings,
      pictures: pictures.map(({ seconds, motion, strength }) => ({ seconds, motion, strength })),
    },
  }
}

export function isSame(one: Edited, other: Edited): boolean {
  return findDifferences(one, other).length === 0
}

/** What two people may change without getting into each other's way. */
const PARTS = ['pictures', 'transition', 'caption', 'music', 'coverSeconds', 'quality'] as const
export type EditedPart = (typeof PARTS)[number]

/** The parts in which two versions differ. */
export function findDifferences(one: Edited, other: Edited): EditedPart[] {
  return PARTS.filter((part) => written(one, part) !== written(other, part))
}

/** The same text for the same value, in any order of its fields. */
function written(edited: Edited, part: EditedPart): string {
  if (part === 'pictures') {
    return JSON.stringify(edited.pictures.map(({ url, seconds, motion, strength }) => [url, seconds, motion, strength]))
  }
  const value = edited[part]
  return JSON.stringify(typeof value === 'object' && value !== null ? Object.entries(value).sort() : value)
}

export function replacePart(edited: Edited, part: EditedPart, from: Edited): Edited {
  return { ...edited, [part]: from[part] }
}

/** What to say of a change that could not be kept. The server's own words come first. */
export function failureText(error: unknown): string {
  return readServerMessage(error) ?? (error instanceof ApiError ? texts.saving.refused : texts.saving.unreachable)
}

/** One picture at another place; the others keep their order. */
export function moveItem<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const rest = items.filter((_, index) => index !== from)
  const item = items[from]
  return item === undefined ? rest : [...rest.slice(0, to), item, ...rest.slice(to)]
}

/** As many of the new images as there is room for, each with the usual settings. */
export function addImages(edited: Edited, urls: readonly string[]): Edited {
  const room = Math.max(0, REEL_IMAGES_MAX - edited.pictures.length)
  const taken = new Set(edited.pictures.map(({ key }) => key))
  const added = urls.slice(0, room).map((url) => {
    let times = 1
    while (taken.has(`${url} ${times}`)) times += 1
    const key = `${url} ${times}`
    taken.add(key)
    return { ...USUAL, url, key }
  })
  return { ...edited, pictures: [...edited.pictures, ...added] }
}

export function updatePicture(edited: Edited, key: string, part: Partial<PictureSettings>): Edited {
  return {
    ...edited,
    pictures: edited.pictures.map((picture) => (picture.key === key ? { ...picture, ...part } : picture)),
  }
}

/** Motion and strength of one picture for all of them. */
export function applyMotionToAll(edited: Edited, { motion, strength }: PictureSettings): Edited {
  return { ...edited, pictures: edited.pictures.map((picture) => ({ ...picture, motion, strength })) }
}

/** Seconds as typed: '2,5', '2.5 s'; undefined when it is no number. Kept within what a picture may hold. */
export function parseSeconds(typed: string): number | undefined {
  const text = typed
    .replace(',', '.')
    .replace(/\s*s\s*$/i, '')
    .trim()
  const value = text === '' ? Number.NaN : Number(text)
  return Number.isFinite(value) ? clampHold(value) : undefined
}

/** Tenths of a second, within what a picture may hold. */
export function clampHold(seconds: number): number {
  return Math.min(HOLD_SECONDS.max, Math.max(HOLD_SECONDS.min, Math.round(seconds * 10) / 10))
}

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
