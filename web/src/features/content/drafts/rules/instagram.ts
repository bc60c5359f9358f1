/** What Instagram takes: tags as they are typed, and advice on a caption. */
import {
  INSTAGRAM_CAPTION_CHARACTERS,
  INSTAGRAM_HASHTAGS_ADVISED,
  INSTAGRAM_MENTIONS_MAX,
  TAG_MAX_LENGTH,
} from '@tangelo/contract/limits'
import { formatWhole } from '#lib/format.ts'
import { texts } from '../texts/post.ts'

export type TagResult =
  | { readonly kind: 'added' | 'known'; readonly tags: readonly string[]; readonly name: string }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'refused'; readonly problem: string }

export interface TagRules {
  readonly sign: '@' | '#'
  /** What to say to a name with a space in it. */
  readonly spaces: string
  readonly max: number
}

/** What Enter makes of the typed name: signs before it are stripped, one that is there already is ignored (spec §4). */
export function cleanTag(tags: readonly string[], typed: string, { sign, spaces, max }: TagRules): TagResult {
  const name = typed.trim().replace(sign === '@' ? /^[@\s]+/ : /^[#\s]+/, '')
  if (name === '') return { kind: 'nothing' }
  if (/\s/.test(name)) return { kind: 'refused', problem: spaces }
  if (name.length > TAG_MAX_LENGTH) return { kind: 'refused', problem: texts.tags.tooLong(TAG_MAX_LENGTH) }
  if (tags.some((tag) => tag.toLowerCase() === name.toLowerCase())) return { kind: 'known', tags, name }
  if (tags.length >= max) return { kind: 'refused', problem: texts.tags.tooMany(max) }
  return { kind: 'added', tags: [...tags, name], name }
}

/** As people count: a letter with its accent, or one emoji of several signs, is a few code points at most. */
export function countCharacters(caption: string): number {
  return [...caption].length
}

/** What Instagram would make of a caption: advice, never a refusal. */
export function findAdvice(caption: string, hashtags: readonly string[] | null): string[] {
  const over = countCharacters(caption) - INSTAGRAM_CAPTION_CHARACTERS
  const mentions = caption.match(/(?<![\w@])@[\w.]+/g)?.length ?? 0
  const written = caption.match(/(?<![\w&#])#[\p{L}\p{N}_]+/gu) ?? []
  const all = new Set([...written.map((tag) => tag.slice(1)), ...(hashtags ?? [])].map((tag) => tag.toLowerCase()))
  return [
    ...(over > 0 ? [texts.advice.tooLong(formatWhole(over))] : []),
    ...(mentions > INSTAGRAM_MENTIONS_MAX ? [texts.advice.mentions(mentions, INSTAGRAM_MENTIONS_MAX)] : []),
    ...(all.size > INSTAGRAM_HASHTAGS_ADVISED ? [texts.advice.hashtags(all.size, INSTAGRAM_HASHTAGS_ADVISED)] : []),
  ]
}
