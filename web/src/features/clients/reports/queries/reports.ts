/** Every question about reports and their schedules, and every change to them. */
import type { Report, ReportPreview, ReportSchedule, RouteInput } from '@tangelo/contract'
import type { ReportFormat } from '@tangelo/contract/limits'
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { call, callPage, download, type Page } from '#lib/api.ts'
import { idempotencyKeys } from '#lib/idempotency-keys.ts'
import { reportsKey, schedulesKey } from './live.ts'

export type { Report, ReportPreview, ReportSchedule } from '@tangelo/contract'
export type ReportSettings = RouteInput<'POST /api/reports'>['body']

const PAGE_ROWS = 50
const SUBJECTS = 20
/** A preview's address is good for half an hour. */
const PREVIEW_FRESH_MS = 20 * 60_000
const keys = idempotencyKeys()

export function reportPages(companyId: number | null) {
  return infiniteQueryOptions({
    queryKey: [...reportsKey, 'list', companyId],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) => {
      const query = { limit: PAGE_ROWS, cursor: pageParam ?? undefined, companyId: companyId ?? undefined }
      return callPage('GET /api/reports', { query }, { signal })
    },
    getNextPageParam: (page: Page<Report[]>) => page.nextCursor,
    staleTime: 0,
  })
}

export function reportSchedules(companyId: number | null) {
  return queryOptions({
    queryKey: [...schedulesKey, companyId],
    queryFn: ({ signal }) =>
      call('GET /api/report-schedules', { query: { companyId: companyId ?? undefined } }, { signal }),
    staleTime: 0,
  })
}

/**
 * The real file, at an address for a frame. The one before stays while the next is made. Made again while the page stays open: frames
 * that are shown later ask at the address, too.
 */
export function reportPreview(settings: ReportSettings | null) {
  return queryOptions({
    queryKey: [...reportsKey, 'preview', settings],
    queryFn: ({ signal }): Promise<ReportPreview> =>
      settings
        ? call('POST /api/reports/preview', { body: settings }, { signal })
        : Promise.reject(new Error('There is nothing to preview')),
    enabled: settings !== null,
    placeholderData: keepPreviousData,
    staleTime: PREVIEW_FRESH_MS,
    refetchInterval: PREVIEW_FRESH_MS,
    refetchOnWindowFocus: true,
    retry: false,
  })
}

/** The accounts that a report may be about, the largest first. */
export function reportAccounts(q: string, companyId: number | null) {
  return queryOptions({
    queryKey: [...reportsKey, 'accounts', q, companyId],
    queryFn: ({ signal }) =>
      call(
        'GET /api/accounts',
        {
          query: { limit: SUBJECTS, q: q || undefined, companyId: companyId === null ? undefined : String(companyId) },
        },
        { signal },
      ),
  })
}

export function useFreezeReport() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (body: ReportSettings): Promise<Report> => {
      const intention = JSON.stringify(body)
      const report = await call('POST /api/reports', { body }, { idempotencyKey: keys.keyOf(intention) })
      keys.forget(intention)
      return report
    },
    onSuccess: () => client.invalidateQueries({ queryKey: [...reportsKey, 'list'] }),
  })
}

export function useRemoveReport() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (reportId: number) => call('DELETE /api/reports/:reportId', { params: { reportId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: [...reportsKey, 'list'] }),
  })
}

export function useReportFile() {
  return useMutation({
    mutationFn: ({ id, format }: { id: number; format: ReportFormat }) =>
      download('GET /api/reports/:reportId/file', { params: { reportId: id }, query: { format } }),
  })
}

/** A path on this server, good for half an hour. */
export async function openReport(reportId: number): Promise<string> {
  const { url } = await call('POST /api/reports/:reportId/view', { params: { reportId } })
  return new URL(url, window.location.href).pathname
}

export function useSchedule() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (body: RouteInput<'POST /api/report-schedules'>['body']): Promise<ReportSchedule> => {
      const intention = JSON.stringify({ schedule: body })
      const schedule = await call('POST /api/report-schedules', { body }, { idempotencyKey: keys.keyOf(intention) })
      keys.forget(intention)
      return schedule
    },
    onSuccess: () => client.invalidateQueries({ queryKey: schedulesKey }),
  })
}

export function useChangeSchedule() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({
      scheduleId,
      fields,
    }: {
      scheduleId: number
      fields: RouteInput<'PUT /api/report-schedules/:scheduleId'>['body']
    }): Promise<ReportSchedule> =>
      call('PUT /api/report-schedules/:scheduleId', { params: { scheduleId }, body: fields }),
    onSuccess: () => client.invalidateQueries({ queryKey: schedulesKey }),
  })
}

export function useRemoveSchedule() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (scheduleId: number) => call('DELETE /api/report-schedules/:scheduleId', { params: { scheduleId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: schedulesKey }),
  })
}
