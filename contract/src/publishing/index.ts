import { ownAccounts } from './own-accounts.ts'
import { publications } from './publications.ts'
import { publishingSlots } from './slots.ts'

export type { OfferedLogin, OwnAccount, OwnAccounts } from './own-accounts.ts'
export type { Check, Publication, PublicationOptions } from './publications.ts'
export type { PublishingSlots } from './slots.ts'

/** Every row of the domain, by part. */
export const publishingRoutes = { ownAccounts, publications, publishingSlots } as const
