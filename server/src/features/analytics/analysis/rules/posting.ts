/** When to post: six blocks of four hours and seven weekdays, compared among posts of the same format in the same months. */
import type { Analysis } from '@tangelo/contract'
import { answerQuestion, effectsOf, QUESTION_POSTS_MIN } from './answers.ts'
import { compareFamilies, countFamilies } from './comparison.ts'
import type { AnalysedPost } from './input.ts'
import { byTime, formatsOf, HOUR_BLOCKS, HOURS_OF_A_BLOCK, hourBlockOf } from './kinds.ts'
import { residualsOf } from './residuals.ts'
import { strataOf } from './strata.ts'

const WEEKDAYS = ['Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays', 'Sundays']
/** 5 % for the whole question, split over hours and weekdays. */
const ALPHA_PER_FAMILY = 0.025

/** The posts by a figure that only the owner sees stand where likes do, so that the method is the same. */
export function analysePosting(
  unordered: readonly AnalysedPost[],
  options: { seed: number; figure?: string },
): Omit<Analysis['posting'], 'measures'> {
  const posts = byTime(unordered)
  const families = [
    HOUR_BLOCKS.map((_, at) => (post: number) => hourBlockOf(posts[post]?.hour ?? 0) === at),
    WEEKDAYS.map((_, at) => (post: number) => posts[post]?.weekday === at + 1),
  ]
  const formats = formatsOf(posts)
  const [hours, weekdays] =
    posts.length < QUESTION_POSTS_MIN
      ? countFamilies(posts.length, families)
      : compareFamilies(residualsOf(posts, [formats]), strataOf(posts, formats), families, {
          seed: options.seed,
          alpha: ALPHA_PER_FAMILY,
        })
  if (!hours || !weekdays) throw new Error('Hours and weekdays were not compared')
  const answer = answerQuestion(
    'times',
    posts.length,
    [
      {
        compared: hours,
        subjects: HOUR_BLOCKS.map((from) => `Posts between ${sayHour(from)} and ${sayHour(endOf(from))}`),
        none: 'No time of day differs from the others beyond chance.',
      },
      {
        compared: weekdays,
        subjects: WEEKDAYS.map((weekday) => `Posts on ${weekday}`),
        none: 'No weekday differs from the others beyond chance.',
      },
    ],
    'Times cannot be compared: there are too few posts of one format and month at different hours or on different weekdays.',
    options.figure,
  )
  const cells = [
    ...effectsOf(hours).map((effect, at) => {
      const from = HOUR_BLOCKS[at] ?? 0
      return { family: 'hours' as const, from, to: endOf(from), ...effect }
    }),
    ...effectsOf(weekdays).map((effect, at) => ({ family: 'weekdays' as const, from: at + 1, to: at + 1, ...effect })),
  ]
  return { ...answer, cells, posted: countPosted(posts) }
}

const endOf = (from: number) => (from + HOURS_OF_A_BLOCK) % 24
const sayHour = (hour: number) => `${String(hour).padStart(2, '0')}:00`

/** Seven weekdays from Monday, each with the counts of 24 hours. */
function countPosted(posts: readonly AnalysedPost[]): number[][] {
  const counts = WEEKDAYS.map(() => Array.from({ length: 24 }, () => 0))
  for (const { weekday, hour } of posts) {
    const row = counts[weekday - 1]
    if (row) row[hour] = (row[hour] ?? 0) + 1
  }
  return counts
}
