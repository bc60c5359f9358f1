/** What a reel is, and how it is made from its images. */
import * as z from 'zod'
import { MediaAddress, Moment } from '../base/shared.ts'
import {
  HOLD_SECONDS,
  MOTION_STRENGTH,
  REEL_CAPTION_DRAWN_MAX,
  REEL_CAPTION_PLACES,
  REEL_CAPTION_STYLES,
  REEL_IMAGES_MAX,
  REEL_MOTIONS,
  REEL_QUALITIES,
  REEL_TRANSITIONS,
  TRANSITION_SECONDS,
} from './limits.ts'
import { RenderResult } from './renders.ts'

const within = ({ min, max }: { min: number; max: number }) =>
  z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`)

export const CaptionSettings = z.strictObject({
  isShown: z.boolean(),
  text: z.string().max(REEL_CAPTION_DRAWN_MAX, `At most ${REEL_CAPTION_DRAWN_MAX} characters are drawn`),
  place: z.enum(REEL_CAPTION_PLACES),
  style: z.enum(REEL_CAPTION_STYLES),
})

/** How a reel is made from its images; kept with the reel. Given settings and images always make the same frames. */
export const ReelSettings = z.strictObject({
  /** In the order of the images. */
  pictures: z
    .array(
      z.strictObject({
        seconds: within(HOLD_SECONDS),
        motion: z.enum(REEL_MOTIONS),
        strength: within(MOTION_STRENGTH),
      }),
    )
    .max(REEL_IMAGES_MAX),
  transition: z.strictObject({ kind: z.enum(REEL_TRANSITIONS), seconds: within(TRANSITION_SECONDS) }),
  caption: CaptionSettings,
  music: z
    .strictObject({
      /** One of `POST /api/upload/music`. */
      url: MediaAddress,
      /** As the file was called. */
      name: z.string().max(200),
      /** The length of the file. */
      seconds: z.number().min(0),
      volume: z.number().min(0).max(1),
    })
    .nullable(),
  /** Which moment is the cover. */
  coverSeconds: z
    .number()
    .min(0)
    .max(REEL_IMAGES_MAX * HOLD_SECONDS.max),
  quality: z.enum(REEL_QUALITIES),
})
export type ReelSettings = z.infer<typeof ReelSettings>

export const Reel = z.object({
  id: z.string(),
  companyId: z.int(),
  caption: z.string().nullable(),
  /** The first image. */
  imageUrl: MediaAddress.nullable(),
  images: z.array(MediaAddress),
  /** As they were uploaded; null for images whose size is not known. */
  imageSizes: z.array(z.object({ name: z.string(), width: z.int(), height: z.int() }).nullable()),
  videoUrl: MediaAddress.nullable(),
  /** The cover of the video. */
  coverUrl: MediaAddress.nullable(),
  /** The images or the settings were changed after the video was made. False where that is not known. */
  isVideoOutdated: z.boolean(),
  status: z.string(),
  createdTime: Moment,
  /** Goes up with every change of the images or the settings, and of nothing else: a video that comes disturbs no editor. */
  version: z.int(),
  settings: ReelSettings,
  /** The newest render that waits, runs or failed after the video; null otherwise. */
  render: RenderResult.nullable(),
  /** Of the video. */
  check: RenderResult.shape.check,
})
export type Reel = z.infer<typeof Reel>
