/** Pure decisions on analyses: the prompt, the title of a result, and which part of it is a caption. */
import type { Tone } from '@tangelo/contract/limits'
import { texts } from './texts.ts'

/** spec §9: the instruction text followed by 'Use a {tone} tone.' */
export const completePrompt = (instructions: string, tone: Tone): string =>
  [instructions.trim(), `Use a ${tone} tone.`].filter(Boolean).join(' ')

/** spec §9: tone plus 'Analysis' plus current date. `day`: as people read it. */
export const analysisTitle = (tone: Tone, day: string): string => `${texts.tones[tone]} Analysis ${day}`

/** spec §7: without the data-URL prefix. */
export const removePrefix = (dataUrl: string): string => dataUrl.slice(dataUrl.indexOf(',') + 1)

export interface CaptionDraft {
  readonly caption: string
  /** Words without #. */
  readonly hashtags: readonly string[]
}

/**
 * The captions in a result: the numbered drafts of the built-in analysis, which share its hashtags; of any other text all of it.
 */
export function parseCaptions(analysis: string): readonly CaptionDraft[] {
  const paragraphs = analysis.split(/\n{2,}/)
  const readSection = (heading: string): string[] => {
    const found = paragraphs.find((paragraph) => paragraph.startsWith(heading) && paragraph.includes('\n'))
    return found?.split('\n').slice(1) ?? []
  }
  const drafts = readSection('Caption drafts').flatMap((line) => /^\d+\. (.+)$/.exec(line)?.[1] ?? [])
  if (drafts.length === 0) return [{ caption: analysis.trim(), hashtags: [] }]
  const hashtags = readSection('Hashtags').flatMap((line) =>
    [...line.matchAll(/#([\p{L}\p{N}_]+)/gu)].map(([, word = '']) => word),
  )
  return drafts.map((caption) => ({ caption, hashtags }))
}

export interface Swatch {
  readonly name: string
  /** `#rrggbb`. */
  readonly hex: string
  readonly percent: string
}

export interface Crop {
  /** As '4:5'. */
  readonly ratio: string
  readonly use: string
  readonly verdict: string
  readonly isSafe: boolean
}

export interface ReportSection {
  /** Empty for the sentence at the beginning. */
  readonly heading: string
  readonly lines: readonly string[]
  readonly swatches: readonly Swatch[]
  readonly crops: readonly Crop[]
}

/** How the built-in analysis begins. */
const MEASURED = 'Measured from the pixels.'
const SHOWN_AS_CARDS = /^(Caption drafts|Hashtags)/

/** The sections of a built-in analysis without its captions; null for any other text. */
export function readReport(analysis: string): readonly ReportSection[] | null {
  if (!analysis.startsWith(MEASURED)) return null
  return analysis
    .split(/\n{2,}/)
    .filter((paragraph) => !SHOWN_AS_CARDS.test(paragraph))
    .map((paragraph) => {
      const [first = '', ...rest] = paragraph.split('\n')
      const lines = rest.length === 0 ? [first] : rest
      return {
        heading: rest.length === 0 ? '' : first,
        lines,
        swatches: first === 'Colors' ? lines.flatMap(readSwatches) : [],
        crops: first === 'Crops' ? lines.flatMap(readCrop) : [],
      }
    })
}

const readSwatches = (line: string): Swatch[] =>
  [...line.matchAll(/([\p{L} ]+) (#[0-9a-f]{6}) (\d+) ?%/giu)].map(([, name = '', hex = '', percent = '']) => ({
    name: name.trim(),
    hex,
    percent,
  }))

function readCrop(line: string): Crop[] {
  const [, ratio, use, verdict] = /^(\d+:\d+) \((\w+)\): (fits as it is|safe|tight|not safe)/.exec(line) ?? []
  if (!ratio || !use || !verdict) return []
  return [{ ratio, use, verdict, isSafe: verdict === 'safe' || verdict === 'fits as it is' }]
}
