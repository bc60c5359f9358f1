/** Formats and hashtags: accounts in which none matters though other things do, and accounts in which one brings 35 % more. */
import { analyseFormats } from '../../../server/src/features/analytics/analysis/rules/formats.ts'
import { analyseHashtags } from '../../../server/src/features/analytics/analysis/rules/hashtags.ts'
import { tagsOf } from '../../../server/src/features/analytics/analysis/rules/tags.ts'
import { EFFECT, judgeQuestion } from './truth-question.ts'
import type { TruthSection } from './truth-section.ts'

const formatQuestion = judgeQuestion({
  name: 'formats',
  planted: 'a carousel',
  analyse: analyseFormats,
  isPlanted: ({ format }) => format === 'carousel',
  kindsOf: ({ format }) => [format],
  nulls: [
    { name: 'Formats alike', habit: 'usual hours', carousel: 0 },
    { name: 'Reels posted in the evening, and evenings do better', habit: 'evening reels', carousel: 0, evening: 0.6 },
    { name: 'Reels taken up while the account grew', habit: 'changed habit', carousel: 0, laterReels: true },
  ],
  power: { habit: 'usual hours', carousel: EFFECT },
  bars: {},
})

const hashtagQuestion = judgeQuestion({
  name: 'hashtags',
  planted: 'a hashtag',
  analyse: analyseHashtags,
  isPlanted: ({ tag }) => tag === 'market',
  kindsOf: ({ caption }) => tagsOf(caption),
  nulls: [
    { name: 'Hashtags at random', habit: 'usual hours' },
    { name: 'A hashtag of reels, and reels do better', habit: 'evening reels' },
    { name: 'A hashtag taken up while the account grew', habit: 'changed habit' },
  ],
  power: { habit: 'usual hours', market: EFFECT },
  bars: {},
})

export const formats: TruthSection = {
  name: 'formats',
  batches: formatQuestion.batches,
  judge: formatQuestion.judge,
  conclude(judged) {
    const { figures, truth } = formatQuestion.conclude(judged)
    return { figures, published: { formats: truth } }
  },
}

export const hashtags: TruthSection = {
  name: 'hashtags',
  batches: hashtagQuestion.batches,
  judge: hashtagQuestion.judge,
  conclude(judged) {
    const { figures, truth } = hashtagQuestion.conclude(judged)
    return { figures, published: { hashtags: truth } }
  },
}
