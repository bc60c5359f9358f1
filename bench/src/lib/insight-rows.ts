/** A store with insights of connected accounts: days and posts of the past, as rounds of two years leave them. */
import { insertMany, openDatabase, type StoreLocation } from '../../../server/src/platform/database/database.ts'

const DAY_MS = 86_400_000
const AGES = [1, 3, 7, 28]
const ROWS_AT_ONCE = 500

/**
 * Half of the days are there already and half are still to be read, so that rounds and readers meet in large tables. Posts are older than
 * those of the service, so that none is read twice.
 */
export async function fillInsights(
  location: StoreLocation,
  { accountIds, days }: { accountIds: readonly number[]; days: number },
): Promise<void> {
  const database = openDatabase(location)
  const { queries, engine } = database
  try {
    const { company_id } = await queries.selectFrom('accounts').select('company_id').limit(1).executeTakeFirstOrThrow()
    const now = Date.now()
    const today = Math.floor(now / DAY_MS)
    const known = Math.floor(days / 2)
    for (const account_id of accountIds) {
      const ofAccount = { company_id, account_id }
      await queries
        .insertInto('insight_accounts')
        .values({ ...ofAccount, next_at: now, backfilled_to: today - 2 - known })
        .execute()
      await queries
        .insertInto('provider_quotas')
        .values({ name: `own:${account_id}` })
        .execute()
      const rows = Array.from({ length: known }, (_, at) => ({
        ...ofAccount,
        ...figuresOf(DAY_FIGURES, at + account_id),
        days: 1,
        day: today - 2 - at,
        is_settled: 1 as const,
        read_at: now,
        source: 'facebook' as const,
        hash: `${at}`.padStart(64, '0'),
      }))
      await inParts(rows, (some) => insertMany({ queries, engine }, 'account_insights', some, ''))
      const media = Array.from({ length: days }, (_, at) => ({
        ...ofAccount,
        media_id: String(1_000_000 + at),
        product: 'feed' as const,
        kind: 'image' as const,
        caption: `Post ${at}`,
        permalink: null,
        post_key: null,
        posted_at: now - (at + days + 1) * DAY_MS,
        first_seen_at: now,
        next_at: null,
        ended_because: null,
      }))
      await inParts(media, (some) => insertMany({ queries, engine }, 'own_media', some, ''))
      const readings = media.flatMap(({ media_id, posted_at }, at) =>
        AGES.map((age) => ({
          ...ofAccount,
          ...figuresOf(POST_FIGURES, at * age),
          media_id,
          due_at: posted_at + age * DAY_MS,
          read_at: posted_at + age * DAY_MS,
          source: 'facebook' as const,
          hash: `${at} ${age}`.padStart(64, '0'),
        })),
      )
      await inParts(readings, (some) => insertMany({ queries, engine }, 'media_insights', some, ''))
    }
  } finally {
    await database.close()
  }
}

/** How many readings of days and of posts there are. */
export async function countReadings(location: StoreLocation): Promise<{ days: number; posts: number }> {
  const database = openDatabase(location)
  try {
    const count = async (table: 'account_insights' | 'media_insights') => {
      const row = await database.queries
        .selectFrom(table)
        .select((rows) => rows.fn.countAll<number>().as('count'))
        .executeTakeFirst()
      return Number(row?.count ?? 0)
    }
    return { days: await count('account_insights'), posts: await count('media_insights') }
  } finally {
    await database.close()
  }
}

const DAY_FIGURES = [
  'views',
  'reach',
  'engaged_accounts',
  'interactions',
  'likes',
  'comments',
  'saves',
  'shares',
  'replies',
  'reposts',
  'profile_link_taps',
  'follows',
  'unfollows',
] as const
const POST_FIGURES = [
  'views',
  'reach',
  'likes',
  'comments',
  'saves',
  'shares',
  'reposts',
  'interactions',
  'follows',
  'profile_visits',
  'profile_actions',
  'replies',
  'navigation',
  'link_clicks',
  'average_watch_ms',
  'total_watch_ms',
  'skip_percent',
] as const

const figuresOf = <Name extends string>(names: readonly Name[], seed: number): Record<Name, number> =>
  Object.fromEntries(names.map((name, at) => [name, 10 + ((seed * 31 + at * 17) % 900)])) as Record<Name, number>

async function inParts<Row>(rows: readonly Row[], write: (some: Row[]) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) await write(rows.slice(at, at + ROWS_AT_ONCE))
}
