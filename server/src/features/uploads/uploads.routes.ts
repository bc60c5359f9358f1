/** Images in, and out again to whoever knows the address: it cannot be guessed. */
import { routes } from '@tangelo/contract'
import { IMAGE_BYTES_MAX, IMAGES_PER_UPLOAD_MAX } from '@tangelo/contract/limits'
import type { FastifyInstance } from 'fastify'
import { eachFile } from '#platform/http/form.ts'
import { serve } from '#platform/http/serve.ts'
import { tooManyImages, type UploadsService } from './uploads.service.ts'

const FORM = {
  field: routes.uploads.images.multipart.field,
  bytesMax: IMAGE_BYTES_MAX,
  filesMax: IMAGES_PER_UPLOAD_MAX,
  tooMany: tooManyImages,
}

export function uploadsRoutes(app: FastifyInstance, uploads: UploadsService): void {
  serve(
    app,
    routes.uploads.images,
  )(async ({ viewer, request }) => uploads.upload(viewer, (take) => eachFile(request, FORM, take)))
  for (const [address, size] of [
    ['/media/u/:id', 'whole'],
    ['/media/u/:id/small', 'small'],
  ] as const)
    app.get<{ Params: { id: string } }>(address, async ({ params }, reply) => {
      const { bytes, type } = await uploads.read(params.id, size)
      return reply
        .header('cache-control', 'private, max-age=31536000, immutable')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('content-disposition', 'inline')
        .type(type)
        .send(bytes)
    })
}
