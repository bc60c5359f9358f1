/** Which hashtags go with more likes: posts with a tag against those without, of the same format in the same months. */
import type { Analysis } from '@tangelo/contract'
import { answerQuestion, effectsOf, QUESTION_POSTS_MIN } from './answers.ts'
import { compareFamilies, countFamilies } from './comparison.ts'
import { judgeByHolm } from './holm.ts'
import type { AnalysedPost } from './input.ts'
import { byTime, formatsOf } from './kinds.ts'
import { CELL_POSTS_MIN } from './permutation.ts'
import { residualsOf } from './residuals.ts'
import { strataOf } from './strata.ts'
import { tagsOf } from './tags.ts'

const ALPHA = 0.05
/** The most used tags are compared; more of them would only make each harder to show. */
const TAGS_MAX = 10

export function analyseHashtags(unordered: readonly AnalysedPost[], { seed }: { seed: number }): Analysis['hashtags'] {
  const posts = byTime(unordered)
  const tagged = new Map<string, Set<number>>()
  posts.forEach(({ caption }, post) => {
    for (const tag of tagsOf(caption)) tagged.set(tag, (tagged.get(tag) ?? new Set()).add(post))
  })
  const often = [...tagged].filter(([, used]) => used.size >= CELL_POSTS_MIN)
  const chosen = often.sort(([one, a], [other, b]) => b.size - a.size || (one < other ? -1 : 1)).slice(0, TAGS_MAX)
  const families = [
    chosen.map(
      ([, used]) =>
        (post: number) =>
          used.has(post),
    ),
  ]
  const formats = formatsOf(posts)
  const [compared] =
    posts.length < QUESTION_POSTS_MIN
      ? countFamilies(posts.length, families)
      : compareFamilies(residualsOf(posts, [formats]), strataOf(posts, formats), families, {
          seed,
          alpha: ALPHA,
          judge: (tests) =>
            judgeByHolm(
              tests.map((test) => test?.p ?? null),
              ALPHA,
            ),
        })
  if (!compared) throw new Error('Hashtags were not compared')
  const answer = answerQuestion(
    'hashtags',
    posts.length,
    [{ compared, subjects: chosen.map(([tag]) => `Posts with #${tag}`), none: '' }],
    `Hashtags cannot be compared: none was used in at least ${CELL_POSTS_MIN} posts and left out of as many of the same kind.`,
  )
  const cells = effectsOf(compared).map((effect, at) => ({ tag: chosen[at]?.[0] ?? '', ...effect }))
  return { ...answer, cells, tags: tagged.size }
}
