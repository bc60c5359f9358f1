/** Analyses that show nothing: no difference beyond chance, too few posts, or none at all. */
import type { Analysis } from '@tangelo/contract'
import { addDays } from '#lib/days.ts'
import { anAnalysis, type Cell, effectOf, posted, postingCells } from './analysis.ts'

export function withoutDifference(to: string): Analysis {
  const whole = anAnalysis(to)
  return {
    ...whole,
    period: { ...whole.period, posts: 60, leftOut: { sentence: null, hidden: 0, gone: 0, unread: 0 } },
    posting: {
      ...whole.posting,
      verdict: 'no-difference',
      posts: 60,
      sentence: `No difference can be shown yet: with 60 posts only effects above about 80% would show; about 180 more posts would show 35%.`,
      detectable: { effect: 0.79, goal: 0.35, morePosts: 180 },
      cells: postingCells(
        [[1], [11, 0.18, -0.24, 0.84], [16, -0.12, -0.41, 0.31], [13, -0.03, -0.38, 0.5], [12, 0.21, -0.22, 0.88], [7]],
        [
          [10, -0.09, -0.42, 0.42],
          [9, 0.12, -0.31, 0.8],
          [9, 0.04, -0.36, 0.67],
          [8, -0.14, -0.47, 0.4],
          [11, 0.16, -0.26, 0.82],
          [8, -0.06, -0.43, 0.52],
          [5],
        ],
      ),
    },
    formats: {
      verdict: 'no-difference',
      posts: 60,
      sentence: `No difference can be shown yet: with 60 posts only effects above about 65% would show; about 100 more posts would show 35%.`,
      detectable: { effect: 0.64, goal: 0.35, morePosts: 100 },
      cells: [
        { format: 'image', ...effectOf([31, -0.05, -0.31, 0.29]) },
        { format: 'video', ...effectOf([0]) },
        { format: 'carousel', ...effectOf([22, 0.12, -0.21, 0.6]) },
        { format: 'reel', ...effectOf([7]) },
      ],
    },
    hashtags: {
      verdict: 'too-few-posts',
      posts: 60,
      sentence: 'No hashtag was used at least 8 times; 14 different ones were used.',
      detectable: null,
      cells: [],
      tags: 14,
    },
    moves: [],
    posts: {
      sentence: 'None of 60 posts reached twice what was expected of it; the strongest reached 1.8 times that.',
      top: [],
      weak: [],
    },
    growth: {
      ...whole.growth,
      breaks: [],
      previous: null,
      sentence: `Followers grew by 412 to 24.6K. No figures of one source are held in the year before to compare with.`,
    },
  }
}

export function withTooFewPosts(to: string): Analysis {
  const whole = anAnalysis(to)
  const counts = (posts: readonly number[]): Cell[] => posts.map((count) => [count])
  const sentence = 'Too few posts to compare times: 38 of the 60 posts needed are here.'
  const tooFew = { verdict: 'too-few-posts' as const, posts: 38, sentence, detectable: null }
  return {
    ...whole,
    period: {
      ...whole.period,
      from: addDays(to, -89),
      firstPost: addDays(to, -89),
      posts: 38,
      leftOut: { sentence: null, hidden: 0, gone: 0, unread: 0 },
    },
    posting: {
      ...tooFew,
      cells: postingCells(counts([0, 9, 13, 6, 8, 2]), counts([7, 6, 5, 8, 7, 4, 1])),
      posted,
      measures: [],
    },
    formats: {
      ...tooFew,
      cells: [
        { format: 'image', ...effectOf([20]) },
        { format: 'video', ...effectOf([0]) },
        { format: 'carousel', ...effectOf([12]) },
        { format: 'reel', ...effectOf([6]) },
      ],
    },
    hashtags: { ...tooFew, cells: [], tags: 9 },
    moves: [],
    posts: { sentence: 'Too few posts to expect anything: 19 of the 24 posts needed are here.', top: [], weak: [] },
    growth: {
      sentence: 'There is one reading in this period; growth needs two.',
      span: null,
      previous: null,
      trend: [],
      breaks: [],
    },
  }
}

export function withNothing(to: string): Analysis {
  const few = withTooFewPosts(to)
  return { ...few, period: { ...few.period, posts: 0, firstPost: null, readings: 0 } }
}
