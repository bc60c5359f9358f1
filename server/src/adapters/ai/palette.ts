/** The colours that a picture is made of, by name, with the share of the picture that each takes. Pure. */
import { chromaOf, distanceOf, type Lab, labOf, nameOf } from './colour-names.ts'

/** Three bytes for each pixel, row by row. */
export interface Pixels {
  rgb: Uint8Array
  width: number
  height: number
}

export interface NamedColour {
  name: string
  /** `#rrggbb`. */
  hex: string
  /** 0 to 1. */
  share: number
}

export interface Palette {
  /** The largest first; none smaller than a twenty-fifth of the picture. */
  colours: readonly NamedColour[]
  /** Mean distance from grey; above 0.1 a picture is vivid. */
  chroma: number
  /** Above 0 where warm colours prevail, below where cool ones do. */
  warmth: number
}

const COLOURS_MAX = 5
const SHARE_MIN = 0.04
/** Of one colour to the next that counts as another. */
const APART = 0.19
/** Colours are counted in boxes of sixteen steps, each of which keeps the mean of what is in it. */
const BITS = 4
/** So many pixels give the shares of colours as well as all of them do. */
const LOOKED_AT = 2 ** 17
const BOXES = 2 ** (3 * BITS)

interface Box {
  count: number
  red: number
  green: number
  blue: number
  lab: Lab
}

export function paletteOf(pixels: Pixels): Palette {
  const boxes = boxesOf(pixels)
  const all = sum(boxes.map(({ count }) => count))
  const groups: { lab: Lab; boxes: Box[] }[] = []
  for (const box of boxes) {
    const near = groups.find(({ lab }) => distanceOf(lab, box.lab) < APART)
    if (near) near.boxes.push(box)
    else groups.push({ lab: box.lab, boxes: [box] })
  }
  const shares = new Map<string, NamedColour>()
  for (const colour of groups
    .map((group) => colourOf(group.boxes, all))
    .sort((one, other) => other.share - one.share)) {
    const known = shares.get(colour.name)
    shares.set(colour.name, known ? { ...known, share: known.share + colour.share } : colour)
  }
  return {
    colours: [...shares.values()]
      .filter(({ share }) => share >= SHARE_MIN)
      .sort((one, other) => other.share - one.share)
      .slice(0, COLOURS_MAX),
    chroma: sum(boxes.map(({ count, lab }) => count * chromaOf(lab))) / all,
    warmth: sum(boxes.map(({ count, lab }) => count * (lab.b + lab.a / 2))) / all,
  }
}

/** Each with the mean of its pixels, the fullest first. */
function boxesOf({ rgb }: Pixels): Box[] {
  const counts = new Uint32Array(BOXES)
  const sums = new Float64Array(BOXES * 3)
  const drop = 8 - BITS
  // An odd step does not walk along with what repeats itself.
  const step = 3 * (2 * Math.floor(rgb.length / 3 / LOOKED_AT / 2) + 1)
  for (let at = 0; at + 2 < rgb.length; at += step) {
    const red = rgb[at] ?? 0
    const green = rgb[at + 1] ?? 0
    const blue = rgb[at + 2] ?? 0
    const box = ((red >> drop) << (2 * BITS)) | ((green >> drop) << BITS) | (blue >> drop)
    counts[box] = (counts[box] ?? 0) + 1
    sums[box * 3] = (sums[box * 3] ?? 0) + red
    sums[box * 3 + 1] = (sums[box * 3 + 1] ?? 0) + green
    sums[box * 3 + 2] = (sums[box * 3 + 2] ?? 0) + blue
  }
  const boxes: Box[] = []
  counts.forEach((count, box) => {
    if (count === 0) return
    const mean = (channel: number) => (sums[box * 3 + channel] ?? 0) / count
    const [red, green, blue] = [mean(0), mean(1), mean(2)]
    boxes.push({ count, red, green, blue, lab: labOf(red, green, blue) })
  })
  return boxes.sort((one, other) => other.count - one.count)
}

function colourOf(boxes: readonly Box[], all: number): NamedColour {
  const count = sum(boxes.map((box) => box.count))
  const mean = (channel: 'red' | 'green' | 'blue') => sum(boxes.map((box) => box.count * box[channel])) / count
  const channels = [mean('red'), mean('green'), mean('blue')] as const
  return {
    name: nameOf(labOf(...channels)),
    hex: `#${channels.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`,
    share: count / all,
  }
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
