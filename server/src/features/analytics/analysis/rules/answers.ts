/** What a comparison of kinds of posts answers: a difference, none that can be shown yet, or that it cannot be asked. */
import type { Analysis } from '@tangelo/contract'
import type { ComparedCell, ComparedFamily } from './comparison.ts'
import { sayFound, sayNoDifference, sayTooFewPosts } from './sentences.ts'

/** Fewer posts than this and no question about kinds of posts is asked. */
export const QUESTION_POSTS_MIN = 60
/** Effects that "more posts would show": the largest that is clearly below what shows already. */
const GOALS = [0.35, 0.2, 0.1, 0.05, 0.02]
const CLEARLY_BELOW = 0.85

interface AskedFamily {
  compared: ComparedFamily
  /** The subject of a sentence about one cell: Posts between 18:00 and 22:00. */
  subjects: readonly string[]
  /** What is said where another family differs and this one does not. */
  none: string
}

type Answer = Pick<Analysis['posting'], 'verdict' | 'posts' | 'sentence' | 'detectable'>

/** `kinds` are times, formats or hashtags; `incomparable` is the sentence where every kind has too few posts inside or outside; `figure` is what posts are compared by. */
export function answerQuestion(
  kinds: string,
  posts: number,
  families: readonly AskedFamily[],
  incomparable: string,
  figure = 'likes',
): Answer {
  const unanswered = { posts, detectable: null }
  if (posts < QUESTION_POSTS_MIN)
    return { verdict: 'too-few-posts', sentence: sayTooFewPosts(kinds, posts, QUESTION_POSTS_MIN), ...unanswered }
  const asked = families.filter(({ compared }) => compared.comparable > 0)
  if (asked.length === 0) return { verdict: 'too-few-posts', sentence: incomparable, ...unanswered }
  const leads = asked.map(({ compared }) => leadOf(compared.cells))
  if (leads.every((lead) => lead === undefined)) {
    const detectable = detectableFrom(posts, asked[0]?.compared.smallest ?? null)
    return { verdict: 'no-difference', posts, sentence: sayNoDifference(posts, detectable, figure), detectable }
  }
  const said = asked.map(({ compared, subjects, none }, at) => {
    const lead = leads[at]
    return lead ? sayFound(subjects[compared.cells.indexOf(lead)] ?? '', lead, posts, figure) : none
  })
  // A found difference is said before what was not found.
  const ordered = [...said.filter((_, at) => leads[at]), ...said.filter((_, at) => !leads[at])]
  return { verdict: 'found', sentence: ordered.filter(Boolean).join(' '), ...unanswered }
}

/** Of the cells beyond chance, the clearest that gets more, or else the clearest that gets less. */
function leadOf(cells: readonly ComparedCell[]): ComparedCell | undefined {
  const shown = cells.filter(({ significant }) => significant)
  const more = shown.filter(({ t }) => t > 0)
  return (more.length > 0 ? more : shown).toSorted((a, b) => Math.abs(b.t) - Math.abs(a.t))[0]
}

/**
 * Errors fall with the root of the number of posts, so `goal` needs (smallest / log(1 + goal))² times the posts there are, in
 * the same mix. `smallest` is a log difference.
 */
function detectableFrom(posts: number, smallest: number | null): Answer['detectable'] {
  if (smallest === null || smallest <= 0) return null
  const effect = Math.expm1(smallest)
  const goal = GOALS.find((ratio) => ratio <= effect * CLEARLY_BELOW) ?? effect / 2
  const needed = posts * (smallest / Math.log1p(goal)) ** 2
  return { effect, goal, morePosts: Math.ceil((needed - posts) / 10) * 10 }
}

/** The cells without what only the answer needs. */
export const effectsOf = ({ cells }: ComparedFamily) => cells.map(({ t: _, ...effect }) => effect)
