/** Every question about the drive and every change to it. */
import type { ReelFolders, RouteInput } from '@tangelo/contract'
import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { refreshContent } from '#features/content/index.ts'
import { refreshReels } from '#features/reels/index.ts'
import { ApiError, call, callPage, type Page } from '#lib/api.ts'
import { showFailure } from '#ui/toast.tsx'
import { failureText, isNotConnected } from './rules.ts'
import { texts } from './texts.ts'

const PAGE_ROWS = 100
// spec §9: 30 s stale and 60 s on this screen.
const STALE_MS = 30_000
const EVERY_MS = 60_000
/** Where events do not come: while the drive is read, and while a folder is imported. */
const SOON_MS = 2_000

const driveKey = ['drive'] as const
const copyKey = [...driveKey, 'copy'] as const

export function driveStatus() {
  return queryOptions({
    queryKey: [...driveKey, 'status'],
    queryFn: ({ signal }) => call('GET /api/google/auth/status', {}, { signal }),
    staleTime: STALE_MS,
    refetchOnWindowFocus: true,
  })
}

/** Begins a way to the provider's page: each is good for one use, so it is never kept. */
export function driveAddress() {
  return queryOptions({
    queryKey: [...driveKey, 'address'],
    queryFn: ({ signal }) => call('GET /api/google/auth/url', {}, { signal }),
    gcTime: 0,
    staleTime: 0,
    // The server forgets it after ten minutes.
    refetchInterval: 8 * 60_000,
  })
}

/** The folders page by page, the newest first. */
export function folderPages() {
  return infiniteQueryOptions({
    queryKey: [...copyKey, 'list'],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      callPage('GET /api/google/reels', { query: { limit: PAGE_ROWS, cursor: pageParam ?? undefined } }, { signal }),
    getNextPageParam: (page: Page<ReelFolders>) => page.nextCursor,
    staleTime: STALE_MS,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => (state.data?.pages[0]?.rows.isReading ? SOON_MS : EVERY_MS),
  })
}

/** One folder, also one that the list has not come to yet. */
export function folderDetail(folderId: string) {
  return queryOptions({
    queryKey: [...copyKey, 'one', folderId],
    queryFn: ({ signal }) => call('GET /api/google/reels/:folderId', { params: { folderId } }, { signal }),
    staleTime: STALE_MS,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) =>
      state.data?.import?.state === 'running' || state.data?.import?.rename === 'due' ? SOON_MS : EVERY_MS,
    retry: (tries, error) => tries < 1 && !(error instanceof ApiError && error.status < 500),
  })
}

/** Refetches what an open screen shows of the drive. */
export async function refreshDrive(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: copyKey })
  await client.invalidateQueries({ queryKey: driveStatus().queryKey })
}

export function isDriveLoading(client: QueryClient): boolean {
  return client.isFetching({ queryKey: copyKey }) > 0
}

/** Starts a new scan of the drive; results arrive as it runs. */
export function useReadAgain() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call('POST /api/google/reels/refresh'),
    onError: (error) => showFailure(texts.toasts.refreshFailed, failureText(error)),
    onSettled: () => refreshDrive(client),
  })
}

/** Answers whether the drive is connected after that: a folder on the server is whatever happens. */
export function useReconnect() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (): Promise<boolean> => {
      await call('POST /api/google/auth/clear')
      const status = await client.fetchQuery({ ...driveStatus(), staleTime: 0 })
      // What is on the screen is asked for anew; of another connection nothing may be shown.
      if (status.authenticated) await client.resetQueries({ queryKey: copyKey })
      else client.removeQueries({ queryKey: copyKey })
      return status.authenticated
    },
  })
}

/** Makes a reel of a folder. Returns the outcome, also when a colleague had started it before. */
export function useImportFolder() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: RouteInput<'POST /api/google/import-reel'>['body']) =>
      call('POST /api/google/import-reel', { body }),
    onError: (error) => {
      if (isNotConnected(error)) void client.invalidateQueries({ queryKey: driveStatus().queryKey })
    },
    onSettled: () => {
      void refreshDrive(client)
      void refreshContent(client)
      void refreshReels(client)
    },
  })
}
