import * as z from 'zod'
import { route } from '../base/route.ts'
import { Done, Id, MediaAddress, Paging, RecordId } from '../base/shared.ts'
import { CAPTION_MAX_LENGTH } from '../content/limits.ts'
import { REEL_IMAGES_MAX } from './limits.ts'
import { CaptionSettings, Reel, ReelSettings } from './reel.ts'

/** One of `POST /api/upload/images`, or an address elsewhere, which is fetched and kept here. */
const imageUrl = MediaAddress.min(1).max(2_000)
const imageUrls = z
  .array(imageUrl)
  .max(REEL_IMAGES_MAX, `You can only upload a maximum of ${REEL_IMAGES_MAX} images for a reel.`)

const params = z.strictObject({ reelId: RecordId })

export const reels = {
  list: route({
    method: 'GET',
    path: '/api/airtable/reels',
    access: 'signedIn',
    summary: 'List reels, newest first; `q` looks in captions',
    query: Paging,
    reply: z.array(Reel),
    paged: true,
  }),
  read: route({
    method: 'GET',
    path: '/api/airtable/reels/:reelId',
    access: 'signedIn',
    summary: 'Read a reel',
    params,
    reply: Reel,
  }),
  /**
   * Two calls of one address, once for an `Idempotency-Key` (422 `key_reused` for another body, 409 `in_progress` with `Retry-After`
   * while the first one is worked on). With `selectedReels` (or
   * `reelIds`, the older flow) it renders the reel named: one credit. With `images` it makes a reel of them: one credit. 402 `not_enough_credits`,
   * 429 `too_many_renders` with `Retry-After`, 409 `render_under_way` with the `renderId` that goes on.
   */
  create: route({
    method: 'POST',
    path: '/api/airtable/create-reel',
    access: 'signedIn',
    summary: 'Render a reel, or make one of images',
    body: z.union([
      z.strictObject({
        selectedReels: z.array(RecordId).length(1, 'must name one reel'),
        audioTrack: MediaAddress.max(500).nullable().optional(),
      }),
      z.strictObject({
        reelIds: z.array(RecordId).length(1, 'must name one reel'),
        audioTrack: MediaAddress.max(500).nullable().optional(),
      }),
      z.strictObject({
        images: imageUrls.min(1, 'No images provided. Please upload at least one image.'),
        text: z.string().max(CAPTION_MAX_LENGTH).nullable().optional(),
        accountId: Id.nullable().optional(),
        companyId: Id.nullable().optional(),
      }),
    ]),
    takesKey: true,
    reply: z.object({
      success: z.literal(true),
      /** Of a render that was started. */
      renderId: z.string().nullable(),
      /** The reel as it is now. */
      reel: Reel,
    }),
  }),
  /** The server attaches a video itself when its render ends; this only confirms it, as often as one likes (D26). */
  updateVideo: route({
    method: 'POST',
    path: '/api/airtable/update-reel-video',
    access: 'signedIn',
    summary: "Confirm a reel's video",
    body: z.looseObject({
      reelId: RecordId,
      renderId: z.string().max(100).optional(),
      videoUrl: MediaAddress.max(2_000).optional(),
    }),
    reply: Reel,
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/airtable/reels/:reelId',
    access: 'signedIn',
    summary: 'Delete a reel; a render of it is cancelled',
    params,
    reply: Done,
  }),
  /** 409 `changed_meanwhile` with `current` (a `Reel`) when `version` is not the record's any more. */
  saveImages: route({
    method: 'POST',
    path: '/api/airtable/save-images',
    access: 'signedIn',
    summary: 'Give a reel other images, or the same in another order',
    body: z.strictObject({
      recordId: RecordId,
      imageUrls: imageUrls.min(1, 'Please select at least one image to upload'),
      caption: z.string().max(CAPTION_MAX_LENGTH).nullable().optional(),
      companyId: Id.nullable().optional(),
      version: z.int().min(1).optional(),
    }),
    reply: Reel,
  }),
  /** 409 `changed_meanwhile` with `current` (a `Reel`) when `version` is not the record's any more. */
  saveSettings: route({
    method: 'PUT',
    path: '/api/reels/:reelId/settings',
    access: 'signedIn',
    summary: 'Keep how a reel is to be made: images in their order, and settings',
    params,
    body: z.strictObject({
      images: imageUrls.min(1, 'No images provided. Please upload at least one image.'),
      settings: ReelSettings,
      version: z.int().min(1).optional(),
    }),
    reply: Reel,
  }),
  /** Once for an `Idempotency-Key`. */
  duplicate: route({
    method: 'POST',
    path: '/api/reels/:reelId/duplicate',
    access: 'signedIn',
    summary: 'Make a new draft with the images and settings of a reel; costs nothing',
    params,
    takesKey: true,
    reply: Reel,
    status: 201,
  }),
  /** The same picture is blended into the file, so what is previewed is what comes out. */
  drawCaption: route({
    method: 'POST',
    path: '/api/reels/caption',
    access: 'signedIn',
    summary: 'Draw a caption as it will stand in a reel',
    body: CaptionSettings,
    reply: z.object({
      /** Null when nothing is to be drawn. In pixels of 1080 by 1920. */
      picture: z
        .object({
          x: z.int(),
          y: z.int(),
          width: z.int(),
          height: z.int(),
          /** PNG, base64. */
          image: z.string(),
        })
        .nullable(),
      /** Not all of the text fits. */
      isCut: z.boolean(),
    }),
  }),
}
