/**
 * Texts that are names: one line of characters that a reader sees. A name that looks like another, or like nothing, or that
 * turns the text around it is refused. Texts of several lines (captions, notes, prompts) do not come through here.
 */
import type * as z from 'zod'

const ONE_LINE = 'must be one line, without control or invisible characters'
/** How the API's description names such a field. */
export const ONE_LINE_NOTE = 'One line, without control or invisible characters.'

/** Controls, marks of direction, ends of lines, halves of characters, and what is drawn as nothing (U+2800, U+3164). */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Scripts in which a joiner between two letters changes how these are drawn. */
const JOINING =
  '\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Nko}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}\\p{Script=Khmer}\\p{Script=Myanmar}'

/** Invisible characters where they are part of a visible one: inside emoji, and one joiner between letters that it shapes. */
const NEEDED = new RegExp(
  [
    '(?<=\\p{Emoji})[\\uFE0E\\uFE0F]',
    '(?<=\\p{Extended_Pictographic}[\\uFE0F\\p{Emoji_Modifier}]?)\\u200D(?=\\p{Extended_Pictographic})',
    '(?<=\\u{1F3F4})[\\u{E0020}-\\u{E007E}]+\\u{E007F}',
    `(?<=[${JOINING}])[\\u200C\\u200D](?=[${JOINING}])`,
  ].join('|'),
  'gu',
)

/** Whether each character of it is seen, and all of them stand in one line. */
export const isOneLine = (text: string): boolean => !UNSEEN.test(text.replaceAll(NEEDED, ''))

/** The schema of a text, for a field that is one line. */
export const oneLine = <Text extends z.ZodType<string>>(text: Text) =>
  text.refine(isOneLine, ONE_LINE).describe(ONE_LINE_NOTE)
