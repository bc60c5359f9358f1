/** The tone that a complete prompt requests at its end (spec §9): 'Use a {tone} tone.' */

export type Tone = 'professional' | 'funny' | 'serious' | 'playful' | 'short'

const TONES: readonly Tone[] = ['professional', 'funny', 'serious', 'playful', 'short']

/** The last one counts: what stands before it are the person's own words. Professional, where there is none that is known. */
export function toneIn(prompt: string): Tone {
  const [, asked = ''] = [...prompt.matchAll(/\buse an? ([\w &]{1,40}) tone\b/gi)].at(-1) ?? []
  const words = asked.trim().toLowerCase()
  return TONES.find((tone) => words.startsWith(tone)) ?? 'professional'
}
