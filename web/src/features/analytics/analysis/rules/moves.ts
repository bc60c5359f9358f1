/** A marked day in short words: its name, what is known around it, and the sign that stands for its kind. */
import { formatSigned, formatWhole } from '#lib/format.ts'
import type { Move } from '../queries/analysis.ts'
import { texts } from '../texts/growth.ts'
import { texts as panelTexts } from '../texts/panels.ts'
import { captionOf, formatMultiple } from './words.ts'

/** The post of a move that went furthest above its expectation. */
function strongestOf({ evidence }: Move) {
  return evidence.posts.reduce<Move['evidence']['posts'][number] | undefined>(
    (best, post) => ((post.multiple ?? 0) > (best?.multiple ?? 0) ? post : best),
    undefined,
  )
}

const formatOf = (move: Move): string => {
  const post = strongestOf(move)
  return post ? panelTexts.formats.words[post.format] : texts.moves.marks.viral.toLowerCase()
}

/** 'Reel, +2,310': beside the mark. */
export function markLabel(move: Move): string {
  const post = move.kind === 'viral' ? strongestOf(move) : undefined
  const name = post ? panelTexts.formats.names[post.format] : texts.moves.marks[move.kind]
  return `${name}, ${formatSigned(move.change)}`
}

export function moveTitle(move: Move): string {
  return move.kind === 'viral' ? texts.moves.titles.viral(formatOf(move)) : texts.moves.titles[move.kind]
}

/** What is known around the day, in one line. */
export function moveContext(move: Move): string {
  const { others, gap } = move.evidence
  if (move.kind === 'cleanup') return texts.moves.others(formatWhole(others.moved), formatWhole(others.accounts))
  const post = strongestOf(move)
  if (post && move.kind !== 'unexplained') {
    const caption = captionOf(post.caption, texts.moves.noCaption)
    return post.multiple === null ? caption : `${caption}: ${texts.moves.expectedTimes(formatMultiple(post.multiple))}`
  }
  return [
    post ? texts.moves.postsShort.ordinary : texts.moves.postsShort.none,
    others.accounts === 0
      ? texts.moves.othersShort.unknown
      : others.moved === 0
        ? texts.moves.othersShort.none
        : texts.moves.othersShort.some(formatWhole(others.moved)),
    texts.moves.gapShort(gap),
  ].join(', ')
}

/** 'Three days stand out.' */
export function standOutText(count: number): string {
  if (count === 0) return texts.growth.noMoves
  return texts.growth.standOut(texts.growth.numbers[count] ?? formatWhole(count), count)
}
