/**
 * Every question about reels and every change to them. A start and a creation carry a key that makes them happen once, however
 * often they are tried (D25).
 */
import type { Reel, RenderResult, RouteInput } from '@tangelo/contract'
import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { refreshCredits } from '#features/billing/index.ts'
import { isShort, refreshContent } from '#features/content/index.ts'
import { ApiError, call, callPage, type Page } from '#lib/api.ts'
import { idempotencyKeys } from '#lib/idempotency-keys.ts'
import { videoOf } from '../renders/rules.ts'
import { flattenReels, isDecided, NoAnswer, type ReelPages, removeReel, renderUnderWay, replaceReel } from './rules.ts'

const PAGE_ROWS = 100
// spec §7, §9: refetch 60 s and on focus; stale after 30 s; 2 retries.
const STALE_MS = 30_000
const EVERY_MS = 60_000
const RETRIES = 2
const RETRY_MS = 300

const reelsKey = ['reels'] as const
const listKey = [...reelsKey, 'list'] as const

/** The reels page by page, newest first. A list that the user has scrolled far into is not refetched as a whole. */
export function reelPages() {
  return infiniteQueryOptions({
    queryKey: listKey,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) => {
      const query = { limit: PAGE_ROWS, cursor: pageParam ?? undefined }
      return callPage('GET /api/airtable/reels', { query }, { signal })
    },
    getNextPageParam: (page: Page<Reel[]>) => page.nextCursor,
    staleTime: STALE_MS,
    refetchInterval: ({ state }) => (isShort(state.data) ? EVERY_MS : false),
    refetchOnWindowFocus: ({ state }) => isShort(state.data),
    retry: RETRIES,
    retryDelay: (tries) => RETRY_MS * 2 ** tries,
  })
}

/** One reel, also one that the list has not come to yet. */
export function reelDetail(reelId: string) {
  return queryOptions({
    queryKey: [...reelsKey, 'one', reelId],
    queryFn: ({ signal }) => call('GET /api/airtable/reels/:reelId', { params: { reelId } }, { signal }),
    staleTime: STALE_MS,
    retry: (tries, error) => tries < RETRIES && !(error instanceof ApiError && error.status === 404),
    retryDelay: (tries) => RETRY_MS * 2 ** tries,
  })
}

/** A reel as the list already holds it: enough to show it at once. */
export function findCachedReel(client: QueryClient, reelId: string): Reel | undefined {
  return flattenReels(client.getQueryData<ReelPages>(listKey)?.pages ?? []).find(({ id }) => id === reelId)
}

/** Shows a reel in this state in every list. */
export function storeReel(client: QueryClient, reel: Reel): void {
  client.setQueryData<ReelPages>(listKey, (known) => known && replaceReel(known, reel))
  client.setQueryData(reelDetail(reel.id).queryKey, reel)
}

export async function refreshReels(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: reelsKey, predicate: ({ state }) => isShort(state.data) })
}

/** Whether reels are being fetched. */
export function areReelsLoading(client: QueryClient): boolean {
  return client.isFetching({ queryKey: reelsKey }) > 0
}

/** A reel is a content item: what has changed it shows in both places, and in what is left to spend. */
export function refreshAll(client: QueryClient): void {
  void refreshReels(client)
  void refreshContent(client)
  void refreshCredits(client)
}

type CreateBody = RouteInput<'POST /api/airtable/create-reel'>['body']

/** In this tab, for as long as it is open: a try after the dialog was closed and opened again is still the same one. */
const keys = idempotencyKeys()

async function createOnce(body: CreateBody) {
  const intention = JSON.stringify(body)
  try {
    const answer = await call('POST /api/airtable/create-reel', { body }, { idempotencyKey: keys.keyOf(intention) })
    keys.forget(intention)
    return answer
  } catch (error) {
    if (isDecided(error)) keys.forget(intention)
    throw error
  }
}

export interface Started {
  readonly renderId: string
  /** False where it was under way already: started in another tab, or by a colleague. */
  readonly isNew: boolean
}

/** Starts a render, or finds the one that is under way. */
export function useStartRender() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (reelId: string): Promise<Started> => {
      try {
        const { renderId, reel } = await createOnce({ selectedReels: [reelId] })
        if (!renderId) throw new NoAnswer()
        storeReel(client, reel)
        return { renderId, isNew: true }
      } catch (error) {
        const renderId = renderUnderWay(error)
        if (renderId === null) throw error
        return { renderId, isNew: false }
      }
    },
    onSettled: () => refreshAll(client),
  })
}

interface NewReel {
  readonly images: readonly string[]
  readonly caption: string
  readonly companyId: number | null
  /** That it is for. */
  readonly accountId?: number | null
}

/** Makes a reel of images that are on the server. It is first in the list at once. */
export function useCreateReel() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ images, caption, companyId, accountId = null }: NewReel): Promise<Reel> => {
      const { reel } = await createOnce({ images: [...images], text: caption || null, accountId, companyId })
      return reel
    },
    onSuccess: (reel) => storeReel(client, reel),
    onSettled: () => refreshAll(client),
  })
}

interface OtherImages {
  readonly reel: Reel
  /** Of the reel whose images these were. */
  readonly version: number
  readonly images: readonly string[]
  /** Absent where it was not touched: another user may have changed it since. */
  readonly caption?: string
}

/** Gives a reel other images, or the same in another order. Refused where others have changed them meanwhile. */
export function useSaveImages() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ reel: { id, companyId }, version, images, caption }: OtherImages) => {
      const body = {
        recordId: id,
        imageUrls: [...images],
        companyId,
        version,
        ...(caption === undefined ? {} : { caption }),
      }
      return call('POST /api/airtable/save-images', { body })
    },
    onSuccess: (reel) => storeReel(client, reel),
    onSettled: () => refreshAll(client),
  })
}

/** A reel that is gone already is gone. */
export function useDeleteReel() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (reelId: string): Promise<void> => {
      try {
        await call('DELETE /api/airtable/reels/:reelId', { params: { reelId } })
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 404)) throw error
      }
    },
    onSuccess: (_, reelId) => {
      client.setQueryData<ReelPages>(listKey, (known) => known && removeReel(known, reelId))
      client.removeQueries({ queryKey: reelDetail(reelId).queryKey })
    },
    onSettled: () => refreshAll(client),
  })
}

const confirmed = new WeakMap<QueryClient, Set<string>>()

/**
 * Confirms the video of a render, once in this tab however often it is seen to have ended (spec §4: not saved twice). The
 * server has attached it already (D26). Answers null when it was confirmed before.
 */
export async function confirmVideo(client: QueryClient, render: RenderResult): Promise<Reel | null> {
  const done = confirmed.get(client) ?? new Set<string>()
  confirmed.set(client, done)
  const videoUrl = videoOf(render)
  if (done.has(render.id) || render.reelId === null || videoUrl === null) return null
  done.add(render.id)
  const reel = await call('POST /api/airtable/update-reel-video', {
    body: { reelId: render.reelId, renderId: render.id, videoUrl },
  })
  storeReel(client, reel)
  return reel
}
