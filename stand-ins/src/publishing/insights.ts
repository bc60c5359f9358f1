/** Figures that only the owner of an account sees: of posts, reels and stories, and of the account by days. */
import { accountInsights } from './account-insights.ts'
import type { InsightParts } from './insight-metrics.ts'
import { mediaInsights } from './media-insights.ts'
import type { OwnAccount } from './own-account.ts'
import type { PublishingWorld } from './own-accounts.ts'

export function insights(parts: InsightParts) {
  return { ofMedia: mediaInsights(parts), ofAccount: accountInsights(parts) }
}

export type Insights = ReturnType<typeof insights>

/** Who asks for the figures of which object. */
export function insightsOf(world: PublishingWorld, id: string, owned: readonly OwnAccount[]) {
  const account = owned.find((each) => [each.id, each.scopedId].includes(id))
  if (account) return { account }
  const found = world.media(id)
  return found && owned.includes(found.account) ? found : undefined
}
