import * as z from 'zod'
import { route } from './route.ts'

export const uploads = {
  /**
   * Judged by content, never by name (D28): jpeg, png, gif and webp; turned as its camera was held, without metadata,
   * the first frame of what moves. Sizes and counts: `./limits.ts`.
   */
  images: route({
    method: 'POST',
    path: '/api/upload/images',
    access: 'signedIn',
    summary: 'Upload up to six images',
    multipart: { field: 'images', accept: 'image/jpeg,image/png,image/gif,image/webp' },
    reply: z.object({
      /** In the order sent: addresses on this server, good for as long as the image is kept. */
      imageUrls: z.array(z.string()),
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
      musicUrl: z.string(),
      /** As it was called, cleaned for showing. */
      name: z.string(),
      seconds: z.number(),
    }),
  }),
}
