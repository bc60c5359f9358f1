/** What was measured, in sentences. Every figure in it comes from the pixels; what is shown in the picture is not guessed at. */
import type { ReducedImage } from '#ports/images.ts'
import type { CaptionDrafts } from './captions.ts'
import type { Crop } from './crops.ts'
import { SHARP_FROM } from './edges.ts'
import type { Measurements } from './measure-pixels.ts'
import type { Tone } from './tone.ts'

/** What Instagram shows at most, in pixels across. */
const SHOWN_WIDTH = 1_080
const RATIOS: readonly (readonly [number, number])[] = [
  [1, 1],
  [4, 5],
  [5, 4],
  [3, 4],
  [4, 3],
  [2, 3],
  [3, 2],
  [9, 16],
  [16, 9],
]
const SAME_RATIO = 0.02
/** Less than this is invisible. */
const LOST_FROM = 0.02

const NOT_FOLLOWED =
  'Your instructions were not followed, apart from tone and hashtags: that takes an AI provider, which an administrator can connect.'

/** Paragraphs, in order. `isInstructed`: the prompt wants more than a tone, which nothing here can do. */
export function reportOf(
  image: Pick<ReducedImage, 'originalWidth' | 'originalHeight'>,
  measurements: Measurements,
  { drafts, tone, isInstructed }: { drafts: CaptionDrafts; tone: Tone; isInstructed: boolean },
): string[] {
  return [
    `Measured from the pixels. What the picture shows is for you to say.${isInstructed ? ` ${NOT_FOLLOWED}` : ''}`,
    `Size\n${sizeLine(image)}`,
    `Crops\n${measurements.crops.map((crop) => cropLine(crop, image)).join('\n')}`,
    `Light\n${lightLine(measurements)}`,
    `Colors\n${coloursLine(measurements)}`,
    `Sharpness\n${sharpnessLine(measurements)}`,
    `Caption drafts (${tone})\n${drafts.captions.map((caption, at) => `${at + 1}. ${caption}`).join('\n')}`,
    `Hashtags\n${drafts.hashtags.join(' ')}`,
  ]
}

type Size = Pick<ReducedImage, 'originalWidth' | 'originalHeight'>

function sizeLine({ originalWidth: width, originalHeight: height }: Size): string {
  const format = width === height ? 'square' : width > height ? 'landscape' : 'portrait'
  const megapixels = (width * height) / 1e6
  const size = `${count(width)} × ${count(height)} pixels (${megapixels.toLocaleString('en', { maximumFractionDigits: 1 })} megapixels), ${format}${ratioOf(width, height)}.`
  return `${size} ${largeEnough({ originalWidth: width, originalHeight: height })}`
}

function largeEnough({ originalWidth: width, originalHeight: height }: Size): string {
  const feed = Math.floor(Math.min(width, (height * 4) / 5))
  const reel = Math.floor(Math.min(width, (height * 9) / 16))
  if (reel >= SHOWN_WIDTH) return 'Large enough for the feed and for reels.'
  if (feed >= SHOWN_WIDTH)
    return `Large enough for the feed; a reel would be ${count(reel)} pixels wide instead of 1,080, and look soft.`
  return `Too small: cropped for the feed it is ${count(feed)} pixels wide, and Instagram shows 1,080.`
}

function ratioOf(width: number, height: number): string {
  const found = RATIOS.find(([w, h]) => Math.abs(width / height / (w / h) - 1) < SAME_RATIO)
  if (found) return ` ${found.join(':')}`
  return width > height ? ` ${(width / height).toFixed(2)}:1` : ` 1:${(height / width).toFixed(2)}`
}

function cropLine({ shape, kept, seenCentred, seenBest, shift, isAcross, verdict }: Crop, size: Size): string {
  const what = `${shape.ratio} (${shape.use}):`
  const seen = `shows ${percent(kept)} of the picture and ${percent(seenCentred)} of what stands out in it`
  const side = isAcross ? size.originalWidth : size.originalHeight
  const way = isAcross ? (shift < 0 ? 'left' : 'right') : shift < 0 ? 'up' : 'down'
  const moved = `moved ${count(Math.round(Math.abs(shift) * side))} pixels ${way === 'left' || way === 'right' ? `to the ${way}` : way}`
  switch (verdict) {
    case 'as it is':
      return `${what} fits as it is.`
    case 'safe':
      return `${what} safe. Cut in the middle it ${seen}.`
    case 'safe when moved':
      return `${what} safe when ${moved}: ${percent(seenBest)} of what stands out instead of ${percent(seenCentred)}.`
    case 'tight':
      return `${what} tight. At best (${shift === 0 ? 'cut in the middle' : moved}) it shows ${percent(seenBest)} of what stands out.`
    case 'unsafe':
      return `${what} not safe. Even at best it loses ${percent(1 - seenBest)} of what stands out: use another picture, or add a border.`
  }
}

function lightLine({ light: { brightness, contrast, lostInDark, lostInBright } }: Measurements): string {
  const lost = [
    ...(lostInDark >= LOST_FROM ? [`${percent(lostInDark)} is lost in black`] : []),
    ...(lostInBright >= LOST_FROM ? [`${percent(lostInBright)} is lost in white`] : []),
  ]
  const how = brightness < 0.32 ? 'dark' : brightness > 0.64 ? 'bright' : 'of medium brightness'
  const depth = contrast < 0.5 ? 'soft' : contrast > 0.8 ? 'strong' : 'normal'
  return `${sentence(how)} (${percent(brightness)}), with ${depth} contrast (${percent(contrast)}).${lost.length > 0 ? ` ${sentence(lost.join(', and '))}.` : ''}`
}

function coloursLine({ palette: { colours, chroma, warmth } }: Measurements): string {
  const list = colours.map(({ name, hex, share }) => `${name} ${hex} ${percent(share)}`).join(', ')
  const feeling =
    chroma < 0.02
      ? 'No colors to speak of.'
      : `${chroma > 0.1 ? 'Vivid' : chroma > 0.05 ? 'Natural' : 'Muted'}, ${warmth > 0.018 ? 'rather warm' : warmth < -0.018 ? 'rather cool' : 'neither warm nor cool'}.`
  return list === '' ? feeling : `${sentence(list)}. ${feeling}`
}

function sharpnessLine({ edges: { sharpest, sharpShare, density } }: Measurements): string {
  if (sharpest === 0) return 'Without edges there is nothing to judge it by.'
  const detail = density > 0.18 ? ' There is a lot of detail: small text on it would be hard to read.' : ''
  if (sharpest < SHARP_FROM * 0.65) return `Blurred everywhere, also at the size of a phone.${detail}`
  if (sharpest < SHARP_FROM) return `A little soft at the size of a phone.${detail}`
  if (sharpShare < 0.5)
    return `Sharp in ${percent(sharpShare)} of its parts, soft in the others, as with a blurred background.${detail}`
  return `Sharp.${detail}`
}

const percent = (share: number) => `${Math.round(share * 100)}%`
const count = (value: number) => value.toLocaleString('en')
const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
