/** For tests of what only owners see: a post of the first account that was imported, and its readings through the owner's access. */
import { START, type World } from './world.ts'

interface OwnFigures {
  views: number | null
  reach: number | null
  saves: number | null
}

/** Figures that a reading may have and this one has not. */
export const UNREAD = {
  likes: null,
  comments: null,
  shares: null,
  reposts: null,
  interactions: null,
  follows: null,
  profile_visits: null,
  profile_actions: null,
  replies: null,
  navigation: null,
  link_clicks: null,
  average_watch_ms: null,
  total_watch_ms: null,
  skip_percent: null,
}
const OF_ACCOUNT = { company_id: 1, account_id: 1 }

/** The service lists the post with this short code. */
export async function listOwnPost({ database: { queries } }: World, code: string): Promise<void> {
  await queries
    .insertInto('own_media')
    .values(
      Object.assign(
        { media_id: `1${code}`, post_key: code, product: 'feed' as const, kind: 'image' as const },
        { caption: null, permalink: null, posted_at: START, first_seen_at: START, next_at: null, ended_because: null },
        OF_ACCOUNT,
      ),
    )
    .execute()
}

/** `readAt` also says when it was due. */
export async function readOwnPost(
  { database: { queries } }: World,
  code: string,
  readAt: number,
  figures: OwnFigures,
): Promise<void> {
  const read = { media_id: `1${code}`, due_at: readAt, read_at: readAt, source: 'instagram' as const, hash: 'h' }
  await queries
    .insertInto('media_insights')
    .values(Object.assign(read, OF_ACCOUNT, UNREAD, figures))
    .execute()
}
