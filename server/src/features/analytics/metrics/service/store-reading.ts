import type { Source } from '@tangelo/contract/limits'
import { dayOf } from '#platform/calendar.ts'
import type { Engine, Queries } from '#platform/database/database.ts'
import type { LiveReading } from '#ports/instagram.ts'
import { setProfile } from '../../accounts/service/render-accounts.ts'
import { storePosts } from '../../posts/service/store-posts.ts'
import { snapshotFigures } from '../metrics.rules.ts'
import { metricsStore } from '../metrics.store.ts'
import { bringUpToDateSince } from './latest-figures.ts'

/**
 * Stores a source's response for an account now: the snapshot, the texts and latest posts, and the figures made from
 * them. Returns false, and changes nothing, when this very moment is stored already.
 */
export async function storeReading(
  tx: Queries,
  engine: Engine,
  account: { id: number; company_id: number; timeZone: string },
  reading: LiveReading,
  origin: { source: Source; capturedAt: number; rawHash: string },
): Promise<boolean> {
  const store = metricsStore(tx, engine)
  const rawId = await store.keepRaw(origin.rawHash, origin.capturedAt)
  const added = await store.append([
    {
      company_id: account.company_id,
      account_id: account.id,
      captured_at: origin.capturedAt,
      day: dayOf(origin.capturedAt, account.timeZone),
      recorded_after: 0,
      source: origin.source,
      raw_id: rawId,
      ...snapshotFigures(reading),
    },
  ])
  if (added === 0) return false
  await setProfile(tx, account, reading.profile, origin.capturedAt)
  const { latestPosts: posts } = reading.profile
  const { firstPostedAt } = await storePosts(tx, engine, account, [
    { readAt: origin.capturedAt, rawId, posts, areLatest: true },
  ])
  const day = dayOf(origin.capturedAt, account.timeZone)
  await bringUpToDateSince(tx, engine, account, Math.min(day, dayOf(firstPostedAt ?? origin.capturedAt, 'UTC')))
  return true
}
