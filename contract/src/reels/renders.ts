import * as z from 'zod'
import { route } from '../base/route.ts'
import { MediaAddress } from '../base/shared.ts'
import { RENDER_STATUSES } from './limits.ts'

/** Instagram's requirements of a reel, and whether the file meets them. */
export const ReelCheck = z.object({
  /** No point failed; advice alone does not count. */
  isFit: z.boolean(),
  points: z.array(
    z.object({
      /** What was looked at, in two or three words: 'Video codec'. */
      name: z.string(),
      /** What the file has: 'H.264 High'. */
      found: z.string(),
      /** Instagram's requirement: 'H.264 or HEVC'. */
      wanted: z.string(),
      isMet: z.boolean(),
    }),
  ),
})
export type ReelCheck = z.infer<typeof ReelCheck>

/** The specification's form, and what a screen wants to know beside it. */
export const RenderResult = z.object({
  id: z.string(),
  status: z.enum(RENDER_STATUSES),
  /** 0 to 1; never goes back. */
  progress: z.number(),
  url: MediaAddress.nullable(),
  outputs: z.array(z.object({ url: MediaAddress })),
  reelId: z.string().nullable(),
  /** Frames written, of how many; null before the first. */
  framesDone: z.int().nullable(),
  frames: z.int().nullable(),
  /** Null while nothing can be said. */
  secondsLeft: z.number().nullable(),
  /** While it waits: how many renders are before it. */
  waitingBefore: z.int().nullable(),
  isCancelled: z.boolean(),
  /** Why it failed, in one sentence. */
  message: z.string().nullable(),
  check: ReelCheck.nullable(),
})
export type RenderResult = z.infer<typeof RenderResult>

const Answer = z.object({ success: z.boolean(), status: z.enum(RENDER_STATUSES), result: RenderResult })

/** Any text: what is not a UUID is answered as failed, progress 0, no outputs (spec §4). */
const params = z.strictObject({ renderId: z.string().min(1).max(100) })

export const renders = {
  status: route({
    method: 'GET',
    path: '/api/airtable/reel-status/:renderId',
    access: 'signedIn',
    summary: 'Say how a render goes',
    params,
    reply: Answer,
  }),
  /** Gives the credit back. What has ended stays as it ended. */
  cancel: route({
    method: 'POST',
    path: '/api/renders/:renderId/cancel',
    access: 'signedIn',
    summary: 'Cancel a render that waits or runs',
    params,
    reply: Answer,
  }),
}
