/** Where the detail of a picture is, how sharp it is, and how light is spread. Pure; one look at each pixel. */
import type { Pixels } from './palette.ts'

export interface Edges {
  /** Clear edges in each column and each row, in no unit. */
  columns: Float64Array
  rows: Float64Array
  /** The share of the pixels that lie on an edge, 0 to 1. */
  density: number
  /** How steep the edges are in the sharpest tenth of the picture: about 1 for a sharp one, below 0.35 for a blurred one. */
  sharpest: number
  /** The share of the parts with edges that are sharp, 0 to 1. */
  sharpShare: number
}

export interface Light {
  /** Mean, 0 to 1. */
  brightness: number
  /** From the darkest twentieth to the brightest, 0 to 1. */
  contrast: number
  /** The shares without any detail, because they are all black or all white. */
  lostInDark: number
  lostInBright: number
}

/** Steps of brightness below this are grain. */
const EDGE_MIN = 24
/** Steps below this are more often the grain of wood, or grass, than what a picture is about; one hard edge is not all of it. */
const CLEAR_MIN = 40
const CLEAR_MAX = 160
const TILE = 32
/** Pixels on an edge that a part needs before it counts. */
const TILE_EDGES_MIN = 24
export const SHARP_FROM = 0.55

/** Rec. 709, as bytes. */
export function brightnessOf({ rgb, width, height }: Pixels): Uint8Array {
  const values = new Uint8Array(width * height)
  for (let at = 0, from = 0; at < values.length; at += 1, from += 3)
    values[at] = (54 * (rgb[from] ?? 0) + 183 * (rgb[from + 1] ?? 0) + 19 * (rgb[from + 2] ?? 0)) >> 8
  return values
}

export function lightOf(values: Uint8Array): Light {
  const counts = new Uint32Array(256)
  let total = 0
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] ?? 0
    counts[value] = (counts[value] ?? 0) + 1
    total += value
  }
  const share = (from: number, to: number) => {
    let within = 0
    for (let value = from; value <= to; value += 1) within += counts[value] ?? 0
    return within / values.length
  }
  const below = (part: number) => {
    let value = 0
    for (let seen = counts[0] ?? 0; seen < part * values.length && value < 255; seen += counts[value] ?? 0) value += 1
    return value
  }
  return {
    brightness: total / values.length / 255,
    contrast: (below(0.95) - below(0.05)) / 255,
    lostInDark: share(0, 4),
    lostInBright: share(251, 255),
  }
}

export function edgesOf(values: Uint8Array, width: number, height: number): Edges {
  const columns = new Float64Array(width)
  const rows = new Float64Array(height)
  const across = Math.ceil(width / TILE)
  const tiles = new Float64Array(across * Math.ceil(height / TILE) * 3)
  let edges = 0
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x
      const left = values[at - 1] ?? 0
      const right = values[at + 1] ?? 0
      const up = values[at - width] ?? 0
      const down = values[at + width] ?? 0
      const step = Math.max(Math.abs(right - left), Math.abs(down - up))
      if (step < EDGE_MIN) continue
      edges += 1
      const clear = Math.max(0, Math.min(step, CLEAR_MAX) - CLEAR_MIN)
      columns[x] = (columns[x] ?? 0) + clear
      rows[y] = (rows[y] ?? 0) + clear
      const bend = Math.abs(left + right + up + down - 4 * (values[at] ?? 0))
      const tile = (Math.floor(y / TILE) * across + Math.floor(x / TILE)) * 3
      tiles[tile] = (tiles[tile] ?? 0) + bend
      tiles[tile + 1] = (tiles[tile + 1] ?? 0) + step
      tiles[tile + 2] = (tiles[tile + 2] ?? 0) + 1
    }
  }
  return { columns, rows, density: edges / (width * height), ...sharpnessOf(tiles) }
}

/** A bend beside its step shows how wide an edge is, however strong it is. */
function sharpnessOf(tiles: Float64Array): Pick<Edges, 'sharpest' | 'sharpShare'> {
  const sharpness: number[] = []
  for (let tile = 0; tile < tiles.length; tile += 3) {
    const [bends = 0, steps = 1, count = 0] = [tiles[tile], tiles[tile + 1], tiles[tile + 2]]
    if (count >= TILE_EDGES_MIN) sharpness.push(bends / steps)
  }
  if (sharpness.length === 0) return { sharpest: 0, sharpShare: 0 }
  sharpness.sort((one, other) => one - other)
  return {
    sharpest: sharpness[Math.floor((sharpness.length - 1) * 0.9)] ?? 0,
    sharpShare: sharpness.filter((value) => value >= SHARP_FROM).length / sharpness.length,
  }
}
