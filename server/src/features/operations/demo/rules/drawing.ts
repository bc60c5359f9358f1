/** Shapes that the pictures of the demo are made of, as SVG on a sheet of 400 by 500. */
import type { Random } from './random.ts'

export const SHEET = { width: 400, height: 500 } as const

const short = (value: number) => Math.round(value * 10) / 10

/** From the top to the bottom; `across`: from the left to the right. */
export const gradient = (id: string, colours: readonly string[], across = false): string =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="${across ? 1 : 0}" y2="${across ? 0 : 1}">${stopsOf(colours)}</linearGradient>`

const glow = (id: string, colours: readonly string[], at = { x: 0.5, y: 0.5 }): string =>
  `<radialGradient id="${id}" cx="${at.x}" cy="${at.y}" r=".68">${stopsOf(colours)}</radialGradient>`

/** A colour may have its opacity behind it: `#000/0.2`. */
const stopsOf = (colours: readonly string[]) =>
  colours
    .map((colour, at) => {
      const [shade, opacity = '1'] = colour.split('/')
      return `<stop offset="${short((at / Math.max(1, colours.length - 1)) * 100)}%" stop-color="${shade}" stop-opacity="${opacity}"/>`
    })
    .join('')

export const box = (x: number, y: number, width: number, height: number, fill: string, rounding = 0): string =>
  `<rect x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}" rx="${rounding}" fill="${fill}"/>`

export const sheetOf = (fill: string): string => box(0, 0, SHEET.width, SHEET.height, fill)

export const disc = (x: number, y: number, radius: number, fill: string, opacity = 1): string =>
  `<circle cx="${short(x)}" cy="${short(y)}" r="${short(radius)}" fill="${fill}" opacity="${opacity}"/>`

export const oval = (x: number, y: number, wide: number, high: number, fill: string, more = ''): string =>
  `<ellipse cx="${short(x)}" cy="${short(y)}" rx="${short(wide)}" ry="${short(high)}" fill="${fill}" ${more}/>`

export const path = (d: string, fill: string, opacity = 1): string =>
  `<path d="${d}" fill="${fill}" opacity="${opacity}"/>`

export const line = (d: string, colour: string, width: number, opacity = 1): string =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" opacity="${opacity}"/>`

export const rotate = (content: string, degrees: number, x: number, y: number): string =>
  `<g transform="rotate(${short(degrees)} ${short(x)} ${short(y)})">${content}</g>`

/** Soft, without a filter: those would take longer than everything else. */
export const shadow = (x: number, y: number, wide: number, high: number): string =>
  oval(x, y, wide, high, 'url(#shadow)')

/** A soft line of hills around a height, filled down to the bottom. */
export function hills(random: Random, y: number, height: number, fill: string, waves = 3): string {
  const step = SHEET.width / waves
  const points = Array.from({ length: waves + 1 }, (_, at) => ({
    x: at * step,
    y: y + random.between(-height, height),
  }))
  const curve = points
    .slice(1)
    .map((point, at) => {
      const before = points[at] ?? point
      const middle = (before.x + point.x) / 2
      return `C${short(middle)} ${short(before.y)} ${short(middle)} ${short(point.y)} ${short(point.x)} ${short(point.y)}`
    })
    .join('')
  return path(`M0 ${short(points[0]?.y ?? y)}${curve}V500H0Z`, fill)
}

/** A line of peaks. */
export function peaks(random: Random, y: number, height: number, fill: string, count = 5): string {
  const step = SHEET.width / count
  const points = Array.from({ length: count * 2 + 1 }, (_, at) => {
    const isTop = at % 2 === 1
    const depth = isTop ? -random.between(height * 0.55, height) : random.between(-height * 0.2, height * 0.15)
    return `L${short((at * step) / 2 + random.between(-10, 10))} ${short(y + depth)}`
  })
  return path(`M-20 500L-20 ${y}${points.join('')}L420 ${y}V500Z`, fill)
}

export const DEFINITIONS =
  glow('shadow', ['#2a1609/0.42', '#2a1609/0.2', '#2a1609/0']) +
  glow('orange', ['#ffb956', '#f28a22', '#c85f0e'], { x: 0.36, y: 0.3 }) +
  glow('lemon', ['#fff0a0', '#f8d548', '#d8a21c'], { x: 0.36, y: 0.3 }) +
  glow('lime', ['#d4e58b', '#8fb24a', '#55772a'], { x: 0.36, y: 0.3 }) +
  glow('pear', ['#e9e39a', '#bcbf5a', '#7f8a34'], { x: 0.36, y: 0.34 }) +
  glow('plum', ['#a66a9a', '#6d3b6b', '#3d1f40'], { x: 0.36, y: 0.3 }) +
  glow('milk', ['#ffffff', '#f6f0e6', '#ddd2c2'], { x: 0.42, y: 0.4 })

const FRUIT = { orange: '#f79a3a', lemon: '#f9e07a', lime: '#b9d26c' } as const
export type Citrus = keyof typeof FRUIT

export const wholeFruit = (x: number, y: number, radius: number, kind: Citrus | 'plum'): string =>
  shadow(x + radius * 0.3, y + radius * 0.5, radius * 1.35, radius * 1.1) +
  disc(x, y, radius, `url(#${kind})`) +
  rotate(
    oval(x - radius * 0.3, y - radius * 0.42, radius * 0.3, radius * 0.16, '#ffffff', 'opacity=".38"'),
    -28,
    x,
    y,
  ) +
  disc(x + radius * 0.12, y - radius * 0.06, radius * 0.06, '#5d4415', 0.6)

export function cutFruit(random: Random, x: number, y: number, radius: number, kind: Citrus): string {
  const turn = random.between(0, Math.PI)
  const count = 9
  const segments = Array.from({ length: count }, (_, at) => {
    const from = turn + (at / count) * 2 * Math.PI + 0.06
    const to = turn + ((at + 1) / count) * 2 * Math.PI - 0.06
    const middle = (from + to) / 2
    const point = (distance: number, angle: number) =>
      `${short(x + distance * Math.cos(angle))} ${short(y + distance * Math.sin(angle))}`
    const outer = radius * 0.8
    return `<path d="M${point(radius * 0.12, middle)}L${point(outer, from)}A${short(outer)} ${short(outer)} 0 0 1 ${point(outer, to)}Z" fill="${FRUIT[kind]}" stroke="${FRUIT[kind]}" stroke-width="${short(radius * 0.05)}" stroke-linejoin="round"/>`
  })
  return (
    shadow(x + radius * 0.25, y + radius * 0.4, radius * 1.3, radius * 1.1) +
    disc(x, y, radius, `url(#${kind})`) +
    disc(x, y, radius * 0.91, '#fdf0d2') +
    segments.join('')
  )
}

export const leaf = (x: number, y: number, length: number, degrees: number, fill = '#5d7a3c'): string =>
  rotate(
    path(
      `M${x} ${y}q${short(length * 0.5)} ${short(-length * 0.36)} ${length} 0q${short(-length * 0.5)} ${short(length * 0.36)} ${-length} 0Z`,
      fill,
    ) + line(`M${x} ${y}h${short(length * 0.9)}`, '#ffffff', 1.2, 0.3),
    degrees,
    x,
    y,
  )
