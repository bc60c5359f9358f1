import { reportSchedules } from './report-schedules.ts'
import { reports } from './reports.ts'

export type { ReportSchedule } from './report-schedules.ts'
export type { Report, ReportPreview } from './reports.ts'

/** Every row of the domain, by part. */
export const clientsRoutes = { reports, reportSchedules } as const
