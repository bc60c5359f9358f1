import { contentTables } from './settings.ts'

export type { TableFields } from './settings.ts'

/** Every row of the domain, by part. */
export const contentSyncRoutes = { contentTables } as const
