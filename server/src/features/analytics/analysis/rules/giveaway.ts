/** Whether a post announces a giveaway: by its caption in several languages, or by comments that outnumber its likes. */
import type { AnalysedPost } from './input.ts'

/** Lower case. Each matches at the beginning of a word, so that endings do not matter. */
const WORDS = [
  // English
  'giveaway|give away|give-away|contest|sweepstake|raffle|prize draw|enter to win|chance to win|win a |win one of',
  // German, Dutch
  'gewinnspiel|verlosung|verlosen|verlose|zu gewinnen|winactie|weggeefactie|verloting|te winnen',
  // French
  'concours|jeu concours|tirage au sort|[aà] gagner',
  // Spanish, Portuguese, Italian, Romanian
  'sorteo|sorteamos|concurso|sorteio|sorteando|concorso|estrazione|in palio|concurs|tragere la sor[tț]i',
  // Nordic languages
  't[aä]vling|utlottning|lottar ut|konkurrence|konkurranse|trekning|lodtr(?:æ|ae)kning|arvonta|arvomme',
  // Polish, Czech, Hungarian, Turkish, Indonesian
  'konkurs|rozdanie|sout[eě][zž]|slosov[aá]n[ií]|nyerem[eé]nyj[aá]t[eé]k|sorsol[aá]s|[cç]eki\\u0307?li\\u0307?[sş]|undian berhadiah',
  // Greek, Russian, Ukrainian
  'διαγωνισμ[οό]ς|κλ[ηή]ρωση|розыгрыш|розыгрыше|конкурс|розиграш',
].join('|')
/** Scripts that do not part words, or part them otherwise. */
const ELSEWHERE =
  /プレゼント企画|プレゼントキャンペーン|懸賞|抽奖|抽獎|경품|추첨|مسابقة|جائزة|הגרלה|גיבאווי|แจกของ|แจกฟรี/u
const SAID = new RegExp(`(?<![\\p{L}\\p{N}])(?:${WORDS})`, 'u')
/** A caption holds at most 2,200 characters; nothing is read beyond. */
const CAPTION_READ = 2_200
const FEWEST_COMMENTS = 20

export function announcesGiveaway({ caption }: AnalysedPost): boolean {
  const text = caption.slice(0, CAPTION_READ)
  return SAID.test(text.normalize('NFC').toLowerCase()) || ELSEWHERE.test(text)
}

/** Comments are entries: more of them than likes, and no longer a handful. */
export const isCommentedLikeGiveaway = ({ comments, likes }: AnalysedPost): boolean =>
  comments !== null && comments >= FEWEST_COMMENTS && comments > likes
