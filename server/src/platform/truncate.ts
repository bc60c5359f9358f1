const MAX_LENGTH = 40

/** What a longer text is about, in one line; null for nothing. */
export function truncate(text: string | null): string | null {
  const characters = Array.from((text ?? '').replaceAll(/\s+/g, ' ').trim())
  const words = characters.slice(0, MAX_LENGTH).join('')
  return characters.length > MAX_LENGTH ? `${words.trimEnd()}…` : words || null
}
