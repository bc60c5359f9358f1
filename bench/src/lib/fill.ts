/**
 * Fills an empty store through the product's own schema: company 1 with its administrator, accounts with a snapshot for
 * every day, twelve posts for a fifth of them, and the latest figures made from the snapshots as an import makes them.
 */

import { start } from '../../../server/src/composition/start.ts'
import { bringAllUpToDate, fingerprint, setProfile } from '../../../server/src/features/analytics/index.ts'
import { readConfig } from '../../../server/src/platform/config.ts'
import { type Database, insertNew } from '../../../server/src/platform/database/database.ts'
import type { PostReading, ProfileReading } from '../../../server/src/ports/figures-file.ts'
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
    await services.auth.bootstrap(config.admin)
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
  await database.transaction(async (tx) => {
    const into = { queries: tx, engine }
    await insertNew(
      into,
      'accounts',
      indices.map((index) => accountRow(index, now)),
    )
    for (const index of indices) await insertNew(into, 'metric_snapshots', snapshotRows(index, { days, now }))
    for (const index of indices.filter((at) => sampleAccount(at).hasPosts))
      await setProfile(tx, { id: index + 1, company_id: COMPANY }, profile(index, now), now)
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
      recorded_after: now - capturedAt,
      source: 'import',
      followers: figures.followers,
      following: figures.following,
      posts: figures.posts,
      engagement_rate: figures.engagementRate,
      likes_sum: null,
      likes_known: null,
      comments_sum: null,
      comments_known: null,
      raw_id: null,
      import_number: null,
    }
  })
}

const profile = (index: number, now: number): ProfileReading => ({
  fullName: null,
  bioText: sampleAccount(index).bioText,
  externalUrl: null,
  inputUrl: null,
  sourcePictureUrl: null,
  latestPosts: posts(index, now),
  raw: '',
})

function posts(index: number, now: number): PostReading[] {
  return samplePosts(index).map(({ id, caption, likes, comments }, position) => ({
    id,
    shortCode: id,
    type: position % 3 === 0 ? 'reel' : 'image',
    caption,
    url: `https://www.instagram.com/p/${id}/`,
    sourceImageUrl: null,
    likes,
    comments,
    views: null,
    postedAt: midnight(position * 2 + 1, now),
    isPinned: false,
  }))
}
