import { insights } from './insights.ts'
import { ownAccounts } from './own-accounts.ts'
import { publications } from './publications.ts'
import { publishingSlots } from './slots.ts'

export type { AccountInsights, InsightDay, InsightSpan } from './insights.ts'
export type { OfferedLogin, OwnAccount, OwnAccounts } from './own-accounts.ts'
export type { Expectation, Expected, MediaInsights, MediaReading, OwnMedia, Reached, ReelScenes } from './own-media.ts'
export type { Check, Publication, PublicationOptions, ToCopy } from './publication.ts'
export type { PublishingSlots } from './slots.ts'

/** Every row of the domain, by part. */
export const publishingRoutes = { insights, ownAccounts, publications, publishingSlots } as const
