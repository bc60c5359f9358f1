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

interface CaptionDraft {
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
