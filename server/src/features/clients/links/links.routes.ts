import { routes } from '@tangelo/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { abortOnDisconnect } from '#platform/http/chunks.ts'
import { send } from '#platform/http/failures.ts'
import { answerFile } from '#platform/http/file-answer.ts'
import { originOf } from '#platform/http/media-addresses.ts'
import { answerPage } from '#platform/http/paging.ts'
import { serve } from '#platform/http/serve.ts'
import { linkNotFound } from './links.rules.ts'
import type { LinksService } from './links.service.ts'
import { PICTURE_POLICY } from './rules/html/policy.ts'
import {
  renderGonePage,
  renderLockedPage,
  renderTroubledPage,
  type ShellPage,
  shellFilesIn,
} from './rules/html/shell.ts'
import { isPerson } from './rules/preview-bots.ts'
import type { LinkPages } from './service/pages.ts'

export function linksRoutes(app: FastifyInstance, links: LinksService, pages: LinkPages): void {
  serve(
    app,
    routes.links.list,
  )(async ({ viewer, query, request, reply }) => answerPage(await links.list(viewer, query), request, reply))
  serve(
    app,
    routes.links.create,
  )(async ({ viewer, body, request, reply }) =>
    links.create(
      viewer,
      body,
      request.headers['idempotency-key'],
      (token) => `${originOf(request)}/s/${token}`,
      abortOnDisconnect(reply),
    ),
  )
  serve(
    app,
    routes.links.remove,
  )(async ({ viewer, params }) => {
    await links.revoke(viewer, params.linkId)
    return { success: true }
  })
  app.register(async (scope) => servePages(scope, links, pages))
}

/** On everything below /s, whatever it answers: no copy stays anywhere, and no other site learns the address. */
const HEADERS = {
  'cache-control': 'private, no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow, noarchive',
}
const FORM_BYTES_MAX = 4_096
const UNLOCK = 'unlock'

/** Pages for people without an account. No session is looked at: a token opens its object and nothing else. */
function servePages(app: FastifyInstance, links: LinksService, pages: LinkPages): void {
  app.addHook('onRequest', async (_, reply) => void reply.headers(HEADERS))
  app.setErrorHandler((error, request, reply) => answerFailure(app, error, request, reply))
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_BYTES_MAX },
    (_, body, done) => done(null, new URLSearchParams(String(body))),
  )

  app.get('/s', async () => {
    throw linkNotFound()
  })

  app.get<Place>('/s/*', async (request, reply) => {
    const { token, path } = placeOf(request)
    const link = await links.openLink(request, token)
    const answer = await pages[link.kind]?.answer(link, { token, path, request, signal: abortOnDisconnect(reply) })
    if (!answer) throw linkNotFound()
    if ('file' in answer) return answerFile(request, reply, answer.file, { 'content-security-policy': PICTURE_POLICY })
    if (answer.isOpening && isPerson(request.method, request.headers)) await links.countOpening(link)
    return reply.header('content-security-policy', answer.policy).type(answer.type).send(answer.body)
  })

  app.post<Place>('/s/*', async (request, reply) => {
    const { token, path } = placeOf(request)
    if (path !== UNLOCK) throw linkNotFound()
    const password = request.body instanceof URLSearchParams ? (request.body.get('password') ?? '') : ''
    const cookies = await links.unlock(request, token, password)
    if (cookies === null)
      return sendShell(
        reply.code(401),
        renderLockedPage(filesOf(app), token, 'This is not the password. Please try again.'),
      )
    if (cookies.length > 0) reply.header('set-cookie', cookies)
    return reply.redirect(`/s/${token}`, 303)
  })
}

interface Place {
  Params: { '*'?: string }
}

/** The token, and what is asked for below it. */
function placeOf({ params }: FastifyRequest<Place>): { token: string; path: string } {
  // The address without a token has no such parameter.
  const [token = '', ...rest] = (params['*'] ?? '').split('/')
  return { token, path: rest.join('/') }
}

const filesOf = (app: FastifyInstance) => shellFilesIn(app.assets)

const sendShell = (reply: FastifyReply, { policy, body }: ShellPage) =>
  reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(body)

function answerFailure(app: FastifyInstance, error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const failure = app.failureFor(error, request)
  const { token } = placeOf(request as FastifyRequest<Place>)
  const files = filesOf(app)
  reply.code(failure.status).headers(failure.headers)
  if (failure.code === 'link_locked') return sendShell(reply, renderLockedPage(files, token, null))
  if (failure.code === 'too_many_attempts') return sendShell(reply, renderLockedPage(files, token, failure.message))
  // Only for a file that the link has opened: the player goes on from here.
  if (failure.status === 416) return send(reply, failure, request)
  if (failure.status >= 500) return sendShell(reply, renderTroubledPage(files))
  return sendShell(reply.code(404), renderGonePage(files))
}
