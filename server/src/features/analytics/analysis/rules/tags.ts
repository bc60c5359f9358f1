/**
 * Hashtags of a caption: # and then letters, digits, marks, underscores or emoji of any script (hashtag identifiers of
 * Unicode UAX 31, R8). A tag ends at whatever else comes, is the same in upper and lower case, and may follow another directly.
 */

/** What may stand in a tag; ＃ and ﹟ are the wide and the small number sign. */
const IN_TAG = String.raw`[[\p{XID_Continue}\p{Extended_Pictographic}\p{Emoji_Component}]--[#*＃﹟]]`
/** A number sign inside a word or an address begins no tag, and #️⃣ is an emoji. */
const TAG = new RegExp(String.raw`(?<![\p{L}\p{N}_\/&])((?:[#＃﹟](?!\uFE0F?\u20E3)${IN_TAG}+)+)`, 'gv')
/** Something to read: a tag of nothing but joiners and selectors is none. */
const READABLE = /[\p{L}\p{N}_\p{Extended_Pictographic}\p{Regional_Indicator}]/v
/** Selectors choose the look of an emoji, not which one it is. */
const SELECTORS = /[\uFE0E\uFE0F]/g

/** Each tag once, in lower case, without its sign, in the order of the caption. */
export function tagsOf(caption: string): string[] {
  const runs = [...caption.normalize('NFC').matchAll(TAG)].map(([, run = '']) => run)
  const tags = runs.flatMap((run) => run.split(/[#＃﹟]/)).map((tag) => tag.replace(SELECTORS, '').toLowerCase())
  return [...new Set(tags.filter((tag) => READABLE.test(tag)))]
}
