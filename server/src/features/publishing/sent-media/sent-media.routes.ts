/** Media that Instagram fetches: each address is of one publication, cannot be guessed, and ends with it. */
import type { FastifyInstance } from 'fastify'
import { answerFile } from '#platform/http/file-answer.ts'
import type { SentMedia } from './sent-media.service.ts'

const HEADERS = {
  'cache-control': 'no-store',
  'content-disposition': 'inline',
  'content-security-policy': "default-src 'none'; sandbox",
  'x-robots-tag': 'noindex',
}

export function sentMediaRoutes(app: FastifyInstance, media: Pick<SentMedia, 'open'>): void {
  app.get<{ Params: { name: string } }>('/media/p/:name', async (request, reply) =>
    answerFile(request, reply, await media.open(request.params.name), HEADERS),
  )
}
