import type { FastifyInstance } from 'fastify'
import { approvalsRoutes } from './approvals/approvals.routes.ts'
import type { ApprovalsService } from './approvals/approvals.service.ts'
import type { ApprovalAnswers } from './approvals/service/answers.ts'
import { linksRoutes } from './links/links.routes.ts'
import type { LinksService } from './links/links.service.ts'
import type { LinkPages } from './links/service/pages.ts'
import { reportSchedulesRoutes } from './report-schedules/report-schedules.routes.ts'
import type { ReportSchedulesService } from './report-schedules/report-schedules.service.ts'
import { reportsRoutes } from './reports/reports.routes.ts'
import type { ReportsService } from './reports/reports.service.ts'

export { approvalJobs } from './approvals/approvals.jobs.ts'
export { approvalsService } from './approvals/approvals.service.ts'
export { approvalAnswers } from './approvals/service/answers.ts'
export { approvalMedia, pickMedia } from './approvals/service/media.ts'
export { approvalPage } from './approvals/service/page.ts'
export { approvalWithdrawal } from './approvals/service/withdrawal.ts'
export { linksService } from './links/links.service.ts'
export { linksView } from './links/links.view.ts'
export { calendarLinkPage } from './links/service/calendar-page.ts'
export { liveFiles } from './links/service/live-files.ts'
export { linkPages } from './links/service/pages.ts'
export { reportScheduleJobs } from './report-schedules/report-schedules.jobs.ts'
export { momentAt } from './report-schedules/report-schedules.rules.ts'
export { reportSchedulesService } from './report-schedules/report-schedules.service.ts'
export type { ReportsService } from './reports/reports.service.ts'
export { reportsService } from './reports/reports.service.ts'
export { reportsView } from './reports/reports.view.ts'
export { periodDue } from './reports/rules/periods.ts'
export { reportGatherer } from './reports/service/gather.ts'
export { reportPictures } from './reports/service/pictures.ts'
export { reportSubjects } from './reports/service/subjects.ts'

/** What the routes of the domain call. */
export interface ClientsServices {
  reports: ReportsService
  reportSchedules: ReportSchedulesService
  links: LinksService
  linkPages: LinkPages
  approvals: ApprovalsService
  approvalAnswers: ApprovalAnswers
}

/** Every route of the domain. */
export function serveClients(app: FastifyInstance, services: ClientsServices): void {
  reportsRoutes(app, services.reports)
  reportSchedulesRoutes(app, services.reportSchedules)
  linksRoutes(app, services.links, services.linkPages)
  approvalsRoutes(app, services.approvals, services.approvalAnswers, services.links)
}
