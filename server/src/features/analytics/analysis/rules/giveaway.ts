/** Whether a post announces a giveaway: by its caption in several languages, or by comments that outnumber its likes. */
import type { AnalysedPost } from './input.ts'

/** Without accents, lower case. Each matches at the beginning of a word, so that endings do not matter. */
const WORDS = [
  // English
  'giveaway|give away|give-away|contest|sweepstake|raffle|prize draw|enter to win|chance to win|win a |win one of',
  // German, Dutch
  'gewinnspiel|verlosung|verlosen|verlose|zu gewinnen|winactie|weggeefactie|verloting|te winnen',
  // French
  'concours|jeu concours|tirage au sort|a gagner',
  // Spanish, Portuguese, Italian, Romanian
  'sorteo|sorteamos|concurso|sorteio|sorteando|concorso|estrazione|in palio|concurs|tragere la sorti',
  // Nordic languages
  'tavling|utlottning|lottar ut|konkurrence|konkurranse|trekning|lodtraekning|arvonta|arvomme',
  // Polish, Czech, Hungarian, Turkish, Indonesian
  'konkurs|rozdanie|soutez|slosovani|nyeremenyjatek|sorsolas|cekilis|undian berhadiah',
  // Greek, Russian, Ukrainian
  'διαγωνισμος|κληρωση|розыгрыш|розыгрыше|конкурс|розиграш',
].join('|')
/** Scripts that do not part words, or part them otherwise. */
const ELSEWHERE =
  /プレゼント企画|プレゼントキャンペーン|懸賞|抽奖|抽獎|경품|추첨|مسابقة|جائزة|הגרלה|גיבאווי|แจกของ|แจกฟรี/u
const SAID = new RegExp(`(?<![\\p{L}\\p{N}])(?:${WORDS})`, 'u')
/** Most captions need no normalisation. */
const IS_ASCII = /^[\0-\x7f]*$/
/** A caption holds at most 2,200 characters; nothing is read beyond. */
const CAPTION_READ = 2_200
const FEWEST_COMMENTS = 20

export function announcesGiveaway({ caption }: AnalysedPost): boolean {
  const text = caption.slice(0, CAPTION_READ)
  if (IS_ASCII.test(text)) return SAID.test(text.toLowerCase())
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return SAID.test(plain.replaceAll('ı', 'i').replaceAll('ø', 'o').replaceAll('æ', 'ae')) || ELSEWHERE.test(text)
}

/** Comments are entries: more of them than likes, and no longer a handful. */
export const isCommentedLikeGiveaway = ({ comments, likes }: AnalysedPost): boolean =>
  comments !== null && comments >= FEWEST_COMMENTS && comments > likes
