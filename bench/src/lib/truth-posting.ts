/** When to post: accounts whose hours make no difference, and accounts whose evenings bring 35 % more. */
import { hourBlockOf } from '../../../server/src/features/analytics/analysis/rules/kinds.ts'
import { analysePosting } from '../../../server/src/features/analytics/analysis/rules/posting.ts'
import { aside } from './table.ts'
import { ASIDE_WORLDS, EFFECT, judgeQuestion } from './truth-question.ts'
import { type Judged, percent, shareOf, type TruthSection } from './truth-section.ts'
import { HABITS, type Habit, postsOf } from './truth-worlds.ts'

/** As the product shows them. */
const WORLD_NAMES = {
  'usual hours': 'Posts at usual hours',
  'evening reels': 'Reels posted in the evening, and reels do better',
  'changed habit': 'Posting hours changed while the account grew',
  'spread over the day': 'Posts spread over the day',
  'one post a day': 'One post a day',
} satisfies Record<Habit, string>

const question = judgeQuestion({
  name: 'when to post',
  planted: 'an evening',
  analyse: analysePosting,
  isPlanted: ({ family, from }) => family === 'hours' && from === 18,
  kindsOf: ({ hour }) => [hourBlockOf(hour)],
  nulls: HABITS.map((habit) => ({ name: WORLD_NAMES[habit], habit })),
  power: { habit: 'usual hours', evening: EFFECT },
  bars: { 60: 0.18, 120: 0.4, 240: 0.73, 480: 0.97 },
})

/** The figure scales with the scatter of the likes, which the bars do not name: what it is where likes scatter less or more. */
const SCATTERS = [0.4, 0.65]
const SCATTER_POSTS = 240
/** "Only effects above about 80 % would show": how often an effect of just that size is shown. It should be 80 %. */
const DETECTABLE_POSTS = [60, 240]

const scatterBatches = SCATTERS.map((scatter) => ({ name: `scatter ${scatter}`, scatter }))
const detectableBatches = DETECTABLE_POSTS.map((posts) => ({ name: `detectable ${posts}`, posts }))

export const posting: TruthSection = {
  name: 'posting',
  batches: (scale) => [
    ...question.batches(scale),
    ...[...scatterBatches, ...detectableBatches].map(({ name }) => ({ name, worlds: ASIDE_WORLDS * scale })),
  ],
  judge(batch, seed) {
    const scatter = scatterBatches.find(({ name }) => name === batch)?.scatter
    if (scatter !== undefined) return judgeScatter(scatter, seed)
    const posts = detectableBatches.find(({ name }) => name === batch)?.posts
    return posts === undefined ? question.judge(batch, seed) : judgeDetectable(posts, seed)
  },
  conclude(judged) {
    const { figures, truth } = question.conclude(judged)
    return {
      figures: [
        ...figures,
        ...scatterBatches.map(({ name, scatter }) =>
          aside(
            `an evening of +35 % found, ${SCATTER_POSTS} posts, where likes scatter by ${scatter}`,
            percent(shareOf(judged(name), 'found')),
          ),
        ),
        ...detectableBatches.map(({ name, posts }) =>
          aside(
            `the smallest effect that "would show", planted: found, ${posts} posts`,
            `${percent(
              shareOf(
                judged(name).filter(({ asked }) => asked === 1),
                'found',
              ),
            )} (80 % is meant)`,
          ),
        ),
      ],
      published: { posting: truth },
    }
  },
}

function judgeScatter(scatter: number, seed: number): Judged {
  const posts = postsOf({ habit: 'usual hours', posts: SCATTER_POSTS, evening: EFFECT, scatter }, seed)
  const { cells } = analysePosting(posts, { seed })
  const evening = cells.find(({ family, from }) => family === 'hours' && from === 18)
  return { found: Number((evening?.significant && (evening.effect ?? 0) > 0) ?? false) }
}

/** Plants the effect that an account without any is said to show, in a typical block: of those compared, the middle one by posts. */
function judgeDetectable(count: number, seed: number): Judged {
  const posts = postsOf({ habit: 'usual hours', posts: count }, seed)
  const { detectable, cells } = analysePosting(posts, { seed })
  const compared = cells.filter(({ family, effect }) => family === 'hours' && effect !== null)
  const typical = compared.toSorted((a, b) => a.posts - b.posts)[compared.length >> 1]
  if (detectable === null || typical === undefined) return { asked: 0, found: 0 }
  const block = hourBlockOf(typical.from)
  const planted = posts.map((post) =>
    hourBlockOf(post.hour) === block ? { ...post, likes: Math.round(post.likes * (1 + detectable.effect)) } : post,
  )
  return { asked: 1, found: Number(analysePosting(planted, { seed }).cells[block]?.significant) }
}
