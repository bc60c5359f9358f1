/**
 * Text as pixels: cleaned, made safe to be markup, shaped by pango with the fonts of this folder, stepped down in size until
 * it fits, and cut at the smallest. White and colour emoji on nothing; straight alpha. The same text always gives the same
 * pixels on every machine (docs/decisions/0010).
 */
import { resolve } from 'node:path'
import { REEL_CAPTION_DRAWN_MAX } from '@tangelo/contract/limits'
import type sharp from 'sharp'

export interface DrawnText {
  readonly rgba: Buffer
  readonly width: number
  readonly height: number
  readonly isCut: boolean
}

export interface TextRoom {
  readonly width: number
  /** Short texts are as large as this lets them be, so that the picture stays the main thing. */
  readonly heightPreferred: number
  /** What the smallest size may fill. */
  readonly heightMax: number
}

/** In pixels of 1080 by 1920. The last is 11 points on a telephone: what is smaller is not read in a video. */
const SIZES = [64, 56, 48, 42, 36, 32] as const
const SMALLEST = 32
const SPACE_BETWEEN_LINES = 4
/** No letter of an ordinary text takes less of the square of its size: what cannot fit is not drawn to find out. */
const LEAST_AREA = 0.4
const GRAPHEMES_AT_FIRST = 300
const BALANCING_STEPS = 5
/** What is wider than so many lines is a thread when it is made as narrow as one. */
const NARROWED_MAX = 4
/** No script stacks more; without a bound one letter could be thousands of pixels high. */
const TOO_MANY_MARKS = /(\p{M}{8})\p{M}+/gu
const KEYCAP = /[0-9#*]\uFE0F?\u20E3/gu

type Library = typeof sharp
let loaded: Promise<Library> | undefined

/**
 * Loaded when the first caption comes. fontconfig reads the variable once, when the first text of the process is drawn:
 * nothing else here draws text. It must be set in the main thread: the environment of a worker thread is a copy.
 */
export function imageLibrary(): Promise<Library> {
  loaded ??= load()
  return loaded
}

async function load(): Promise<Library> {
  process.env.FONTCONFIG_FILE = resolve(import.meta.dirname, 'fonts/fonts.conf')
  return (await import('sharp')).default
}

/** Null when there is nothing to be seen. */
export async function drawText(text: string, room: TextRoom): Promise<DrawnText | null> {
  const clean = cleanText(text)
  if (clean === '') return null
  const graphemes = [...new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(clean)].map((one) => one.segment)
  for (const size of SIZES) {
    if (graphemes.length * LEAST_AREA * size ** 2 > room.width * room.heightPreferred) continue
    const drawn = await draw(clean, size, room.width)
    if (!drawn) return null
    if (drawn.width > room.width || drawn.height > room.heightPreferred) continue
    return { ...(await balanceLines(clean, size, drawn)), isCut: false }
  }
  return await smallest(graphemes, room)
}

/** Pango's markup is read from the text otherwise; what pango would refuse or what has no meaning in a picture is gone. */
function cleanText(text: string): string {
  return text
    .slice(0, REEL_CAPTION_DRAWN_MAX)
    .toWellFormed()
    .replaceAll(/\r\n?|\u2028|\u2029/g, '\n')
    .replaceAll('\t', ' ')
    .replaceAll(/(?!\n)\p{Cc}|[\uFFFE\uFFFF]/gu, '')
    .replaceAll(TOO_MANY_MARKS, '$1')
    .replaceAll(/[^\S\n]+\n/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

function markup(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const emoji = escaped
    // Dark letters in the emoji font: as letters they are white.
    .replaceAll(/([©®™])\uFE0F/gu, '$1')
    // Pango finds some keycaps and misses others, depending on what stands before.
    .replaceAll(KEYCAP, (keycap) => `<span font_family="Twemoji Mozilla">${keycap}</span>`)
  return `<span foreground="white">${emoji}</span>`
}

type Drawn = Omit<DrawnText, 'isCut'>

/** One letter that joins hundreds and cannot be broken: it fits nowhere, and may be larger than a picture can be. */
const ENDLESS: Drawn = { rgba: Buffer.alloc(0), width: Number.POSITIVE_INFINITY, height: Number.POSITIVE_INFINITY }

async function draw(text: string, size: number, width: number): Promise<Drawn | null> {
  const lib = await imageLibrary()
  try {
    const { data, info } = await lib({
      text: {
        text: markup(text),
        font: `Noto Sans Bold ${size}`,
        dpi: 72,
        rgba: true,
        width,
        align: 'centre',
        wrap: 'word-char',
        spacing: SPACE_BETWEEN_LINES,
      },
    })
      .raw()
      .toBuffer({ resolveWithObject: true })
    return { rgba: data, width: info.width, height: info.height }
  } catch (error) {
    // Of spaces without width, joiners and the like there is nothing to draw.
    if (error instanceof Error && /no text to render/i.test(error.message)) return null
    if (error instanceof Error && /too big/i.test(error.message)) return ENDLESS
    throw error
  }
}

/** As narrow as the same number of lines can be: no last line of one word. */
async function balanceLines(text: string, size: number, first: Drawn): Promise<Drawn> {
  if (first.height < size * 1.8) return first
  let best = first
  let tooNarrow = Math.floor(first.width / 2)
  for (let step = 0; step < BALANCING_STEPS; step += 1) {
    const width = Math.floor((best.width + tooNarrow) / 2)
    const drawn = await draw(text, size, width)
    // Ink at the edge of a line differs by a few pixels; another line is more than half a size.
    if (drawn && drawn.width <= width && drawn.height < first.height + size / 2) best = drawn
    else tooNarrow = width
  }
  return best
}

/** As many graphemes as the room holds, and an ellipsis when these are not all. */
async function smallest(graphemes: readonly string[], room: TextRoom): Promise<DrawnText | null> {
  const attempt = async (count: number) => {
    const all = count >= graphemes.length
    const drawn = await draw(all ? graphemes.join('') : truncateText(graphemes, count), SMALLEST, room.width)
    return drawn && { ...(await narrowText(drawn, room.width)), isCut: !all }
  }
  const fits = (drawn: DrawnText | null) => drawn !== null && drawn.height <= room.heightMax
  let best: DrawnText | null = null
  let taken = 0
  let tooMany = Math.min(GRAPHEMES_AT_FIRST, graphemes.length)
  // Doubled while it fits, so that no picture of a hostile text is ever drawn that is many times too high.
  for (;;) {
    const drawn = await attempt(tooMany)
    if (!drawn) return null
    if (!fits(drawn)) break
    best = drawn
    taken = tooMany
    if (taken === graphemes.length) return best
    tooMany = Math.min(taken * 2, graphemes.length)
  }
  while (tooMany - taken > 1) {
    const count = Math.floor((taken + tooMany) / 2)
    const drawn = await attempt(count)
    if (fits(drawn)) {
      best = drawn
      taken = count
    } else tooMany = count
  }
  return best
}

/** At the end of a word when one is near. */
function truncateText(graphemes: readonly string[], count: number): string {
  const text = graphemes.slice(0, count).join('')
  const space = text.trimEnd().search(/\s\S{0,14}$/u)
  return `${(space > 0 ? text.slice(0, space) : text).trimEnd()}…`
}

/** A single letter may be wider than the line, and cannot be broken. */
async function narrowText(drawn: Drawn, width: number): Promise<Drawn> {
  if (drawn.width <= width) return drawn
  if (drawn.width > width * NARROWED_MAX) return ENDLESS
  const lib = await imageLibrary()
  const { data, info } = await lib(drawn.rgba, { raw: { width: drawn.width, height: drawn.height, channels: 4 } })
    .resize({ width })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { rgba: data, width: info.width, height: info.height }
}
