/** Colours as people call them. Distances are taken in OKLab, where equal steps look equal. */

export interface Lab {
  /** 0 to 1. */
  lightness: number
  /** From green to red, and from blue to yellow; about -0.4 to 0.4. */
  a: number
  b: number
}

/** One example of each, spelled as the screen is. Near grey there are many: photographs are mostly made of it. */
const NAMES: Readonly<Record<string, string>> = {
  black: '#050505',
  charcoal: '#2e2f31',
  'dark gray': '#565759',
  gray: '#868789',
  'light gray': '#bfc0c2',
  'off-white': '#ecebe7',
  white: '#ffffff',
  slate: '#566576',
  'dark brown': '#38261a',
  brown: '#6f4626',
  'light brown': '#966f52',
  taupe: '#87796b',
  'warm gray': '#a99c93',
  tan: '#b08b63',
  sand: '#cfb48a',
  beige: '#e2d3b8',
  cream: '#f7eed2',
  navy: '#13203f',
  blue: '#1f56cf',
  'steel blue': '#5a86b0',
  'sky blue': '#7fc4ef',
  'pale blue': '#cfe3f1',
  'dark teal': '#0d4346',
  teal: '#137f83',
  turquoise: '#3cc7c4',
  mint: '#abe5c6',
  'dark green': '#1d4426',
  green: '#2f9a45',
  olive: '#66672b',
  sage: '#9bab88',
  lime: '#b3dc3e',
  yellow: '#f6d32d',
  mustard: '#c99a2a',
  orange: '#f28a1d',
  rust: '#a6481e',
  terracotta: '#c57052',
  coral: '#f67c69',
  peach: '#fac4a3',
  red: '#cd2127',
  burgundy: '#661527',
  'pale pink': '#f5d6dc',
  pink: '#ef9abf',
  'hot pink': '#e63790',
  magenta: '#b21b9b',
  purple: '#6d30b8',
  plum: '#552a4e',
  lavender: '#c3b4e6',
}

const linear = (channel: number) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4)

/** Of sRGB, 0 to 255 each. */
export function labOf(red: number, green: number, blue: number): Lab {
  const [r, g, b] = [linear(red / 255), linear(green / 255), linear(blue / 255)]
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const middle = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return {
    lightness: 0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
    a: 1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short,
    b: 0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short,
  }
}

export const chromaOf = ({ a, b }: Lab): number => Math.hypot(a, b)

/** A step in hue is seen sooner than one in lightness. */
const HUE_WEIGHT = 2.2

export const distanceOf = (one: Lab, other: Lab): number =>
  Math.hypot(one.lightness - other.lightness, (one.a - other.a) * HUE_WEIGHT, (one.b - other.b) * HUE_WEIGHT)

const NAMED = Object.entries(NAMES).map(([name, hex]) => {
  const channel = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16)
  return { name, lab: labOf(channel(1), channel(3), channel(5)) }
})

export function nameOf(lab: Lab): string {
  let nearest = { name: '', distance: Number.POSITIVE_INFINITY }
  for (const { name, lab: known } of NAMED) {
    const distance = distanceOf(lab, known)
    if (distance < nearest.distance) nearest = { name, distance }
  }
  return nearest.name
}
