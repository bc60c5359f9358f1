/** A reel being edited: its parts, how they change, and what happens when two people change it. */
import type { Reel, ReelSettings, RouteInput } from '@tangelo/contract'
import { HOLD_SECONDS, MOTION_STRENGTH, REEL_IMAGES_MAX } from '@tangelo/contract/limits'
import { ApiError, readServerMessage } from '#lib/api.ts'
import { texts } from '../texts.ts'

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
  return PARTS.filter((part) => serializePart(one, part) !== serializePart(other, part))
}

/** The same text for the same value, in any order of its fields. */
function serializePart(edited: Edited, part: EditedPart): string {
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
