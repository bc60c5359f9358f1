/** Pictures and videos against the rules of their kind, and what can be done here about those that break one. Pure. */
import { CAROUSEL_CHILDREN, type PublicationKind, type PublicationWay } from '@tangelo/contract/limits'
import type { Check } from './check.ts'
import { clockText, sizeText } from './figures.ts'
import { cutOf, IMAGE, type MediaFacts, pictureFitness } from './picture-fit.ts'

const MB = 1_000_000
const VIDEO = {
  reel: { bytesMax: 300 * MB, secondsMin: 3, secondsMax: 900, ratioMin: 0.01, ratioMax: 10 },
  story: { bytesMax: 100 * MB, secondsMin: 3, secondsMax: 60, ratioMin: 0.1, ratioMax: 10 },
} as const
const VIDEO_WIDTH_MAX = 1_920

type Looked = { kind: PublicationKind; media: readonly MediaFacts[]; crops: boolean; how: PublicationWay }

export function checkMedia({ kind, media, crops, how }: Looked): Check[] {
  const number = checkNumber(kind, media)
  if (number) return [number]
  const found = media.map((one, at) => {
    const name =
      media.length > 1
        ? `${one.type === 'video' ? 'Video' : 'Picture'} ${at + 1}`
        : one.type === 'video'
          ? 'The video'
          : 'The picture'
    return one.type === 'video' ? checkVideo(one, kind, name) : checkPicture(one, { kind, name, crops, how })
  })
  // The worst of a carousel is shown, by itself.
  const worst = found.find(({ state }) => state === 'blocked') ?? found.find(({ state }) => state === 'warning')
  const [only] = found
  if (worst) return [worst]
  if (only && found.length === 1) return [only]
  const videos = media.filter(({ type }) => type === 'video').length
  const detail = `${media.length - videos} pictures${videos === 0 ? '' : ` and ${videos === 1 ? '1 video' : `${videos} videos`}`}`
  return [{ key: 'media', state: 'passed', title: 'Pictures', detail, fix: null }]
}

const toCheck = (state: Check['state'], title: string, detail: string, fix: Check['fix'] = null): Check => ({
  key: 'media',
  state,
  title,
  detail,
  fix,
})

function checkNumber(kind: PublicationKind, media: readonly MediaFacts[]): Check | null {
  const { min, max } = CAROUSEL_CHILDREN
  if (media.length === 0)
    return kind === 'reel'
      ? toCheck('blocked', 'There is no video', 'Make the reel first, or add a video.', 'edit')
      : toCheck('blocked', 'There is no picture', 'Add a picture first.', 'edit')
  if (kind === 'carousel' && (media.length < min || media.length > max))
    return toCheck(
      'blocked',
      `${media.length} of a carousel`,
      `A carousel has ${min} to ${max} pictures: ${media.length < min ? 'add some, or publish it as an image' : 'remove some'}.`,
      'edit',
    )
  if (kind === 'reel' && media[0]?.type !== 'video')
    return toCheck('blocked', 'There is no video', 'Make the reel first, or add a video.', 'edit')
  return null
}

function checkPicture(one: MediaFacts, { kind, name, crops, how }: Omit<Looked, 'media'> & { name: string }): Check {
  const { width, height, format, bytes } = one
  const size = `${width} by ${height}`
  switch (pictureFitness(one, kind)) {
    case 'too_small':
      return toCheck(
        'blocked',
        `${name} is too small`,
        `It is ${size}: Instagram takes from ${IMAGE.widthMin} wide.`,
        'edit',
      )
    case 'crop': {
      const cut = cutOf(one, kind)
      // By hand the app of Instagram cuts it, as its person likes.
      if (how === 'remind')
        return toCheck(
          'warning',
          `${name} is too ${width < height ? 'tall' : 'wide'}`,
          `It is ${size}: Instagram takes 4:5 to 1.91:1, and its app lets you cut it.`,
        )
      return crops
        ? toCheck('passed', 'Picture', `${size}, cut to ${cut.width} by ${cut.height}`)
        : toCheck(
            'blocked',
            `${name} is too ${width < height ? 'tall' : 'wide'}`,
            `It is ${size}: Instagram takes 4:5 to 1.91:1. It can be cut to ${cut.width} by ${cut.height}.`,
            'crop',
          )
    }
    case 'convert': {
      const whys = [
        ...(format === 'jpeg' ? [] : [`is a ${format.toUpperCase()}`]),
        ...(bytes >= IMAGE.bytesMax ? [`has ${sizeText(bytes)}`] : []),
        ...(width > IMAGE.widthMax ? [`is ${width} wide`] : []),
      ]
      const then = how === 'remind' ? "Instagram's app converts it" : 'a JPEG of the right size is sent'
      return toCheck('passed', 'Picture', `${name} ${whys.join(' and ')}: ${then}`)
    }
    case 'fits':
      return kind === 'story' && Math.abs(width / height - 9 / 16) > 0.02
        ? toCheck('warning', 'Not the shape of a story', `${name} is ${size}: a story fills the screen with 9:16.`)
        : toCheck('passed', 'Picture', `${size}, ${sizeText(bytes)}`)
  }
}

function checkVideo(one: MediaFacts, kind: PublicationKind, name: string): Check {
  const { format, bytes, width, height, seconds } = one
  const rules = kind === 'story' ? VIDEO.story : VIDEO.reel
  const block = (title: string, detail: string) => toCheck('blocked', title, detail, 'edit')
  if (format !== 'mp4' && format !== 'mov')
    return block(`${name} has a wrong format`, `It is ${format.toUpperCase()}: Instagram takes MP4 and MOV.`)
  if (bytes > rules.bytesMax)
    return block(`${name} is too large`, `It has ${sizeText(bytes)}: Instagram takes up to ${rules.bytesMax / MB} MB.`)
  if (seconds !== null && seconds < rules.secondsMin)
    return block(
      `${name} is too short`,
      `It is ${seconds.toFixed(1)} seconds long: Instagram takes from ${rules.secondsMin}.`,
    )
  if (seconds !== null && seconds > rules.secondsMax)
    return block(
      `${name} is too long`,
      `It is ${Math.round(seconds)} seconds long: Instagram takes up to ${rules.secondsMax}.`,
    )
  const ratio = width / height
  if (width > VIDEO_WIDTH_MAX || ratio < rules.ratioMin || ratio > rules.ratioMax)
    return block(
      `${name} has a wrong size`,
      `It is ${width} by ${height}: Instagram takes up to ${VIDEO_WIDTH_MAX} wide.`,
    )
  const facts = `${seconds === null ? '' : `${clockText(seconds)}, `}${width} by ${height}, ${sizeText(bytes)}`
  return Math.abs(ratio - 9 / 16) > 0.02
    ? toCheck('warning', 'Not the shape of a phone', `${facts}: 9:16 fills the screen.`)
    : toCheck('passed', 'Video', facts)
}
