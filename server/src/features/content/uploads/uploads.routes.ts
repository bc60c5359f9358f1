/** Uploads of images and music, and their files under capability URLs. */
import { routes } from '@tangelo/contract'
import { IMAGE_BYTES_MAX, IMAGES_PER_UPLOAD_MAX, MUSIC_BYTES_MAX } from '@tangelo/contract/limits'
import type { FastifyInstance } from 'fastify'
import { answerFile } from '#platform/http/file-answer.ts'
import { eachFile } from '#platform/http/form.ts'
import { serve } from '#platform/http/serve.ts'
import { oneFileOfMusic, tooManyImages } from './uploads.rules.ts'
import type { UploadsService } from './uploads.service.ts'

const FORM = {
  field: routes.uploads.images.multipart.field,
  bytesMax: IMAGE_BYTES_MAX,
  filesMax: IMAGES_PER_UPLOAD_MAX,
  tooMany: tooManyImages,
}

const MUSIC_FORM = {
  field: routes.uploads.music.multipart.field,
  bytesMax: MUSIC_BYTES_MAX,
  filesMax: 1,
  tooMany: oneFileOfMusic,
}

const HEADERS = {
  'cache-control': 'private, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  'content-disposition': 'inline',
}

export function uploadsRoutes(app: FastifyInstance, uploads: UploadsService): void {
  serve(
    app,
    routes.uploads.images,
  )(async ({ viewer, query, request }) => uploads.uploadFor(viewer, query, (take) => eachFile(request, FORM, take)))
  app.get<{ Params: { id: string } }>('/media/u/:id', async ({ params }, reply) => {
    const { bytes, type } = await uploads.read(params.id)
    return reply.headers(HEADERS).type(type).send(bytes)
  })
  app.get<{ Params: { id: string; width: string } }>('/media/u/:id/:width', async ({ params }, reply) => {
    const { bytes, type } = await uploads.readVariant(params.id, params.width)
    return reply.headers(HEADERS).type(type).send(bytes)
  })
  serve(
    app,
    routes.uploads.music,
  )(async ({ viewer, request }) => uploads.uploadMusic(viewer, (take) => eachFile(request, MUSIC_FORM, take)))
  app.get<{ Params: { id: string } }>('/media/m/:id', async (request, reply) =>
    answerFile(request, reply, await uploads.musicFile(request.params.id), HEADERS),
  )
}
