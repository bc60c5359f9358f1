/**
 * The colour of a brand, made readable: text and lines keep its hue, and become darker on white and lighter on the dark surface
 * until their contrast reaches 4.5 (WCAG 2). Pure; mixing happens in OKLab, where a lighter blue stays a blue.
 */

export interface BrandColours {
  /** As it was chosen: for areas without text. */
  area: string
  /** Text and lines, and a quiet area behind them, by theme. */
  light: { ink: string; wash: string; band: string }
  dark: { ink: string; wash: string; band: string }
  /** Of the chosen colour on white. */
  contrast: number
}

type Triple = readonly [number, number, number]

const WHITE = '#ffffff'
/** The surface of the dark theme. */
export const DARK_SURFACE = '#1a1715'
/** A little more than 4.5: the surface of a report is not quite white. */
const CONTRAST_MIN = 4.6
const STEPS = 100

const channelsOf = (hex: string): Triple => [
  Number.parseInt(hex.slice(1, 3), 16) / 255,
  Number.parseInt(hex.slice(3, 5), 16) / 255,
  Number.parseInt(hex.slice(5, 7), 16) / 255,
]
const toLinear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const fromLinear = (value: number) => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055)

function luminanceOf(hex: string): number {
  const [red, green, blue] = channelsOf(hex)
  return 0.2126 * toLinear(red) + 0.7152 * toLinear(green) + 0.0722 * toLinear(blue)
}

export function contrastOf(one: string, other: string): number {
  const [high, low] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => b - a)
  return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05)
}

function toOklab(hex: string): Triple {
  const [r, g, b] = channelsOf(hex)
  const [red, green, blue] = [toLinear(r), toLinear(g), toLinear(b)]
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

function fromOklab([lightness, a, b]: Triple): string {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const linear: Triple = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  const hex = linear.map((value) => {
    const byte = Math.round(Math.min(1, Math.max(0, fromLinear(Math.max(0, value)))) * 255)
    return byte.toString(16).padStart(2, '0')
  })
  return `#${hex.join('')}`
}

/** `share` of the way from one colour to the other. */
function mix(one: string, other: string, share: number): string {
  const [from, to] = [toOklab(one), toOklab(other)]
  const at = (place: 0 | 1 | 2) => from[place] + (to[place] - from[place]) * share
  return fromOklab([at(0), at(1), at(2)])
}

/** The nearest colour on the way to black or white that can be read on the surface. */
function readableOn(surface: string, colour: string, towards: string): string {
  for (let step = 0; step <= STEPS; step += 1) {
    const candidate = mix(colour, towards, step / STEPS)
    if (contrastOf(candidate, surface) >= CONTRAST_MIN) return step === 0 ? colour : candidate
  }
  return towards
}

export function brandColours(chosen: string): BrandColours {
  const light = readableOn(WHITE, chosen, '#000000')
  const dark = readableOn(DARK_SURFACE, chosen, WHITE)
  return {
    area: chosen,
    light: { ink: light, wash: mix(light, WHITE, 0.86), band: mix(light, WHITE, 0.62) },
    dark: { ink: dark, wash: mix(dark, DARK_SURFACE, 0.78), band: mix(dark, DARK_SURFACE, 0.55) },
    contrast: Math.round(contrastOf(chosen, WHITE) * 10) / 10,
  }
}
