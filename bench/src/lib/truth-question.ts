/** A question about kinds of posts, judged on accounts where nothing differs and on accounts where one kind gets 35 % more. */
import type { IntervalTruth, NullTruth, PostingTruth, PowerTruth } from '@tangelo/contract/truth-bench'
import type { AnalysedPost } from '../../../server/src/features/analytics/analysis/rules/input.ts'
import { judgeByAverages } from './plain-averages.ts'
import { aside, type Figure } from './table.ts'
import { type Batch, type Judged, percent, shareOf, twoErrors } from './truth-section.ts'
import { postsOf, type World } from './truth-worlds.ts'

const WORLDS = 1_000
/** For figures without a bar. */
export const ASIDE_WORLDS = 400
/** What the kind that differs gets more. */
export const EFFECT = 0.35
const POSTS = [60, 120, 240, 480]
const NULL_POSTS = [60, 240]
const FALSE_MAX = 0.05
const POWER_TOLERANCE = 0.05

interface Effect {
  effect: number | null
  low: number | null
  high: number | null
  significant: boolean
}

export interface JudgedQuestion<Cell extends Effect> {
  /** How the table names it. */
  name: string
  /** What the table says of the kind that gets 35 % more. */
  planted: string
  analyse: (posts: AnalysedPost[], options: { seed: number }) => { verdict: string; cells: Cell[] }
  isPlanted: (cell: Cell) => boolean
  /** What plain averages compare. */
  kindsOf: (post: AnalysedPost) => readonly (string | number)[]
  /** Worlds in which the answer would be wrong if it were any. */
  nulls: readonly (Omit<World, 'posts'> & { name: string })[]
  power: Omit<World, 'posts'>
  /** The share in which the planted kind must be found, by number of posts, within five points. */
  bars: Readonly<Record<number, number>>
}

export function judgeQuestion<Cell extends Effect>(question: JudgedQuestion<Cell>) {
  const nulls = question.nulls.flatMap((world) =>
    NULL_POSTS.map((posts) => ({ batch: `${question.name}: ${world.name}, ${posts}`, world, posts })),
  )
  const powers = POSTS.map((posts) => ({ batch: `${question.name}: ${question.planted}, ${posts}`, posts }))

  function judgeNull(world: World, seed: number): Judged {
    const posts = postsOf(world, seed)
    const averages = judgeByAverages(posts, question.kindsOf)
    return {
      wrong: Number(question.analyse(posts, { seed }).verdict === 'found'),
      plainAverages: Number(averages.wrong),
      bestAverage: Number(averages.best),
    }
  }

  function judgePlanted(posts: number, seed: number): Judged {
    const { cells } = question.analyse(postsOf({ ...question.power, posts }, seed), { seed })
    const { effect = null, low = null, high = null, significant = false } = cells.find(question.isPlanted) ?? {}
    if (effect === null || low === null || high === null) return { compared: 0, found: 0, held: 0 }
    return { compared: 1, found: Number(significant && effect > 0), held: Number(low <= EFFECT && EFFECT <= high) }
  }

  return {
    batches: (scale: number): Batch[] => [
      ...nulls.map(({ batch }) => ({ name: batch, worlds: WORLDS * scale })),
      ...powers.map(({ batch, posts }) => ({
        name: batch,
        worlds: (question.bars[posts] === undefined ? ASIDE_WORLDS : WORLDS) * scale,
      })),
    ],
    judge(batch: string, seed: number): Judged {
      const nothing = nulls.find((one) => one.batch === batch)
      if (nothing) return judgeNull({ ...nothing.world, posts: nothing.posts }, seed)
      return judgePlanted(powers.find((one) => one.batch === batch)?.posts ?? 0, seed)
    },
    conclude(listJudged: (batch: string) => Judged[]): { figures: Figure[]; truth: PostingTruth } {
      const measured = nulls.map(({ batch, world, posts }): NullTruth => {
        const worlds = listJudged(batch)
        const [wrong = 0, plainAverages = 0, bestAverage = 0] = ['wrong', 'plainAverages', 'bestAverage'].map(
          (figure) => shareOf(worlds, figure),
        )
        return { world: world.name, posts, worlds: worlds.length, wrong, plainAverages, bestAverage }
      })
      const power = powers.map(({ batch, posts }): PowerTruth => {
        const worlds = listJudged(batch)
        const bar = question.bars[posts] ?? null
        return { posts, worlds: worlds.length, effect: EFFECT, found: shareOf(worlds, 'found'), bar }
      })
      const intervals = powers.map(({ batch, posts }): IntervalTruth => {
        const compared = listJudged(batch).filter(({ compared }) => compared === 1)
        const shown = compared.filter(({ found }) => found === 1)
        return { posts, worlds: compared.length, shown: shareOf(shown, 'held'), all: shareOf(compared, 'held') }
      })
      const figures = [
        ...measured.map((truth) => nullFigure(question.name, truth)),
        ...power.map((truth) => powerFigure(question.planted, truth)),
        ...intervals.map(({ posts, shown, all }) =>
          aside(
            `intervals that hold +35 %, ${question.planted}, ${posts} posts`,
            `${percent(shown)} of those shown, ${percent(all)} of all`,
          ),
        ),
      ]
      return { figures, truth: { nulls: measured, power, intervals } }
    },
  }
}

/** False answers: at most 5 % and two standard errors. */
function nullFigure(name: string, { world, posts, worlds, wrong, plainAverages, bestAverage }: NullTruth): Figure {
  const slack = twoErrors(FALSE_MAX, worlds)
  return {
    name: `${name}, false answers: ${world}, ${posts} posts`,
    measured: `${percent(wrong)} (plain averages ${percent(plainAverages)}, the best of them ${percent(bestAverage)})`,
    bar: `≤ 5 % + ${percent(slack)}`,
    isMet: wrong <= FALSE_MAX + slack,
  }
}

function powerFigure(planted: string, { posts, worlds, found, bar }: PowerTruth): Figure {
  const name = `${planted} of +35 % found, ${posts} posts`
  const measured = `${percent(found)} (± ${percent(twoErrors(found, worlds))})`
  if (bar === null) return aside(name, measured)
  // A quick run has too few worlds to tell five points.
  const tolerance = POWER_TOLERANCE + (worlds < WORLDS ? twoErrors(bar, worlds) : 0)
  return { name, measured, bar: `${percent(bar)} ± ${percent(tolerance)}`, isMet: Math.abs(found - bar) <= tolerance }
}
