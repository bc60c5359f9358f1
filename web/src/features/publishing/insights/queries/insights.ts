/** Every question about what only the owner of an account sees. */
import type { OwnMedia } from '@tangelo/contract'
import type { InsightExport, InsightRange } from '@tangelo/contract/limits'
import { infiniteQueryOptions, keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { call, callPage, download, type Page } from '#lib/api.ts'
import { insightsKey } from './refresh.ts'

export type {
  AccountInsights,
  InsightDay,
  InsightSpan,
  MediaInsights,
  MediaReading,
  OwnMedia,
  Reached,
  ReelScenes,
} from '@tangelo/contract'
export type { AudienceDimension, ComparedFigure, InsightRange, PublicationKind } from '@tangelo/contract/limits'

const FRESH_MS = 60_000
const PAGE_ROWS = 30

export function accountInsights(accountId: number, range: InsightRange) {
  return queryOptions({
    queryKey: [...insightsKey, accountId, range],
    queryFn: ({ signal }) =>
      call('GET /api/accounts/:accountId/insights', { params: { accountId }, query: { range } }, { signal }),
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
  })
}

/** The newest first. */
export function ownMediaPages(accountId: number) {
  return infiniteQueryOptions({
    queryKey: [...insightsKey, accountId, 'media'],
    queryFn: ({ pageParam, signal }) =>
      callPage(
        'GET /api/accounts/:accountId/insights/media',
        { params: { accountId }, query: { limit: PAGE_ROWS, cursor: pageParam ?? undefined } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page: Page<OwnMedia[]>) => page.nextCursor,
    staleTime: FRESH_MS,
  })
}

export function mediaInsights(accountId: number, mediaId: string) {
  return queryOptions({
    queryKey: [...insightsKey, accountId, 'media', mediaId],
    queryFn: ({ signal }) =>
      call('GET /api/accounts/:accountId/insights/media/:mediaId', { params: { accountId, mediaId } }, { signal }),
    staleTime: FRESH_MS,
  })
}

/** Of what a publication became; null until its post has been listed. */
export function publicationInsights(publicationId: string) {
  return queryOptions({
    queryKey: [...insightsKey, 'publication', publicationId],
    queryFn: ({ signal }) =>
      call('GET /api/publications/:publicationId/insights', { params: { publicationId } }, { signal }),
    staleTime: FRESH_MS,
  })
}

/** How comparable items of an account did, for a draft. */
export function comparableInsights(accountId: number, itemId: string) {
  return queryOptions({
    queryKey: [...insightsKey, accountId, 'expected', itemId],
    queryFn: ({ signal }) =>
      call('GET /api/accounts/:accountId/insights/expected', { params: { accountId }, query: { itemId } }, { signal }),
    staleTime: FRESH_MS,
  })
}

export function useInsightsFile(accountId: number) {
  return useMutation({
    mutationFn: (what: InsightExport) =>
      download('GET /api/accounts/:accountId/insights/export', { params: { accountId }, query: { what } }),
  })
}
