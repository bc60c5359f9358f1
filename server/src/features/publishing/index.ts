import type { FastifyInstance } from 'fastify'
import { insightsRoutes } from './insights/insights.routes.ts'
import type { InsightsService } from './insights/insights.service.ts'
import { ownAccountsRoutes } from './own-accounts/own-accounts.routes.ts'
import type { OwnAccountsService } from './own-accounts/own-accounts.service.ts'
import type { SignIns } from './own-accounts/service/sign-ins.ts'
import { publicationsRoutes } from './publications/publications.routes.ts'
import type { PublicationsService } from './publications/publications.service.ts'
import { sentMediaRoutes } from './sent-media/sent-media.routes.ts'
import type { SentMedia } from './sent-media/sent-media.service.ts'
import { slotsRoutes } from './slots/slots.routes.ts'
import type { SlotsService } from './slots/slots.service.ts'

export { insightJobs } from './insights/insights.jobs.ts'
export { insightsService } from './insights/insights.service.ts'
export { insightRounds } from './insights/service/round.ts'
export { ownAccountJobs } from './own-accounts/own-accounts.jobs.ts'
export { type OwnAccountsService, ownAccountsService } from './own-accounts/own-accounts.service.ts'
export { type OwnAccesses, ownAccesses } from './own-accounts/service/accesses.ts'
export { ownProfiles } from './own-accounts/service/own-profiles.ts'
export { signIns } from './own-accounts/service/sign-ins.ts'
export { publicationJobs } from './publications/publications.jobs.ts'
export { publicationsService } from './publications/publications.service.ts'
export { needsPerson } from './publications/publications.view.ts'
export { publishingAccess } from './publications/service/access.ts'
export { commits } from './publications/service/commits.ts'
export { finishing } from './publications/service/finish.ts'
export { itemDate } from './publications/service/item-date.ts'
export { looking } from './publications/service/look.ts'
export { ordering } from './publications/service/order.ts'
export { preparing } from './publications/service/prepare.ts'
export { rehearsal } from './publications/service/rehearsed.ts'
export { reminding } from './publications/service/remind.ts'
export { type Reach, sentMedia } from './sent-media/sent-media.service.ts'
export { slotsService } from './slots/slots.service.ts'

/** What the routes of the domain call. */
export interface PublishingServices {
  insights: InsightsService
  ownAccounts: OwnAccountsService
  ownAccountSignIns: SignIns
  publications: PublicationsService
  sentMedia: Pick<SentMedia, 'open'>
  publishingSlots: SlotsService
}

/** Every route of the domain. */
export function servePublishing(app: FastifyInstance, services: PublishingServices): void {
  ownAccountsRoutes(app, services.ownAccounts, services.ownAccountSignIns)
  publicationsRoutes(app, services.publications)
  sentMediaRoutes(app, services.sentMedia)
  slotsRoutes(app, services.publishingSlots)
  insightsRoutes(app, services.insights)
}
