/**
 * Caption drafts made from what was measured. They speak of light and colour, which a program can see, and of nothing
 * that it cannot: the user adds the subject. The same picture, tone and prompt give the same drafts.
 */
import { INSTAGRAM_HASHTAGS_ADVISED } from '@tangelo/contract/limits'
import type { Measurements } from './measure-pixels.ts'
import type { Tone } from './tone.ts'

export interface CaptionDrafts {
  /** Three, different from each other. */
  captions: readonly string[]
  /** With their signs; at most five. */
  hashtags: readonly string[]
}

interface Mood {
  /** 'teal and sand'; starts a sentence when capitalised. */
  colours: string
  light: 'dark' | 'bright' | 'even'
  warmth: 'warm' | 'cool' | 'balanced' | 'grey'
  isSoft: boolean
  isCalm: boolean
}

const DARK_BELOW = 0.32
const BRIGHT_ABOVE = 0.64
const SOFT_BELOW = 0.5
const CALM_BELOW = 0.06
const GREY_BELOW = 0.02
const WARM_ABOVE = 0.018
const VIVID_ABOVE = 0.1
const NEUTRAL = new Set(['black', 'charcoal', 'dark gray', 'gray', 'light gray', 'off-white', 'white'])

function moodOf({ palette, light, edges }: Measurements): Mood {
  const named = palette.colours.map(({ name }) => name)
  const [first = 'gray', second] = [
    ...named.filter((name) => !NEUTRAL.has(name)),
    ...named.filter((name) => NEUTRAL.has(name)),
  ]
  const { warmth, chroma } = palette
  return {
    colours: second === undefined ? first : `${first} and ${second}`,
    light: light.brightness < DARK_BELOW ? 'dark' : light.brightness > BRIGHT_ABOVE ? 'bright' : 'even',
    warmth: chroma < GREY_BELOW ? 'grey' : warmth > WARM_ABOVE ? 'warm' : warmth < -WARM_ABOVE ? 'cool' : 'balanced',
    isSoft: light.contrast < SOFT_BELOW,
    isCalm: edges.density < CALM_BELOW,
  }
}

const LIGHT: Readonly<Record<Mood['light'], string>> = {
  dark: 'deep shadows',
  bright: 'bright, open light',
  even: 'even light',
}
const FEELING: Readonly<Record<Mood['warmth'], string>> = {
  warm: 'warm',
  cool: 'cool',
  balanced: 'balanced',
  grey: 'timeless',
}

const DRAFTS: Readonly<Record<Tone, (mood: Mood) => readonly string[]>> = {
  professional: ({ colours, light, warmth, isSoft, isCalm }) => [
    `${capital(colours)}, ${LIGHT[light]}, and attention to every detail.`,
    `${capital(FEELING[warmth])} tones, ${isSoft ? 'a soft finish' : 'clear contrast'}: made with care, from the first idea to the last look.`,
    `${isCalm ? 'Less on show, more to see.' : 'A closer look is worth it.'} Which detail do you notice first?`,
  ],
  funny: ({ colours, light, warmth, isCalm }) => [
    `We asked for ${colours}. The picture overdelivered.`,
    `${capital(LIGHT[light])}: ${light === 'dark' ? 'the lamp was hidden, and we are not even sorry.' : 'no lamps were harmed in the making of this post.'}`,
    `${isCalm ? 'Nothing to see here. And yet you looked twice.' : 'So much going on that it needs its own calendar.'} Caption it better${warmth === 'cool' ? ', if you are cool enough' : ''}.`,
  ],
  serious: ({ colours, light, warmth, isSoft, isCalm }) => [
    `${capital(colours)}. ${capital(LIGHT[light])}. Nothing that is not needed.`,
    `${isSoft ? 'Quiet work' : 'Clear lines'}, ${FEELING[warmth]} light, and the time it takes to do this well.`,
    `${isCalm ? 'What is left out matters as much as what is shown.' : 'Every part of this was a decision.'}`,
  ],
  playful: ({ colours, light, warmth, isSoft, isCalm }) => [
    `Today’s mood: ${colours} ✨`,
    `${warmth === 'warm' ? 'Warm light, good company' : warmth === 'cool' ? 'Cool tones, warm hearts' : 'A little of everything'}, and ${LIGHT[light]} to go with it.`,
    `${isCalm ? 'Blink and breathe.' : 'Spot your favourite corner!'} ${isSoft ? 'Soft' : 'Bold'} looks good on a day like this. Tell us yours 👇`,
  ],
  short: ({ colours, light, warmth }) => [
    `${capital(colours)}.`,
    `${capital(FEELING[warmth])}. ${light === 'dark' ? 'Moody' : light === 'bright' ? 'Bright' : 'Clear'}.`,
    'See for yourself.',
  ],
}

export function captionDrafts(measurements: Measurements, tone: Tone, prompt: string): CaptionDrafts {
  return {
    captions: DRAFTS[tone](moodOf(measurements)),
    hashtags: hashtagsOf(measurements, prompt),
  }
}

/** Those that the prompt itself names come first. */
function hashtagsOf(measurements: Measurements, prompt: string): string[] {
  const { palette, edges } = measurements
  const { light, warmth, isSoft, isCalm } = moodOf(measurements)
  const own = [...prompt.matchAll(/(?<![\p{L}\p{N}_&/])#([\p{L}\p{N}_]{2,50})/gu)].map(([, word = '']) => word)
  const [colour] = palette.colours.filter(({ name }) => !NEUTRAL.has(name))
  const found = [
    ...own,
    warmth === 'grey' ? 'blackandwhite' : `${colour?.name.replace(/[^a-z]/g, '') ?? 'neutral'}tones`,
    ...(light === 'dark' ? ['moodyphotography'] : light === 'bright' ? ['lightandbright'] : []),
    ...(palette.chroma > VIVID_ABOVE ? ['vividcolors'] : []),
    ...(warmth === 'warm' ? ['warmlight'] : warmth === 'cool' ? ['cooltones'] : []),
    ...(isCalm ? ['minimalism'] : edges.density > 3 * CALM_BELOW ? ['detailshot'] : []),
    isSoft ? 'softlight' : 'strongcontrast',
  ]
  const once = new Map(found.map((word) => [word.toLowerCase(), `#${word}`]))
  return [...once.values()].slice(0, INSTAGRAM_HASHTAGS_ADVISED)
}

const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
