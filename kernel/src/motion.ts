/** How a picture moves while it is shown, always inside of itself. */
import type { ReelSettings } from '@tangelo/contract'
import { REEL_HEIGHT, REEL_WIDTH } from '@tangelo/contract/limits'
import type { Size, Window } from './shapes.ts'

/** `forward` goes right or down, whichever way there is more of the picture; `closer` and `farther` keep the middle. */
export type Way = 'forward' | 'backward' | 'closer' | 'farther' | 'still'

type PictureSettings = ReelSettings['pictures'][number]

const FRAME_SHAPE = REEL_WIDTH / REEL_HEIGHT

/** What a calm picture may do, in turn: one that the frame does not show whole is shown along its length first. */
const CALM: { readonly [shape in 'long' | 'snug']: readonly Way[] } = {
  long: ['forward', 'closer', 'backward', 'farther'],
  snug: ['closer', 'forward', 'farther', 'backward'],
}

/** Resolves `calm`, never to what the picture before does, and gives each drift the other direction. */
export function waysOf(pictures: readonly PictureSettings[], sizes: readonly Size[]): Way[] {
  const ways: Way[] = []
  let lastDrift: Way = 'backward'
  for (const [index, settings] of pictures.entries()) {
    const size = sizes[index] ?? { width: 1, height: 1 }
    const way = wayOf(settings, size, index, { before: ways.at(-1), lastDrift })
    if (way === 'forward' || way === 'backward') lastDrift = way
    ways.push(way)
  }
  return ways
}

function wayOf(
  { motion, strength }: PictureSettings,
  size: Size,
  index: number,
  { before, lastDrift }: { before: Way | undefined; lastDrift: Way },
): Way {
  switch (motion) {
    case 'still':
      return 'still'
    case 'zoom-in':
      return 'closer'
    case 'zoom-out':
      return 'farther'
    case 'drift':
      return lastDrift === 'forward' ? 'backward' : 'forward'
    case 'calm': {
      const inTurn = CALM[roomOf(size).share >= strength ? 'long' : 'snug']
      const choice = inTurn[index % inTurn.length] ?? 'still'
      return choice === before ? (inTurn[(index + 1) % inTurn.length] ?? 'still') : choice
    }
  }
}

/** The windows at the first and the last frame. `strength` is how far the window moves, as a share of itself. */
export function windowsOf(way: Way, strength: number, size: Size): { from: Window; to: Window } {
  const cover = coverOf(size)
  const whole = centreWindow(cover, 1)
  const close = centreWindow(cover, 1 / (1 + strength))
  switch (way) {
    case 'still':
      return { from: whole, to: whole }
    case 'closer':
      return { from: whole, to: close }
    case 'farther':
      return { from: close, to: whole }
    case 'forward':
      return driftOf(cover, strength, size)
    case 'backward': {
      const { from, to } = driftOf(cover, strength, size)
      return { from: to, to: from }
    }
  }
}

/** The window is only made smaller where the picture itself has too little room for the way. */
function driftOf(cover: Shares, strength: number, size: Size): { from: Window; to: Window } {
  const room = roomOf(size)
  const window = centreWindow(cover, Math.min(1, (1 + room.share) / (1 + strength)))
  const half = (strength * (room.isAcross ? window.width : window.height)) / 2
  const moveWindow = (by: number): Window =>
    room.isAcross
      ? { ...window, x: inside(window.x + by, window.width) }
      : { ...window, y: inside(window.y + by, window.height) }
  return { from: moveWindow(-half), to: moveWindow(half) }
}

interface Shares {
  width: number
  height: number
}

/** The largest part of the picture that has the frame's shape. */
function coverOf({ width, height }: Size): Shares {
  const shape = width / height / FRAME_SHAPE
  return shape > 1 ? { width: 1 / shape, height: 1 } : { width: 1, height: shape }
}

/** How much more of the picture there is than the frame shows, as a share of what it shows. */
function roomOf(size: Size): { isAcross: boolean; share: number } {
  const { width, height } = coverOf(size)
  return width < height ? { isAcross: true, share: 1 / width - 1 } : { isAcross: false, share: 1 / height - 1 }
}

function centreWindow(cover: Shares, factor: number): Window {
  const width = cover.width * factor
  const height = cover.height * factor
  return { x: (1 - width) / 2, y: (1 - height) / 2, width, height }
}

/** Rounding of the last digit must not lead out of the picture. */
const inside = (start: number, length: number) => Math.min(Math.max(0, start), 1 - length)
