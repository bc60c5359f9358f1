/** What is stored of a post and follows from its entries. */
import { type AgedFigures, figuresAtAges } from './ages.ts'
import type { PostRecord } from './post-record.ts'
import { latestOf } from './timeline.ts'

/** As it is stored, and as it follows from the entries; the same names in both. */
export function deriveFigures(post: PostRecord): { stored: Derived; expected: Derived } {
  const { timeline, firstSeenAt, lastSeenAt, likes, comments, views } = post
  const lastRead = timeline.at(-1)?.readAt ?? lastSeenAt
  const expectedAges = figuresAtAges(post.postedAt, timeline, lastSeenAt)
  return {
    stored: { likes, comments, views, firstSeenAt, lastSeenAt, ...agesByName(post.ages) },
    expected: {
      ...latestOf(timeline),
      firstSeenAt: timeline[0]?.readAt ?? null,
      // Seen unchanged after its last entry, as far as is known.
      lastSeenAt: Math.max(lastSeenAt, lastRead),
      ...agesByName(expectedAges),
    },
  }
}

type Derived = Record<string, number | null>

const agesByName = ({ at24Hours, at72Hours, at7Days }: AgedFigures): Derived => ({
  likesAt24Hours: at24Hours.likes,
  commentsAt24Hours: at24Hours.comments,
  viewsAt24Hours: at24Hours.views,
  likesAt72Hours: at72Hours.likes,
  commentsAt72Hours: at72Hours.comments,
  viewsAt72Hours: at72Hours.views,
  likesAt7Days: at7Days.likes,
  commentsAt7Days: at7Days.comments,
  viewsAt7Days: at7Days.views,
})
