/** What every question of an analysis is answered with. */
import * as z from 'zod'

/**
 * `found`: a difference beyond chance. `no-difference`: none can be shown yet. `too-few-posts`: the question cannot be asked,
 * also where there are many posts but too few that compare.
 */
const Verdict = z.enum(['found', 'no-difference', 'too-few-posts'])

/**
 * One comparison: posts of this kind against others of the same format (or hours) and months. `effect` is a ratio, 0.35 means
 * 35 % more; `low` and `high` are the ends of its 95 % interval. Null where fewer than eight comparable posts are inside or
 * outside.
 */
export const Effect = z.object({
  posts: z.int(),
  effect: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** Beyond chance, all comparisons of the question taken together. */
  significant: z.boolean(),
})

/** What could be shown: with the posts there are, only an effect above `effect`; with `morePosts` more, `goal`. Ratios. */
const Detectable = z.object({ effect: z.number(), morePosts: z.int(), goal: z.number() })

export const Question = z.object({
  verdict: Verdict,
  /** Posts that the answer is from. */
  posts: z.int(),
  sentence: z.string(),
  /** Null when something was found, or the question cannot be asked. */
  detectable: Detectable.nullable(),
})
