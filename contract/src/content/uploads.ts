import * as z from 'zod'
import { route } from '../base/route.ts'
import { MediaAddress, PathId } from '../base/shared.ts'
import { IMAGES_PER_UPLOAD_MAX } from './limits.ts'

export const uploads = {
  /**
   * Judged by content, never by name (D28): jpeg, png, gif and webp; turned as its camera was held, without metadata,
   * the first frame of what moves. Sizes and counts: `./limits.ts`.
   */
  images: route({
    method: 'POST',
    path: '/api/upload/images',
    access: 'signedIn',
    summary: 'Upload up to six images for a reel, or for a draft',
    /** Reels are for administrators and pro users; every role plans drafts (spec §6). */
    query: z.strictObject({
      for: z.enum(['reel', 'draft']).default('reel'),
      /** Administrators may name another company than their own. */
      companyId: PathId.optional(),
    }),
    multipart: { field: 'images', accept: 'image/jpeg,image/png,image/gif,image/webp', atMost: IMAGES_PER_UPLOAD_MAX },
    reply: z.object({
      /** In the order sent: addresses on this server, good until the image is deleted. `<address>/480` is 480 pixels wide; so 160, 1080. */
      imageUrls: z.array(MediaAddress),
    }),
  }),
  /** Judged by content: mp3, m4a, aac, wav, ogg, flac (D27). */
  music: route({
    method: 'POST',
    path: '/api/upload/music',
    access: 'signedIn',
    summary: 'Upload music for a reel',
    multipart: { field: 'music', accept: 'audio/*' },
    reply: z.object({
      musicUrl: MediaAddress,
      /** As it was called, cleaned for showing. */
      name: z.string(),
      seconds: z.number(),
    }),
  }),
}
