/** Which formats work: each against the others that were published in the same month and hours. */
import type { Analysis } from '@tangelo/contract'
import { POST_FORMATS } from '@tangelo/contract/limits'
import { answerQuestion, effectsOf, QUESTION_POSTS_MIN } from './answers.ts'
import { compareFamilies, countFamilies } from './comparison.ts'
import type { AnalysedPost } from './input.ts'
import { byTime, hourBlocksOf } from './kinds.ts'
import { residualsOf } from './residuals.ts'
import { strataOf } from './strata.ts'

const ALPHA = 0.05
const NAMES = { image: 'Images', video: 'Videos', carousel: 'Carousels', reel: 'Reels' } as const

/** Cells only for the formats that the account uses. */
export function analyseFormats(unordered: readonly AnalysedPost[], { seed }: { seed: number }): Analysis['formats'] {
  const posts = byTime(unordered)
  const used = POST_FORMATS.filter((format) => posts.some((post) => post.format === format))
  const families = [used.map((format) => (post: number) => posts[post]?.format === format)]
  const blocks = hourBlocksOf(posts)
  const [compared] =
    posts.length < QUESTION_POSTS_MIN
      ? countFamilies(posts.length, families)
      : compareFamilies(residualsOf(posts, [blocks]), strataOf(posts, blocks), families, {
          seed,
          alpha: ALPHA,
        })
  if (!compared) throw new Error('Formats were not compared')
  const answer = answerQuestion(
    'formats',
    posts.length,
    [{ compared, subjects: used.map((format) => NAMES[format]), none: '' }],
    'Formats cannot be compared: there are too few posts of different formats in the same month and hours.',
  )
  return { ...answer, cells: effectsOf(compared).map((effect, at) => ({ format: used[at] ?? 'image', ...effect })) }
}
