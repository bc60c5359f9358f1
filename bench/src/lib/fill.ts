/**
 * Fills an empty store through the product's own schema: company 1 with its administrator, accounts with a snapshot for
 * every day, twelve posts for a fifth of them, and the latest figures made from the snapshots as an import makes them.
 */
import { bringAllUpToDate, fingerprint } from '../../../server/src/features/metrics/index.ts'
import { readConfig } from '../../../server/src/platform/config.ts'
import { type Database, insertNew } from '../../../server/src/platform/database/database.ts'
import { start } from '../../../server/src/start.ts'
import { environmentOf, type ProductSettings } from './product.ts'
import { midnight, sampleAccount, sampleFigures, samplePosts } from './sample-data.ts'

type Row<Table extends Parameters<typeof insertNew>[1]> = Parameters<typeof insertNew<Table>>[2][number]

const COMPANY = 1
/** Accounts per transaction. */
const AT_ONCE = 20

export interface Filling {
  accounts: number
  days: number
}

/** Account ids are 1 to `accounts`, in order of `sampleAccount`. */
export async function fillStore(settings: ProductSettings, { accounts, days }: Filling): Promise<void> {
  const config = readConfig(environmentOf(settings))
  const { database, services, close } = await start(config, { importsIn: 'this thread' })
  try {
    await services.auth.firstStart(config.admin)
    const now = Date.now()
    for (let first = 0; first < accounts; first += AT_ONCE) {
      const indices = Array.from({ length: Math.min(AT_ONCE, accounts - first) }, (_, at) => first + at)
      await addAccounts(database, indices, { days, now })
    }
    await bringAllUpToDate(database)
  } finally {
    await close()
  }
}

async function addAccounts(
  database: Database,
  indices: number[],
  { days, now }: { days: number; now: number },
): Promise<void> {
  const { engine } = database
  const posts = indices.filter((index) => sampleAccount(index).hasPosts).flatMap((index) => postRows(index, now))
  await database.transaction(async (tx) => {
    const into = { queries: tx, engine }
    await insertNew(
      into,
      'accounts',
      indices.map((index) => accountRow(index, now)),
    )
    for (const index of indices) await insertNew(into, 'metric_snapshots', snapshotRows(index, { days, now }))
    await insertNew(into, 'account_posts', posts)
  })
}

/** The figures are still to be made: the row says that they are due. */
function accountRow(index: number, now: number): Row<'accounts'> {
  const { username, category, notes, bioText } = sampleAccount(index)
  return {
    id: index + 1,
    company_id: COMPANY,
    username,
    username_key: username,
    category,
    notes,
    input_url: null,
    created_at: midnight(400, now) + index,
    full_name: null,
    bio_text: bioText,
    profile_captured_at: midnight(1, now),
    followers_trend: '[]',
    sort_followers: -1,
    sort_engagement: -1,
    figures_due: 1,
  }
}

function snapshotRows(index: number, { days, now }: { days: number; now: number }): Row<'metric_snapshots'>[] {
  return Array.from(sampleFigures(index, { from: days, to: 1 }), ({ daysAgo, ...figures }) => {
    const capturedAt = midnight(daysAgo, now)
    return {
      company_id: COMPANY,
      account_id: index + 1,
      captured_at: capturedAt,
      fingerprint: fingerprint(figures),
      day: capturedAt / 86_400_000,
      recorded_at: now,
      source: 'import',
      followers: figures.followers,
      following: figures.following,
      posts: figures.posts,
      engagement_rate: figures.engagementRate,
      likes_sum: null,
      likes_known: null,
      comments_sum: null,
      comments_known: null,
      raw_hash: null,
      import_id: null,
    }
  })
}

function postRows(index: number, now: number): Row<'account_posts'>[] {
  return samplePosts(index).map(({ id, caption, likes, comments }, position) => ({
    company_id: COMPANY,
    account_id: index + 1,
    post_id: id,
    position,
    type: position % 3 === 0 ? 'reel' : 'image',
    caption,
    url: `https://www.instagram.com/p/${id}/`,
    source_image_url: null,
    likes,
    comments,
    posted_at: midnight(position * 2 + 1, now),
    is_pinned: 0,
  }))
}
