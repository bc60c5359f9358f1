/** When to post: accounts whose hours make no difference, and accounts whose evenings bring 35 % more. */
import type { NullTruth } from '@tangelo/contract/truth-bench'
import { hourBlockOf } from '../../../server/src/features/analytics/analysis/rules/kinds.ts'
import { analysePosting } from '../../../server/src/features/analytics/analysis/rules/posting.ts'
import { judgeByAverages } from './plain-averages.ts'
import { median } from './statistics.ts'
import { aside, type Figure } from './table.ts'
import { type Judged, percent, shareOf, type TruthSection, twoErrors } from './truth-section.ts'
import { HABITS, type Habit, postsOf } from './truth-worlds.ts'

const WORLDS = 1_000
const EVENING = 4
const EFFECT = 0.35
const NULL_POSTS = [60, 240]
/** Posts, and the share in which +35 % must be found, within five points. */
const POWER: readonly (readonly [number, number])[] = [
  [60, 0.18],
  [120, 0.4],
  [240, 0.73],
  [480, 0.97],
]
const POWER_TOLERANCE = 0.05
const FALSE_MAX = 0.05

const nulls = HABITS.flatMap((habit) => NULL_POSTS.map((posts) => ({ name: `${habit}, ${posts}`, habit, posts })))

export const posting: TruthSection = {
  name: 'posting',
  batches: (scale) =>
    [...nulls.map(({ name }) => name), ...POWER.map(([posts]) => `evening, ${posts}`)].map((name) => ({
      name,
      worlds: WORLDS * scale,
    })),
  judge(batch, seed) {
    const world = nulls.find(({ name }) => name === batch)
    return world ? judgeNull(world, seed) : judgeEvening(Number(batch.split(' ')[1]), seed)
  },
  conclude(judged) {
    const measured: NullTruth[] = nulls.map(({ name, habit, posts }) => ({
      world: habit,
      posts,
      worlds: judged(name).length,
      wrong: shareOf(judged(name), 'wrong'),
      plainAverages: shareOf(judged(name), 'plainAverages'),
      bestAverage: shareOf(judged(name), 'bestAverage'),
    }))
    const power = POWER.map(([posts, bar]) => {
      const worlds = judged(`evening, ${posts}`)
      return { posts, worlds: worlds.length, effect: EFFECT, found: shareOf(worlds, 'found'), bar }
    })
    const intervals = POWER.map(([posts]) => {
      const worlds = judged(`evening, ${posts}`)
      const [compared, found] = ['compared', 'found'].map((figure) =>
        worlds.filter((world) => (world[figure] ?? 0) > 0),
      )
      return { posts, worlds: worlds.length, shown: shareOf(found ?? [], 'held'), all: shareOf(compared ?? [], 'held') }
    })
    const times = judged('usual hours, 240').map(({ ms }) => ms ?? 0)
    const figures: Figure[] = [
      ...measured.map(nullFigure),
      ...power.map(({ posts, found, bar, worlds }) => ({
        name: `an evening of +35 % found: ${posts} posts`,
        measured: `${percent(found)} (± ${percent(twoErrors(found, worlds))})`,
        bar: `${percent(bar)} ± 5`,
        isMet: Math.abs(found - bar) <= POWER_TOLERANCE,
      })),
      ...intervals.map(({ posts, shown, all }) =>
        aside(`intervals that hold +35 %: ${posts} posts`, `${percent(shown)} of those shown, ${percent(all)} of all`),
      ),
      aside('one analysis of 240 posts: median', `${median(times).toFixed(1)} ms`),
    ]
    return { figures, published: { posting: { nulls: measured, power, intervals } } }
  },
}

/** False answers: at most 5 % and two standard errors. */
export function nullFigure({ world, posts, worlds, wrong, plainAverages, bestAverage }: NullTruth): Figure {
  return {
    name: `false answers: ${world}, ${posts} posts`,
    measured: `${percent(wrong)} (plain averages ${percent(plainAverages)}, the best of them ${percent(bestAverage)})`,
    bar: `≤ 5 % + ${percent(twoErrors(FALSE_MAX, worlds))}`,
    isMet: wrong <= FALSE_MAX + twoErrors(FALSE_MAX, worlds),
  }
}

function judgeNull({ habit, posts: count }: { habit: Habit; posts: number }, seed: number): Judged {
  const posts = postsOf({ habit, posts: count }, seed)
  const started = performance.now()
  const { verdict } = analysePosting(posts, { seed })
  const ms = performance.now() - started
  const averages = judgeByAverages(posts, ({ hour }) => [hourBlockOf(hour)])
  return {
    ms,
    wrong: Number(verdict === 'found'),
    plainAverages: Number(averages.wrong),
    bestAverage: Number(averages.best),
  }
}

function judgeEvening(count: number, seed: number): Judged {
  const { cells } = analysePosting(postsOf({ habit: 'usual hours', posts: count, evening: EFFECT }, seed), { seed })
  const { effect = null, low = null, high = null, significant = false } = cells[EVENING] ?? {}
  if (effect === null || low === null || high === null) return { compared: 0, found: 0, held: 0 }
  return {
    compared: 1,
    found: Number(significant && effect > 0),
    held: Number(low <= EFFECT && EFFECT <= high),
  }
}
