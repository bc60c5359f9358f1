/** What the builder begins with: a frozen report, a schedule, or neither for a new report. */
import type { Report, ReportSchedule } from '@tangelo/contract'
import { queryOptions } from '@tanstack/react-query'
import { ApiError, call } from '#lib/api.ts'

export interface ReportSource {
  readonly report: Report | null
  readonly schedule: ReportSchedule | null
}

interface SourceIds {
  readonly reportId: number | undefined
  readonly scheduleId: number | undefined
}

/** Null where it does not exist. Read once: a form that is being filled in is not taken away by an event. */
export function reportSource({ reportId, scheduleId }: SourceIds) {
  return queryOptions({
    queryKey: ['report-source', reportId, scheduleId],
    queryFn: async ({ signal }): Promise<ReportSource | null> => {
      if (reportId !== undefined) {
        const report = await readReport(reportId, signal)
        return report && { report, schedule: null }
      }
      if (scheduleId === undefined) return { report: null, schedule: null }
      const schedules = await call('GET /api/report-schedules', { query: {} }, { signal })
      const schedule = schedules.find(({ id }) => id === scheduleId)
      return schedule ? { report: null, schedule } : null
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

async function readReport(reportId: number, signal: AbortSignal): Promise<Report | null> {
  try {
    return await call('GET /api/reports/:reportId', { params: { reportId } }, { signal })
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}
