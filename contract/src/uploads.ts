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
}
