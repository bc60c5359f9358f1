/** Every question about the audit log: its pages, all of it as a file, and whether it is as it was written. */
import type { RouteInput, RouteReply } from '@tangelo/contract'
import { infiniteQueryOptions, useMutation } from '@tanstack/react-query'
import { call, callPage, download, type Page } from '#lib/api.ts'

const PAGE_ROWS = 50

export type AuditEntry = RouteReply<'GET /api/audit-log'>[number]
export type AuditCheck = RouteReply<'POST /api/audit-log/check'>
/** Which entries are requested. */
export type AuditQuery = NonNullable<RouteInput<'GET /api/audit-log/csv'>['query']>

/** The latest first, page by page. Refetched on every visit. */
export function auditPages(query: AuditQuery) {
  return infiniteQueryOptions({
    queryKey: ['audit-log', query],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      callPage(
        'GET /api/audit-log',
        { query: { ...query, limit: PAGE_ROWS, cursor: pageParam ?? undefined } },
        { signal },
      ),
    getNextPageParam: (page: Page<AuditEntry[]>) => page.nextCursor,
    staleTime: 0,
  })
}

/** Every entry that matches, in the loaded pages and beyond them. */
export function useAuditFile() {
  return useMutation({ mutationFn: (query: AuditQuery) => download('GET /api/audit-log/csv', { query }) })
}

export function useAuditCheck() {
  return useMutation({ mutationFn: () => call('POST /api/audit-log/check') })
}
