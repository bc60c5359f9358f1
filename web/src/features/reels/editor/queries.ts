/** What the reel editor asks the server. */
import type { Reel, ReelSettings, RouteReply } from '@tangelo/contract'
import { useMutation } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { upload } from '#lib/api-upload.ts'
import { idempotencyKeys } from '#lib/idempotency-keys.ts'
import { isDecided } from '../reels/rules.ts'
import { type Edited, toBody } from './rules/edited.ts'

/** Keeps how a reel is to be made; refused when it is not at `version` any more. */
export function saveEdited(reelId: string, edited: Edited, version: number): Promise<Reel> {
  return call('PUT /api/reels/:reelId/settings', { params: { reelId }, body: { ...toBody(edited), version } })
}

export type DrawnCaption = RouteReply<'POST /api/reels/caption'>

export function drawCaption(caption: ReelSettings['caption'], signal: AbortSignal): Promise<DrawnCaption> {
  return call('POST /api/reels/caption', { body: caption }, { signal })
}

const copyKeys = idempotencyKeys()

/** A copy of a reel as it is, made once until an answer has come. */
export function useDuplicate() {
  return useMutation({
    mutationFn: async ({ id, version }: Reel) => {
      const intention = `${id} ${version}`
      const idempotencyKey = copyKeys.keyOf(intention)
      try {
        const copy = await call('POST /api/reels/:reelId/duplicate', { params: { reelId: id } }, { idempotencyKey })
        copyKeys.forget(intention)
        return copy
      } catch (error) {
        if (isDecided(error)) copyKeys.forget(intention)
        throw error
      }
    },
  })
}

/** Sends one file of music; the server judges what it is. */
export function sendMusic(
  file: File,
  options: { onProgress: (sent: number) => void; signal: AbortSignal },
): Promise<RouteReply<'POST /api/upload/music'>> {
  const form = new FormData()
  form.append('music', file)
  return upload('POST /api/upload/music', form, options)
}
