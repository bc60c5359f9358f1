/** Posts for tests of what goes with more likes: one a day, scattered by chance, changed as a test says. */
import type { PostFormat } from '@tangelo/contract/limits'
import type { AnalysedPost } from '#features/analytics/analysis/rules/input.ts'
import { seededRandom } from '#features/analytics/analysis/rules/random.ts'

export const DAY_MS = 86_400_000
export const seed = 7

/** One post a day; likes scatter around 500 by a factor of 1.6, times what `effect` says. */
export function postsOf(
  count: number,
  change: (post: AnalysedPost, at: number) => Partial<AnalysedPost> & { times?: number },
) {
  const next = seededRandom(21)
  return Array.from({ length: count }, (_, at): AnalysedPost => {
    const day = 20_000 + at
    const hour = 2 + Math.floor(next() * 22)
    const normal = next() + next() + next() + next() + next() + next() - 3
    const formats: PostFormat[] = ['image', 'carousel', 'reel']
    const post: AnalysedPost = {
      id: `post-${at}`,
      postedAt: day * DAY_MS + hour * 3_600_000,
      day,
      hour,
      weekday: ((day + 3) % 7) + 1,
      format: formats[Math.floor(next() * 3)] ?? 'image',
      likes: 0,
      comments: 10,
      caption: next() < 0.4 ? 'Bread #Market' : 'Bread',
      url: null,
    }
    const { times = 1, ...rest } = change(post, at)
    return { ...post, likes: Math.round(500 * times * Math.exp(0.7 * normal)), ...rest }
  })
}
export const plain = () => ({})
export const isEvening = ({ hour }: { hour: number }) => hour >= 18 && hour < 22
