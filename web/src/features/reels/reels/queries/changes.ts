/** Every change to reels. A start and a creation carry a key that makes them happen once, however often they are tried (D25). */
import type { Reel, RenderResult, RouteInput } from '@tangelo/contract'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, call } from '#lib/api.ts'
import { idempotencyKeys } from '#lib/idempotency-keys.ts'
import { videoOf } from '../../renders/rules/video.ts'
import { isDecided, NoAnswer, type ReelPages, removeReel, renderUnderWay } from '../rules.ts'
import { listKey, reelDetail, refreshAll, storeReel } from './reels.ts'

type CreateBody = RouteInput<'POST /api/airtable/create-reel'>['body']

/** In this tab, for as long as it is open: a try after the dialog was closed and opened again is still the same one. */
const keys = idempotencyKeys()

async function createOnce(body: CreateBody, intention = JSON.stringify(body)) {
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
    mutationFn: async ({ id, version }: Reel): Promise<Started> => {
      try {
        // A reel that was changed since is another video: an unknown outcome of the one before is no answer for it.
        const { renderId, reel } = await createOnce({ selectedReels: [id] }, `${id} ${version}`)
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
