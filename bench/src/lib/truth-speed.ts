/** How long the answers about 240 posts take: processor time of one thread, so that other work on the machine counts little. */
import { expectPosts } from '../../../server/src/features/analytics/analysis/rules/expectations.ts'
import { analyseFormats } from '../../../server/src/features/analytics/analysis/rules/formats.ts'
import { analyseHashtags } from '../../../server/src/features/analytics/analysis/rules/hashtags.ts'
import { analysePosting } from '../../../server/src/features/analytics/analysis/rules/posting.ts'
import { aside, atMost } from './table.ts'
import type { TruthSection } from './truth-section.ts'
import { postsOf } from './truth-worlds.ts'

const BATCH = '240 posts'
const WORLDS = 200
/** All answers of one account, its moves and growth included. */
const ALL_MS_MAX = 60

export const speed: TruthSection = {
  name: 'speed',
  batches: (scale) => [{ name: BATCH, worlds: WORLDS * scale }],
  judge(_, seed) {
    const posts = postsOf({ habit: 'usual hours', posts: 240 }, seed)
    const times = [analysePosting, analyseFormats, analyseHashtags, expectPosts].map((analyse) => {
      const before = process.threadCpuUsage()
      analyse(posts, { seed })
      const { user, system } = process.threadCpuUsage(before)
      return (user + system) / 1_000
    })
    const [posting = 0, formats = 0, hashtags = 0, expectations = 0] = times
    return { posting, formats, hashtags, expectations }
  },
  conclude(judged) {
    const worlds = judged(BATCH)
    // The system counts processor time in ticks of some milliseconds, so the mean is shown, not the median.
    const meanOf = (figure: string) => worlds.reduce((sum, world) => sum + (world[figure] ?? 0), 0) / worlds.length
    const times = ['posting', 'formats', 'hashtags', 'expectations'].map((name) => ({ name, ms: meanOf(name) }))
    const all = times.reduce((sum, { ms }) => sum + ms, 0)
    return {
      figures: [
        ...times.map(({ name, ms }) => aside(`${name} of 240 posts: processor time`, `${ms.toFixed(1)} ms`)),
        atMost('all answers about 240 posts: processor time', all, ALL_MS_MAX, 'ms'),
      ],
      published: {},
    }
  },
}
