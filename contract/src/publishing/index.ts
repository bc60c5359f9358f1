import { ownAccounts } from './own-accounts.ts'

export type { OfferedLogin, OwnAccount, OwnAccounts } from './own-accounts.ts'

/** Every row of the domain, by part. */
export const publishingRoutes = { ownAccounts } as const
