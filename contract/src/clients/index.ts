import { approvals } from './approvals.ts'
import { links } from './links.ts'
import { reportSchedules } from './report-schedules.ts'
import { reports } from './reports.ts'

export type { ApprovalRequest, PostApproval } from './approval-request.ts'
export type { CreatedLink, ShareLink } from './links.ts'
export type { ReportSchedule } from './report-schedules.ts'
export type { Report, ReportPreview } from './reports.ts'

/** Every row of the domain, by part. */
export const clientsRoutes = { reports, reportSchedules, links, approvals } as const
