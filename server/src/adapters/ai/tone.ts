/** The tone that a complete prompt requests at its end (spec §9): 'Use a {tone} tone.' */

export type Tone = 'professional' | 'funny' | 'serious' | 'playful' | 'short'

const TONES: readonly Tone[] = ['professional', 'funny', 'serious', 'playful', 'short']

const TONE = /\buse an? ([\w &]{1,40}) tone\b/gi

/** The last one counts: what stands before it are the person's own words. Professional, where there is none that is known. */
export function toneIn(prompt: string): Tone {
  const [, asked = ''] = [...prompt.matchAll(TONE)].at(-1) ?? []
  const words = asked.trim().toLowerCase()
  return TONES.find((tone) => words.startsWith(tone)) ?? 'professional'
}

/** Whether a prompt has words beside its tone and the hashtags it names. */
export const hasInstructions = (prompt: string): boolean =>
  /\p{L}/u.test(prompt.replace(TONE, '').replace(/#[\p{L}\p{N}_]+/gu, ''))
