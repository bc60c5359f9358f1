/** Pure decisions on prompts. */
import type { Prompt } from '@tangelo/contract'

/** spec §2: ids shown truncated to 6 characters. */
export const shortId = (id: string): string => id.slice(0, 6)

/** How many cards fit side by side. */
export const columnsIn = (width: number, cardMin: number, gap: number): number =>
  Math.max(1, Math.floor((width + gap) / (cardMin + gap)))

const searchTexts = new WeakMap<Pick<Prompt, 'title' | 'prompt'>, string>()

/** As the server finds: in title and text, ignoring case. */
export function isFound(prompt: Pick<Prompt, 'title' | 'prompt'>, search: string): boolean {
  const text = searchTexts.get(prompt) ?? `${prompt.title}\n${prompt.prompt}`.toLowerCase()
  searchTexts.set(prompt, text)
  return text.includes(search.trim().toLowerCase())
}
