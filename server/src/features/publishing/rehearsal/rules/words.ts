/** Captions as Instagram counts them: length, hashtags and mentions. Pure. */

/** How the service counts emoji is not documented: the larger of code points and UTF-16 units is safe. */
export const captionSize = (text: string): number => Math.max(text.length, [...text].length)

const HASHTAG = /(?<![\p{L}\p{N}_&/])[#＃](?=[\p{L}\p{N}_]*[\p{L}_])[\p{L}\p{N}\p{M}_]+/gu
const MENTION = /(?<![\p{L}\p{N}_@.])@[A-Za-z0-9._]{1,30}/gu

export const hashtagsIn = (text: string): string[] => text.match(HASHTAG) ?? []
export const mentionsIn = (text: string): string[] => text.match(MENTION) ?? []

/** What is sent as the caption: hashtags of the item that its caption lacks come after it. */
export function captionOf(caption: string | null, hashtags: readonly string[]): string {
  const text = caption ?? ''
  const there = new Set(hashtagsIn(text).map((tag) => tag.slice(1).toLowerCase()))
  const missing = hashtags.filter((tag) => !there.has(tag.toLowerCase()))
  const tags = missing.map((tag) => `#${tag}`).join(' ')
  if (tags === '') return text
  return text.trim() === '' ? tags : `${text}\n\n${tags}`
}
