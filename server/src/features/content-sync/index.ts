import type { FastifyInstance } from 'fastify'
import { syncSettingsRoutes } from './settings/settings.routes.ts'
import type { SyncSettingsService } from './settings/settings.service.ts'

export { attachmentJobs } from './attachments/attachments.jobs.ts'
export { type TableClient, tableClient } from './client/client.service.ts'
export { pullJobs } from './pull/pull.jobs.ts'
export { pullService } from './pull/service/pull-table.ts'
export { pulledPages } from './pull/service/store-pages.ts'
export { pushService } from './push/push.service.ts'
export { pendingCreates } from './push/service/pending-creates.ts'
export { syncSettingsService } from './settings/settings.service.ts'

/** What the routes of the domain call. */
export interface ContentSyncServices {
  contentTables: SyncSettingsService
}

/** Every route of the domain. */
export function serveContentSync(app: FastifyInstance, services: ContentSyncServices): void {
  syncSettingsRoutes(app, services.contentTables)
}
